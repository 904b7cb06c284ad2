import Colors
import ImageFiles
package import Palettes

/// The roles of colours, from a file of `palette lint --roles`: a YAML mapping from roles to patterns of names.
///
///     text: ["*Label", "button/text*"]
///     background: "*Background"
package enum PaletteRolesFile {
  /// The largest file, in bytes.
  private static let sizeLimit = 1 << 20

  /// The patterns of each role in the file at `path`.
  ///
  /// - Throws: `ConfigurationError` with the place of a mistake, or if the file cannot be read.
  package static func read(_ path: String) throws(ConfigurationError) -> PaletteRoleGlobs {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, limit: sizeLimit)
    } catch {
      throw ConfigurationError(path: path, place: nil, message: error.fact)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(path: path, place: nil, message: "is not UTF-8")
    }
    return try parsed(text, path: path)
  }

  static func parsed(_ text: String, path: String) throws(ConfigurationError) -> PaletteRoleGlobs {
    let root = try ConfigurationNode(yaml: text, path: path, remedy: remedy)
    guard case .mapping(let entries) = root.value else {
      throw ConfigurationError(
        path: path, place: root.place, message: "holds \(root.plainKindName) (\(remedy))")
    }
    var globs: [(glob: GlobPattern, role: PaletteRole)] = []
    for entry in entries {
      let role = try role(entry, path)
      for element in entry.value.elements { globs.append((try glob(element, path), role)) }
    }
    return PaletteRoleGlobs(globs)
  }

  private static let remedy = #"write lines such as text: ["*Label", "*Text"]"#

  private static func role(
    _ entry: ConfigurationNode.Entry, _ path: String
  ) throws(ConfigurationError) -> PaletteRole {
    if let role = PaletteRole(rawValue: entry.key) { return role }
    let roles = PaletteRole.allCases.map(\.rawValue)
    let hint = NearestName.to(entry.key, among: roles).map { "did you mean '\($0)'?" }
    throw ConfigurationError(
      path: path, place: entry.place,
      message: "'\(entry.key)' is no role (\(hint ?? roles.joined(separator: ", ")))")
  }

  private static func glob(
    _ element: ConfigurationNode, _ path: String
  ) throws(ConfigurationError) -> GlobPattern {
    guard case .scalar(let scalar) = element.value, scalar.meaning == .text else {
      throw ConfigurationError(
        path: path, place: element.place, message: "a pattern of names is wanted, not \(element.kindName)")
    }
    do {
      return try GlobPattern(scalar.text)
    } catch {
      throw ConfigurationError(path: path, place: element.place, message: "\(error)")
    }
  }
}
