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
