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

/// Paths as keys: without `.`, doubled slashes and steps back, by their text alone.
enum PathNormalization {
  /// The relative path that `path` spells, its leading slashes dropped; nil where it is empty or leads out.
  static func relative(_ path: String) -> String? {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      guard name == ".." else {
        names.append(name)
        continue
      }
      guard names.popLast() != nil else { return nil }
    }
    return names.isEmpty ? nil : names.joined(separator: "/")
  }

  /// The shortest spelling of `path`; empty for the current folder. Steps back in front stay.
  static func shortest(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
    }
    return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }
}
