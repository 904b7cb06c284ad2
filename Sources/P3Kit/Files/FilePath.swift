/// A `/`-separated path as text: its parts, and its shortest spelling. Nothing is resolved and nothing need exist.
package struct FilePath {
  /// Everything up to and including the last `/`; empty for a bare name.
  package let folder: String

  /// The name without its folder.
  let name: String

  /// The parts of `path`, none of which is changed.
  package init(_ path: String) {
    let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<split])
    name = String(path[split...])
  }

  /// The name without its last extension: `icon@2x` for `icon@2x.png`, `.hidden` for `.hidden`.
  var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// `folder` as a path of its own, without the slash: empty for a bare name, `/` below the root.
  var parent: String { Self.withoutSlash(folder) }

  /// `path` without a slash at its end, unless it is the root.
  static func withoutSlash(_ path: String) -> String {
    path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// `folder/name` with exactly one slash between them; `name` where `folder` is empty.
  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The shortest spelling of `path` by its text alone: without `.`, doubled slashes, a slash at the end, and steps
  /// back where a name in front of them goes with them. Empty for the current folder. Other steps back stay in front
  /// of a relative path; the root has nothing above it.
  static func normalized(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name != ".." {
        names.append(name)
      } else if let last = names.last, last != ".." {
        names.removeLast()
      } else if !isAbsolute {
        names.append(name)
      }
    }
    return (isAbsolute ? "/" : "") + names.joined(separator: "/")
  }

  /// The shortest spelling of `path` below some folder, its leading slashes dropped; nil where it is that folder
  /// itself or leads out of it.
  static func normalizedBelow(_ path: String) -> String? {
    let below = normalized(String(path.drop { $0 == "/" }))
    return below.isEmpty || below == ".." || below.hasPrefix("../") ? nil : below
  }
}
