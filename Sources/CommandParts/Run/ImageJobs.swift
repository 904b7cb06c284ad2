import ArgumentParser
import Conversion
package import ImageFiles
package import Reports

/// Turns the arguments of the command line into jobs: finds the images, names their outputs, and runs a worker.
package struct ImageJobs<Format: FormatChoice> {
  package let input: InputOptions
  package let output: OutputOptions
  package var isInPlace: Bool
  package let run: RunOptions<Format>
  /// Whether the command may write the unchanged image beside each output. Images that are passed over as outputs of
  /// earlier runs are then counted in a note.
  package var hasLightTwins: Bool

  package init(
    input: InputOptions, output: OutputOptions, isInPlace: Bool = false, run: RunOptions<Format>,
    hasLightTwins: Bool = false
  ) {
    (self.input, self.output, self.run) = (input, output, run)
    (self.isInPlace, self.hasLightTwins) = (isInPlace, hasLightTwins)
  }

  /// - Parameter suffix: the part of default output names between stem and extension.
  package func perform<Worker: ImageWorker<OutputNaming.Job>>(suffix: String, worker: Worker) async throws {
    try await perform(suffix: suffix, pictures: nil) { _, _ in worker }
  }

  /// Performs the jobs with pictures beside the outputs.
  ///
  /// - Parameters:
  ///   - names: the template of the outputs' names, unless an option gives one. Nil: outputs in a folder have the
  ///     inputs' names.
  ///   - makeWorker: makes the worker from the destination of each input's picture and the number of inputs.
  package func perform<Worker: ImageWorker<OutputNaming.Job>>(
    suffix: String, names: OutputNameTemplate? = nil, pictures: SidePictures?,
    makeWorker: ([ImageSource: ImageDestination], Int) -> Worker
  ) async throws {
    let choice = try output.choice(isInPlace: isInPlace)
    let collected = try input.collect()
    let images = collected.compactMap { try? $0.get() }
    var jobs: [OutputNaming.Job]
    do {
      jobs = try OutputNaming(
        choice: choice, suffix: suffix, template: try output.template() ?? names, hasLightTwins: hasLightTwins
      ).jobs(for: images)
    } catch let conflict as OutputNaming.Conflict {
      throw ValidationError(conflict.description)
    }
    let products = images.count - jobs.count
    if hasLightTwins, products > 0, !run.quiet {
      let words = products == 1 ? "an output" : "outputs"
      StandardStream.error.write(
        line: "note: \(Numbers.counted(products, "image")) passed over: by name \(words) of an earlier run")
    }
    if output.skipExisting {
      let kept = jobs.filter(\.isUpToDate)
      jobs.removeAll(where: Set(kept).contains)
      if !kept.isEmpty, !run.quiet {
        let words =
          kept.count == 1
          ? "1 output is newer than its input: left as it is"
          : "\(Numbers.count(kept.count)) outputs are newer than their inputs: left as they are"
        StandardStream.error.write(line: "note: \(words) (--skip-existing)")
      }
    }
    let writesToOutput = jobs.contains { $0.destination == .standardOutput }
    if writesToOutput, !output.dryRun, StandardStream.output.isTerminal {
      throw ValidationError("an image is not written to a terminal: redirect it, or give a file with -o")
    }
    let places = try pictures?.destinations(for: images, beside: jobs) ?? [:]
    if output.dryRun {
      if let pictures, !run.quiet {
        StandardStream.error.write(line: "note: a dry run writes no picture of --\(pictures.option)")
      }
    } else {
      LeftoverFiles.remove(for: jobs.compactMap(\.destination.path) + places.values.compactMap(\.path))
    }
    let jobOfSource = Dictionary(uniqueKeysWithValues: jobs.map { ($0.source, $0) })
    let hidesReports = writesToOutput || pictures?.takesStandardOutput == true
    try await ImageRun(
      makeWorker(places, images.count), run, results: hidesReports ? .error : .output,
      skipsUnsupported: input.skipsUnsupported
    ).perform(ImageRun.items(collected) { jobOfSource[$0.source] })
  }

  /// The options for workers. In the format HTML, they have a page that compares the images, if `done` is given.
  ///
  /// - Parameters:
  ///   - done: the work on the images, as one or two words; nil if there is no page.
  ///   - inputs: the number of images.
  package func options(
    page done: String? = nil, ground: HTMLPage.Pictures.Ground = .plain, inputs: Int = 0
  ) -> OutputRun {
    let settings = OutputSettings(
      overwrite: output.force || isInPlace, dryRun: output.dryRun, budget: run.budget)
    let page = run.format == .html ? done : nil
    return OutputRun(
      settings: settings, checksOutputs: output.check, withTimings: run.timings, isVerbose: run.verbose,
      comparison: page.map {
        OutputComparisonPage(done: $0, ground: ground, inputs: inputs, limits: run.limits)
      })
  }
}
