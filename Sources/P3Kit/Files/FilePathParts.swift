/// The parts of a `/`-separated path, as text: nothing is resolved and nothing need exist.
struct FilePathParts {
  /// Everything up to and including the last `/`; empty for a bare name.
  let folder: String

  /// The name without its folder.
  let name: String

  init(_ path: String) {
    let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<split])
    name = String(path[split...])
  }

  /// The name without its last extension: `icon@2x` for `icon@2x.png`, `.hidden` for `.hidden`.
  var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// `folder/name` with exactly one slash between them.
  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
