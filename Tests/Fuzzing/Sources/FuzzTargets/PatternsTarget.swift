import CodecTargets

@testable import Batch
@testable import Basics

/// Path patterns and name templates: a pattern and a path, with a zero between them. The matcher, which tries no split
/// twice, agrees with the definition, which tries all.
enum PatternsTarget {
  static func run(_ bytes: [UInt8]) {
    let texts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let path = texts.count > 1 ? texts[1] : "art/icons/a@2x.png"
    do throws(GlobPattern.Malformed) {
      try check(GlobPattern(texts[0]), path)
    } catch {
      _ = error.description
    }
    do throws(NameTemplate.Malformed) {
      let template = try NameTemplate(texts[0])
      require(template.text == texts[0], "the template reads '\(template.text)'")
      let source = PipelineSource(path: path, root: "art")
      template.name(source.values(target: "srgb", step: "s")).map(PipelineTarget.requireBelow)
    } catch {
      _ = error.description
    }
  }

  private static func check(_ pattern: GlobPattern, _ path: String) {
    let isMatch = pattern.matches(path)
    require(!isMatch || pattern.covers(path), "what matches is not covered")
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    let front = pattern.base.split(separator: "/").map { Array($0.unicodeScalars) }
    let isSmall = pattern.text.utf8.count <= 24 && path.utf8.count <= 24
    guard isSmall, names.starts(with: front) else { return }
    let rest = names[front.count...]
    let isDefined = pattern.alternatives.contains { matches($0[...], rest) }
    require(isMatch == isDefined, "'\(pattern.text)' on '\(path)': \(isMatch)")
  }

  private static func matches(
    _ components: ArraySlice<GlobPattern.Component>, _ names: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    guard let component = components.first else { return names.isEmpty }
    if component == .anyFolders {
      if matches(components.dropFirst(), names) { return true }
      guard let name = names.first, name.first != "." else { return false }
      return matches(components, names.dropFirst())
    }
    guard let name = names.first, case .name(let tokens) = component,
      name.first != "." || tokens.first == .scalar(".")
    else { return false }
    return matches(tokens[...], name[...]) && matches(components.dropFirst(), names.dropFirst())
  }

  private static func matches(
    _ tokens: ArraySlice<GlobPattern.Token>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let token = tokens.first else { return name.isEmpty }
    if token == .anyScalars {
      return matches(tokens.dropFirst(), name) || (!name.isEmpty && matches(tokens, name.dropFirst()))
    }
    guard let scalar = name.first else { return false }
    let fits =
      switch token {
      case .scalar(let wanted): wanted == scalar
      case .anyScalar, .anyScalars: true
      case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    return fits && matches(tokens.dropFirst(), name.dropFirst())
  }
}
