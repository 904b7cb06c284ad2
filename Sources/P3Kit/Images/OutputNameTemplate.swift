/// The names of outputs, as `--name` gives them: text with `{stem}`, `{target}` and `{ext}`.
package struct OutputNameTemplate: Sendable, Hashable {
  private static let known: Set<NameTemplate.Placeholder> = [.stem, .target, .ext]

  private let template: NameTemplate

  /// Why a template is refused.
  package enum Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// A brace that does not close, or no placeholder of any command.
    case text(String)
    /// A placeholder of pipelines.
    case placeholder(String)
    /// A slash: names say nothing of folders.
    case path(String)
    /// Every output would have one name.
    case constant(String)

    /// The fact with its remedy.
    package var description: String {
      switch self {
      case .text(let words): words
      case .placeholder(let name): "{\(name)} belongs to pipelines (known here: {stem}, {target}, {ext})"
      case .path(let text): "'\(text.printable)' names a folder (give the folder with --output)"
      case .constant(let text): "'\(text.printable)' has no {stem}: all outputs would have one name"
      }
    }
  }

  /// Reads `text`.
  ///
  /// - Throws: `Malformed`.
  package init(_ text: String) throws(Malformed) {
    do throws(NameTemplate.Malformed) {
      template = try NameTemplate(text)
    } catch {
      throw .text("\(error)")
    }
    let placeholders = template.placeholders
    if let other = placeholders.subtracting(Self.known).map(\.rawValue).min() { throw .placeholder(other) }
    guard FilePath.isPlainName(text), text != ".", text != ".." else { throw .path(text) }
    guard placeholders.contains(.stem) else { throw .constant(text) }
  }

  /// The name of one output.
  func name(stem: String, target: String, fileExtension: String) -> String {
    template.text([.stem: stem, .target: target, .ext: fileExtension])
  }
}
