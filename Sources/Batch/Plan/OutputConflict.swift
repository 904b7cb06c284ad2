import ImageFiles

/// Why a source cannot be processed, or its outputs cannot be written where they should go.
enum OutputConflict: Error, Sendable, Hashable {
  /// The search for sources met it and cannot take it.
  case unusableSource(fact: String)
  /// No step of the pipeline takes images, which the source is by its name.
  case noStepForImages
  /// The template leads out of the output folder.
  case leavesOutputFolder
  /// The name of an image set that is no single path component.
  case setNameIsPath
  /// The template of a variant, by its option, leads out of the pipeline's folder.
  case variantLeavesFolder(option: String)
  /// The output has another name than PNG files have.
  case noPNGName(output: String)
  /// No pipeline may write the output.
  case refused(output: String, TrustedFolders.Refusal)
  /// More outputs than any pipeline needs.
  case tooManyOutputs(Int, limit: Int)
  /// Two steps of one source would write the same file.
  case twoSteps(output: String)
  /// Two sources would be written to the same file.
  case twoSources(String, String, output: String)
  /// The output is the source itself.
  case overItself
  /// The output is another source, or a file that a step reads.
  case overInput(String)
}

extension OutputConflict: CustomStringConvertible {
  /// The fact with its remedy.
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
  /// Fails sources whose outputs meet: with another source's output, or with a file that is read. Collects all outputs.
  ///
  /// - Parameter folder: the pipeline's; empty for the current one.
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

  /// The files that are read, however they are spelled: sources, and what steps read beside them.
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
