import ColorManagement
import PNGCodec

/// What the operations of a pipeline need to know beside their own options.
struct BatchContext: Sendable {
  /// The pipeline file as the user named it, for errors.
  let path: String
  /// The folder that the file's paths are relative to; empty for the current one.
  let folder: String
  /// The user's names for ICC files, relative to `folder`.
  let profiles: [String: String]
  /// Levels of the whole pipeline for the rules of checks; nil for rules that are off.
  var rules: [Rule: FindingLevel?] = [:]
  /// What is refused before memory is taken.
  let limits: PNGLimits

  /// The target that `node` names: a built-in space, a name of the user's, or an ICC file.
  func target(_ node: ConfigurationNode) throws(ConfigurationError) -> ConversionTarget {
    let name = node.text
    if let space = RGBColorSpace(name: name) { return .space(space) }
    let file = FilePath.join(folder, profiles[name] ?? name)
    guard FileStatus(path: file) != nil else {
      let known = RGBColorSpace.allCases.map(\.rawValue) + profiles.keys.sorted()
      let hint =
        NearestName.to(name, among: known).map { "did you mean '\($0)'?" }
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

  /// An error at `place` of the pipeline file.
  func error(at place: ConfigurationPlace, _ message: String) -> ConfigurationError {
    ConfigurationError(path: path, place: place, message: message)
  }
}
