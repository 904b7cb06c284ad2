package import Checking
import ImageFiles
package import PNGCodec

/// The section `check` of a `p3tool.yml`: options of `p3tool check` for images below the file's folder. It is a pipeline
/// of one step.
package struct CheckConfiguration: Sendable {
  /// What is asked of an image.
  package struct Choice: Sendable {
    package let request: CheckRequest
    /// Equal text, equal result.
    package let recipe: String
    fileprivate let step: CheckStep

    /// `report` at the levels that the file gives its rules.
    package func leveled(_ report: CheckReport) -> CheckReport {
      var report = report
      report.findings = report.findings.map(step.leveled)
      return report
    }
  }

  /// The name of the file that is looked for.
  package static let fileName = "p3tool.yml"

  /// The names that the file of one image may have, beside `image`: `icon.p3tool.yml` and `icon.png.p3tool.yml`.
  package static func fileNames(ofImage image: String) -> [String] {
    [FilePath(image).stem, FilePath(image).name].map { "\($0).\(fileName)" }
  }

  private let pipeline: BatchConfiguration
  private let folder: String

  /// Reads the file at `path`; nil for one without the section.
  ///
  /// - Parameters:
  ///   - own: parses the options of the file alone. Files that these name must lie below the file's folder.
  ///   - commands: parses the options of the file together with the options of the command line.
  /// - Throws: `ConfigurationError` for a file that cannot be read or has keys and values that mean nothing.
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

  /// The file with the section as its only step.
  private static func pipeline(_ section: ConfigurationNode, in root: ConfigurationNode) -> ConfigurationNode
  {
    func node(_ value: ConfigurationNode.Value) -> ConfigurationNode {
      .init(value: value, place: section.place)
    }
    func entry(_ key: String, _ value: ConfigurationNode) -> ConfigurationNode.Entry {
      .init(key: key, place: section.place, value: value)
    }
    /// A mapping with the options of `part` under the step's name.
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

  /// `file`, which was read at `path`, as that of one image.
  ///
  /// - Throws: `ConfigurationError` where it says nothing of a check, or more than of one image.
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

  /// The numbers of the overrides that hold for the image at `path`.
  package func overrides(for path: String) -> [Int] {
    let absolute = TrustedFolders.absolute(path)
    guard FilePath.isBelow(absolute, folder) else { return [] }
    let below = String(Substring(absolute.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }))
    return pipeline.overrides.indices.filter { pipeline.overrides[$0].applies(to: below) }
  }

  /// What is asked of images for which `overrides` hold.
  ///
  /// - Parameter own: the file of the image itself: its options go before those of this one.
  package func choice(
    overrides: [Int], own: CheckConfiguration? = nil, limits: PNGLimits
  ) throws(ConfigurationError) -> Choice {
    let step = try pipeline.checkStep(overrides: overrides, own: own?.pipeline, limits: limits)
    return Choice(request: step.check.request, recipe: step.recipe, step: step)
  }
}

extension BatchConfiguration {
  /// The only step, of a section `check`.
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
