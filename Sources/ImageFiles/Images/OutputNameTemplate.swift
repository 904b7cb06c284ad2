/// Output names from `--name`: text with `{stem}`, `{target}` and `{ext}`.
package struct OutputNameTemplate: Sendable, Hashable {
  /// The allowed placeholders. The others belong to pipelines, whose sources have folders and steps.
  private static let known: [NameTemplate.Placeholder] = [.stem, .target, .ext]

  private let template: NameTemplate

  /// Why a template is refused.
  package enum Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// A brace that does not close.
    case openBrace(String)
    /// A placeholder that no command has.
    case unknown(String)
    /// A placeholder that only pipelines have.
    case placeholder(String)
    /// A slash: names must not contain folders.
    case path(String)
    /// Names that do not end in `.png`.
    case noPNGName(String)
    /// A template that gives every output the same name.
    case constant(String)

    /// The fact with its remedy.
    package var description: String {
      switch self {
      case .openBrace(let text): "'\(text.printable)': a { is not closed"
      case .unknown(let name): "unknown placeholder '{\(name.printable)}' (\(Self.hint(for: name)))"
      case .placeholder(let name): "{\(name)} belongs to pipelines (known here: \(Self.list))"
      case .path(let text): "'\(text.printable)' names a folder (give the folder with --output)"
      case .noPNGName(let text): "'\(text.printable)' does not end in .png (outputs are PNG files)"
      case .constant(let text): "'\(text.printable)' has no {stem}: all outputs would have one name"
      }
    }

    private static let names = OutputNameTemplate.known.map(\.rawValue)
    private static let list = names.map { "{\($0)}" }.joined(separator: ", ")

    private static func hint(for name: String) -> String {
      NearestName.to(name, among: names).map { "did you mean '{\($0)}'?" } ?? "known: \(list)"
    }
  }

  /// Parses `text`.
  ///
  /// - Throws: `Malformed`.
  package init(_ text: String) throws(Malformed) {
    do throws(NameTemplate.Malformed) {
      template = try NameTemplate(text)
    } catch {
      switch error {
      case .openBrace(let template): throw .openBrace(template)
      case .unknownPlaceholder(let name): throw .unknown(name)
      }
    }
    let placeholders = template.placeholders
    if let other = placeholders.subtracting(Self.known).map(\.rawValue).min() { throw .placeholder(other) }
    guard FilePath.isPlainName(text), text != ".", text != ".." else { throw .path(text) }
    guard placeholders.contains(.stem) else { throw .constant(text) }
    guard template.canEndInPNG else { throw .noPNGName(text) }
  }

  /// The name of one output.
  func name(stem: String, target: String, fileExtension: String) -> String {
    template.text([.stem: stem, .target: target, .ext: fileExtension])
  }
}
