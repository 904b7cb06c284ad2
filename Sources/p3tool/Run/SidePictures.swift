import ArgumentParser
import ImageFiles
import Reports

/// Pictures that are written beside a command's results, one for each input: heat maps and previews.
struct SidePictures {
  /// The option for them, without its dashes: the part of default names between stem and extension too.
  let option: String
  /// Its value: a file, `-`, or a folder.
  let place: String

  /// Whether a name that ends in `.html` makes pages instead of pictures.
  var makesPages = false

  /// Whether a picture goes to standard output, where no report may.
  var takesStandardOutput: Bool { place == "-" }

  /// - Throws: a usage error for a file's name, where `inputs` have a picture each.
  static func requireFolder(_ place: String, option: String, for inputs: String) throws {
    let kind = FileStatus(path: place)?.kind
    let isFile = kind != nil || [".png", ".html"].contains(where: place.lowercased().hasSuffix)
    guard kind != .directory, isFile else { return }
    let path = FilePath(place)
    throw ValidationError(
      "--\(option) \(place.printableName): \(inputs) have a picture each: give a folder, such as "
        + "--\(option) \((path.folder + path.stem).printableName)/")
  }

  /// Where the picture of each of `images` goes, by the rules of outputs.
  ///
  /// - Parameter outputs: what the command writes besides: no picture may lie there.
  func destinations(
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
