package import Checking
import ImageFiles
package import PNGCodec

/// The section `check` of a `p3tool.yml`: options of `p3tool check` for images below the file's folder. Stored as a
/// pipeline of one step.
package struct CheckConfiguration: Sendable {
  /// The check for an image.
  package struct Choice: Sendable {
    package let request: CheckRequest
    /// A text of all options: equal texts give equal results.
    package let recipe: String
    fileprivate let step: CheckStep

    /// `report` with the levels that the file gives to rules.
    package func leveled(_ report: CheckReport) -> CheckReport {
      var report = report
      report.findings = report.findings.map(step.leveled)
      return report
    }
  }

  package static let fileName = "p3tool.yml"

  /// The possible names of the file for a single image, beside `image`: `icon.p3tool.yml` and `icon.png.p3tool.yml`.
  package static func fileNames(ofImage image: String) -> [String] {
    [FilePath(image).stem, FilePath(image).name].map { "\($0).\(fileName)" }
  }

  private let pipeline: BatchConfiguration
  private let folder: String

  /// Reads the file at `path`; nil if it has no such section.
  ///
  /// - Parameters:
  ///   - own: parses the options of the file alone. Files that they name must lie below the file's folder.
  ///   - commands: parses the options of the file together with the options of the command line.
  /// - Throws: `ConfigurationError` if the file cannot be read or has unknown keys or invalid values.
  package init?(
    file path: String, own: any StepCommands, commands: any StepCommands
  ) throws(ConfigurationError) {
    guard FileStatus(path: path).map({ $0.kind == .regular }) ?? true else {
      throw ConfigurationError(path: path, place: nil, message: "is no regular file")
    }
    let (text, trusted) = try BatchConfiguration.read(path)
    let root = try BatchConfiguration.root(text, path)
    guard let section = root["check"] else { return nil }
    let format = PipelineFormat(of: BatchConfiguration.kinds(root), own)
    try SchemaType.object(format.file).validate(root, at: "pipeline", path: path)
    let single = Self.pipeline(section, in: root)
    let confined = try BatchConfiguration(single, path: path, trusted: trusted, commands: own)
    try trusted.confine {
      Result { () throws(ConfigurationError) in
        for index in [nil] + confined.overrides.indices.map(Optional.some) {
          _ = try confined.checkStep(overrides: index.map { [$0] } ?? [], limits: PNGLimits())
        }
      }
    }.get()
    pipeline = try BatchConfiguration(single, path: path, trusted: trusted, commands: commands)
    folder = TrustedFolders.absolute(FilePath(path).parent)
  }

  /// The file with the section as the only step.
  private static func pipeline(_ section: ConfigurationNode, in root: ConfigurationNode) -> ConfigurationNode
  {
    func node(_ value: ConfigurationNode.Value) -> ConfigurationNode {
      .init(value: value, place: section.place)
    }
    func entry(_ key: String, _ value: ConfigurationNode) -> ConfigurationNode.Entry {
      .init(key: key, place: section.place, value: value)
    }
    /// A mapping that has the options of `part` under the step's name.
    func step(_ part: ConfigurationNode) -> ConfigurationNode {
      let other = ["paths", "overrides"]
      let options = part.entries.filter { !other.contains($0.key) }
      let own = ConfigurationNode(value: .mapping(options), place: part.place)
      return node(.mapping(part.entries.filter { $0.key == "paths" } + [entry("check", own)]))
    }
    let anything = node(.scalar(.init(text: "**", meaning: .text)))
    let overrides = section["overrides"]?.elements.map(step) ?? []
    return node(
      .mapping(
        root.entries.filter { $0.key == "profiles" }
          + [entry("sources", anything), entry("steps", node(.list([step(section)])))]
          + (overrides.isEmpty ? [] : [entry("overrides", node(.list(overrides)))])))
  }

  /// Checks that `file`, which was read at `path`, is valid as the file of a single image, and returns it.
  ///
  /// - Throws: `ConfigurationError` if it has no section `check`, or options for several images.
  package static func ofImage(
    _ file: CheckConfiguration?, path: String
  ) throws(ConfigurationError) -> CheckConfiguration {
    guard let file else {
      throw ConfigurationError(
        path: path, place: nil, message: "lacks the section 'check', with options for the image beside it")
    }
    guard file.pipeline.overrides.isEmpty else {
      throw ConfigurationError(
        path: path, place: nil, message: "is for one image: 'overrides' mean nothing here")
    }
    return file
  }

  /// The indices of the overrides that apply to the image at `path`.
  package func overrides(for path: String) -> [Int] {
    let absolute = TrustedFolders.absolute(path)
    guard FilePath.isBelow(absolute, folder) else { return [] }
    let below = String(Substring(absolute.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
    return pipeline.overrides.indices.filter { pipeline.overrides[$0].applies(to: below) }
  }

  /// The check for images to which `overrides` apply.
  ///
  /// - Parameter own: the file of the image itself. Its options take precedence over this file's.
  package func choice(
    overrides: [Int], own: CheckConfiguration? = nil, limits: PNGLimits
  ) throws(ConfigurationError) -> Choice {
    let step = try pipeline.checkStep(overrides: overrides, own: own?.pipeline, limits: limits)
    return Choice(request: step.check.request, recipe: step.recipe, step: step)
  }
}

extension BatchConfiguration {
  /// The only step, made from a section `check`.
  fileprivate func checkStep(
    overrides: [Int], own: BatchConfiguration? = nil, limits: PNGLimits
  ) throws(ConfigurationError) -> CheckStep {
    var options = steps[0].options
    for index in overrides {
      if let other = self.overrides[index].options[.check] { options.override(with: other) }
    }
    if let own { options.override(with: own.steps[0].options) }
    guard let step = try step(.check, options, limits: limits) as? CheckStep else {
      preconditionFailure("a check is made of the options of a check")
    }
    return step
  }
}
