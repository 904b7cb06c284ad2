/// A `/`-separated path as text (`PathText`): its parts and its shortest spelling. Nothing is resolved, and nothing
/// need exist.
///
/// Slashes and dots are searched as bytes, since Swift joins a slash and a following combining mark to one character.
package struct FilePath {
  /// Everything up to and including the last `/`; empty for a bare name.
  package let folder: String

  /// The name without its folder.
  package let name: String

  private static let slash = UInt8(ascii: "/")

  /// Splits `path`; no part is changed.
  package init(_ path: String) {
    let split = path.utf8.lastIndex(of: Self.slash).map { path.utf8.index(after: $0) } ?? path.startIndex
    folder = String(path[..<split])
    name = String(path[split...])
  }

  /// The name without its last extension: `icon@2x` for `icon@2x.png`, `.hidden` for `.hidden`.
  package var stem: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The text behind the last dot of the name; empty if the name has no stem.
  package var fileExtension: String {
    String(Substring(name.utf8.dropFirst(stem.utf8.count).drop { $0 == UInt8(ascii: ".") }))
  }

  /// `folder`, or `.` for a bare name.
  package var folderOrCurrent: String { folder.isEmpty ? "." : folder }

  /// `folder` as a path without its last slash: empty for a bare name, `/` below the root.
  package var parent: String { Self.withoutSlash(folder) }

  /// Whether `path` begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Whether `path` ends in a slash, so that it can only be a folder.
  package static func endsWithSlash(_ path: String) -> Bool { path.utf8.last == slash }

  /// Whether `name` is a single name, without folders.
  package static func isPlainName(_ name: String) -> Bool { !name.isEmpty && !name.utf8.contains(slash) }

  /// The names in `path`, outermost first, without empty ones.
  static func names(_ path: String) -> [Substring] { path.utf8.split(separator: slash).map { Substring($0) } }

  /// Whether `path` lies below `folder`, compared as spelled. Every relative path lies below the empty folder.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    guard !folder.isEmpty else { return !isAbsolute(path) }
    return path.utf8.starts(with: (endsWithSlash(folder) ? folder : folder + "/").utf8)
  }

  /// `path` without a slash at its end, unless it is the root.
  package static func withoutSlash(_ path: String) -> String {
    path.utf8.count > 1 && endsWithSlash(path) ? String(Substring(path.utf8.dropLast())) : path
  }

  /// `folder/name` with exactly one slash between them; `name` where `folder` is empty.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || endsWithSlash(folder) ? folder + name : folder + "/" + name
  }

  /// The shortest spelling of `path` by its text alone: without `.`, doubled slashes, a slash at the end, and each `..`
  /// together with the name before it. Empty for the current folder. Other `..` stay at the start of a relative path;
  /// above the root there is nothing.
  package static func normalized(_ path: String) -> String {
    if isPlain(path) { return path }
    let isAbsolute = Self.isAbsolute(path)
    var names: [Substring] = []
    for name in Self.names(path) where name != "." {
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

  /// Whether no name in `path` is empty or begins with a dot: then the spelling is the shortest already, as for most
  /// paths.
  private static func isPlain(_ path: String) -> Bool {
    var beforeIsSlash = false
    var isFirst = true
    for byte in path.utf8 {
      let isSlash = byte == slash
      if isFirst || beforeIsSlash, byte == UInt8(ascii: ".") { return false }
      if isSlash, beforeIsSlash { return false }
      (beforeIsSlash, isFirst) = (isSlash, false)
    }
    return !beforeIsSlash
  }

  /// The shortest spelling of `path` within some folder, without leading slashes; nil if it is that folder itself or
  /// leads out of it.
  static func normalizedBelow(_ path: String) -> String? {
    let below = normalized(String(Substring(path.utf8.drop { $0 == slash })))
    return below.isEmpty || below.utf8.elementsEqual("..".utf8) || below.utf8.starts(with: "../".utf8)
      ? nil : below
  }
}
