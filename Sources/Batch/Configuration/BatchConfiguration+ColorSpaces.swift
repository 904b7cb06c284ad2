import ColorManagement
import ImageFiles

// Colour spaces by their names in a pipeline file.

extension BatchConfiguration {
  /// The space named by `node`: a built-in space, a name in `profiles`, or an ICC file.
  func colorSpace(_ node: ConfigurationNode) throws(ConfigurationError) -> ConversionTarget {
    let name = node.text
    if let space = RGBColorSpace(name: name) { return .space(space) }
    let file = profileFile(name)
    if let refusal = trusted.refusal(ofReading: file) { throw error(at: node.place, "'\(name)' \(refusal)") }
    guard FileStatus(path: file) != nil else {
      let known = RGBColorSpace.allCases.map(\.rawValue) + profiles.keys.sorted()
      let hint =
        ColorSpaceNames.nearest(to: name, others: profiles.keys.sorted()).map { "did you mean '\($0)'?" }
        ?? "known: \(known.joined(separator: ", ")), or an ICC file"
      throw error(at: node.place, "no colour space is called '\(name)' (\(hint))")
    }
    do throws(ImageError) {
      let target = try ConversionTarget.profile(file: file)
      guard profiles[name] != nil, case .profile(let profile, _) = target else { return target }
      return .profile(profile, stem: name)
    } catch {
      throw self.error(at: node.place, error.description)
    }
  }

  /// The path of the ICC file `name`, which may be a name in `profiles`.
  func profileFile(_ name: String) -> String { FilePath.join(folder, profiles[name] ?? name) }

  /// An error at `place` of the pipeline file.
  func error(at place: ConfigurationPlace, _ message: String) -> ConfigurationError {
    ConfigurationError(path: path, place: place, message: message)
  }
}
