import ImageFiles

/// Why a source cannot be processed, or its outputs cannot be written where they should go.
enum OutputConflict: Error, Sendable, Hashable {
  /// The search for sources found the path, but it cannot be used.
  case unusableSource(fact: String)
  /// The pipeline has no step for images, and the source is an image by its name.
  case noStepForImages
  /// The template's path lies outside the output folder.
  case leavesOutputFolder
  /// The name of an image set is not a single path component.
  case setNameIsPath
  /// The template of a variant, named by its option, has a path outside the pipeline's folder.
  case variantLeavesFolder(option: String)
  /// The output's name has not the extension of PNG files.
  case noPNGName(output: String)
  /// No pipeline may write the output.
  case refused(output: String, TrustedFolders.Refusal)
  /// More outputs than any pipeline needs.
  case tooManyOutputs(Int, limit: Int)
  /// Two steps of one source have the same output.
  case twoSteps(output: String)
  /// Two sources have the same output.
  case twoSources(String, String, output: String)
  /// The output is the source itself.
  case overItself
  /// The output is another source, or a file that a step reads.
  case overInput(String)
}

extension OutputConflict: CustomStringConvertible {
  /// The fact and the remedy.
  var description: String {
    switch self {
    case .unusableSource(let fact): fact
    case .noStepForImages:
      "no step takes images, and by its name it is no palette (*.json, *.css, *.colorset or *.xcassets)"
    case .leavesOutputFolder:
      "its output would leave the output folder (use {dir} without {root} in 'name')"
    case .setNameIsPath: "its set's name is no plain name (use {stem} without {dir})"
    case .variantLeavesFolder(let option):
      "its '\(option)' would leave the pipeline's folder (use {dir} without {root})"
    case .noPNGName(let output):
      "its output \(output.printableName) does not end in .png (end 'name' in .png)"
    case .refused(let output, let refusal): "its output \(output.printableName): \(refusal)"
    case .tooManyOutputs(let count, let limit):
      "\(count) outputs of one source, and no more than \(limit) are made (take steps out)"
    case .twoSteps(let output):
      "two steps would write \(output.printableName) (give them names with {target} or {step})"
    case .twoSources(let first, let second, let output):
      "\(first.printableName) and \(second.printableName) would both be written to \(output.printableName) (use {dir} or {root} in 'name')"
    case .overItself: "would be written over itself (choose another 'name' or 'folder')"
    case .overInput(let path):
      "would be written over the source \(path.printableName) (exclude that, or choose another 'name')"
    }
  }
}

extension BatchPlan {
  /// Marks sources as failed if an output is also the output of another source, or a file to read. Collects all
  /// outputs.
  ///
  /// - Parameter folder: the pipeline's folder; empty for the current one.
  mutating func refuseConflicts(folder: String) {
    let inputs = inputIdentities(folder: folder)
    var owners: [String: Int] = [:]
    var conflicts: [Int: OutputConflict] = [:]
    for (index, item) in items.enumerated() {
      guard case .success(let work) = item.work else { continue }
      for output in work.products.flatMap(\.outputs) {
        outputs.insert(output)
        let full = FilePath.join(folder, output)
        if let other = owners.updateValue(index, forKey: output) {
          let paths = [items[other].path, item.path].map { FilePath.join(folder, $0) }
          let conflict: OutputConflict =
            other == index ? .twoSteps(output: full) : .twoSources(paths[0], paths[1], output: full)
          conflicts[other] = conflict
          conflicts[index] = conflict
        }
        if let input = FileStatus(path: full).flatMap({ inputs[$0.identity] }) {
          conflicts[index] =
            input == item.path ? .overItself : .overInput(FilePath.join(folder, input))
        }
      }
    }
    for (index, conflict) in conflicts { items[index].work = .failure(conflict) }
  }

  /// The identities of all files to read, however their paths are spelled: sources and other inputs of steps.
  private func inputIdentities(folder: String) -> [FileStatus.Identity: String] {
    var inputs: [FileStatus.Identity: String] = [:]
    for item in items {
      for path in item.files + item.otherInputs + item.comparedFiles {
        if let status = FileStatus(path: FilePath.join(folder, path)) { inputs[status.identity] = path }
      }
    }
    for item in items {
      if case .success(let work) = item.work { inputs[work.status.identity] = item.path }
    }
    return inputs
  }
}
