import ArgumentParser
package import ImageFiles
import Reports

/// Pictures written beside a command's results, one per input: heat maps and previews.
package struct SidePictures {
  /// The option without its dashes, also the part of default names between stem and extension.
  package let option: String
  /// The value of the option: a file, `-`, or a folder.
  package let place: String

  /// Whether names ending in `.html` make pages instead of pictures.
  package var makesPages: Bool

  package init(option: String, place: String, makesPages: Bool = false) {
    (self.option, self.place, self.makesPages) = (option, place, makesPages)
  }

  /// Whether a picture goes to standard output, which then must not carry a report.
  package var takesStandardOutput: Bool { place == "-" }

  /// - Throws: a usage error if `place` names a file although `inputs` have a picture each.
  package static func requireFolder(_ place: String, option: String, for inputs: String) throws {
    let kind = FileStatus(path: place)?.kind
    let isFile = kind != nil || [".png", ".html"].contains(where: place.lowercased().hasSuffix)
    guard kind != .directory, isFile else { return }
    let path = FilePath(place)
    throw ValidationError(
      "--\(option) \(place.printableName): \(inputs) have a picture each: give a folder, such as "
        + "--\(option) \((path.folder + path.stem).printableName)/")
  }

  /// The destination of the picture of each of `images`, by the same rules as for outputs.
  ///
  /// - Parameter outputs: the other outputs of the command, at whose paths no picture may lie.
  package func destinations(
    for images: [InputCollector.Input], beside outputs: [OutputNaming.Job] = []
  ) throws -> [ImageSource: ImageDestination] {
    if images.count > 1 { try Self.requireFolder(place, option: option, for: "\(images.count) inputs") }
    let jobs: [OutputNaming.Job]
    if makesPages, place.lowercased().hasSuffix(".html"), FileStatus(path: place)?.kind != .directory {
      jobs = images.map { OutputNaming.Job(source: $0.source, destination: .file(place)) }
    } else {
      jobs = try named(images)
    }
    if jobs.contains(where: { $0.destination == .standardOutput }), StandardStream.output.isTerminal {
      throw ValidationError("an image is not written to a terminal: give --\(option) a file")
    }
    if let shared = OutputNaming.sharedDestination(jobs, outputs) {
      throw ValidationError(
        "--\(option): \(shared.name.printableName) is an output already: give another name")
    }
    return Dictionary(uniqueKeysWithValues: jobs.map { ($0.source, $0.destination) })
  }

  private func named(_ images: [InputCollector.Input]) throws -> [OutputNaming.Job] {
    do {
      let names = try OutputNameTemplate("{stem}.\(option).png")
      return try OutputNaming(choice: .output(place), suffix: option, template: names).jobs(for: images)
    } catch OutputNaming.Conflict.ownInput(let path) {
      throw ValidationError("--\(option): \(path.printableName) is the input itself: give another name")
    } catch OutputNaming.Conflict.otherFormat(let output) {
      let name = (FilePath(output).stem + ".png").printableName
      throw ValidationError("--\(option) \(output.printableName): pictures are PNG files (name it \(name))")
    } catch let conflict as OutputNaming.Conflict {
      throw ValidationError("--\(option): \(conflict.description)")
    }
  }
}
