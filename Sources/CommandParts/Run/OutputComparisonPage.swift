package import Checking
package import ImageFiles
package import PNGCodec
package import Reports

/// The page of a command that writes one image per input, with pictures before and after.
package struct OutputComparisonPage: Sendable {
  /// The work on the images in a few words, for the title after the number of images.
  package let done: String
  /// The ground behind the pictures.
  package let ground: HTMLPage.Pictures.Ground
  private let difference: ImageDifference

  /// - Parameter inputs: the number of images.
  package init(done: String, ground: HTMLPage.Pictures.Ground = .plain, inputs: Int, limits: PNGLimits) {
    self.done = done
    self.ground = ground
    difference = Self.difference(inputs: inputs, limits: limits)
  }

  /// A comparison that makes pictures, in which every visibly different pixel is marked.
  package static func difference(inputs: Int, limits: PNGLimits) -> ImageDifference {
    var request = DifferenceRequest()
    request.makesPreviews = true
    request.previewSide = HTMLPage.pictureSide(inputs: inputs)
    request.limits = limits
    return ImageDifference(request)
  }

  /// The pictures of `job`, which is done. Empty if an image is a stream, if both are the same file, or if they cannot
  /// be compared: HDR colours, and outputs that were not written.
  package func pictures(_ job: OutputNaming.Job, _ budget: StripPermits) async -> [HTMLPage.Pictures] {
    guard case .file(let input) = job.source, let output = job.destination.path,
      FileStatus(path: input)?.identity != FileStatus(path: output)?.identity
    else { return [] }
    return await Self.pictures(difference, job.source, output, title: nil, ground: ground, budget)
  }

  /// The pictures of an image and of its output.
  package static func pictures(
    _ difference: ImageDifference, _ source: ImageSource, _ output: String, title: String?,
    ground: HTMLPage.Pictures.Ground, _ budget: StripPermits
  ) async -> [HTMLPage.Pictures] {
    guard var report = try? await difference.compare(source, .file(output), budget: budget) else { return [] }
    if !report.comparable {
      report.previews = (try? await difference.previews(of: report.existingPaths, budget: budget)) ?? []
    }
    return DiffPage.pictures(report, title: title, ground: ground, withBoxes: false)
  }

  /// The outline of the page.
  package func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    HTMLPage.Outline(
      headline: Self.counts(totals.inputs, done, leftAlone: totals.leftAlone, failed: totals.failures),
      lead: "Each image as it was and as it is now. Keys: 1 side by side, 2 blink, 3 slider, 4 differences.",
      columns: [.text("Image"), .number("Size")], hasOverview: totals.inputs > 1, anchor: "image",
      saysClean: false,
      hasPictures: true)
  }

  /// `25 images softened`, or `12 of 20 images softened, 7 left alone, 1 failed`.
  static func counts(_ inputs: Int, _ done: String, leftAlone: Int, failed: Int) -> String {
    let images = Numbers.counted(inputs, "image")
    let others = [(leftAlone, "left alone"), (failed, "failed")].filter { $0.0 > 0 }
    if others.isEmpty { return "\(images) \(done)" }
    let written = Numbers.count(inputs - leftAlone - failed)
    return (["\(written) of \(images) \(done)"] + others.map { "\(Numbers.count($0.0)) \($0.1)" })
      .joined(separator: ", ")
  }
}

extension OutputWorker {
  package func findings(_ entry: ReportEntry<TimedReport<Written>>, withNotes: Bool) -> FindingsRecord {
    switch entry {
    case .failure(let path, let message):
      return FindingsRecord(
        files: [ReportedFile(typed: path, failure: message)],
        notes: HTMLPage.FileNotes(path: path, columnValues: [.number("")]))
    case .report(let timed):
      let (report, isWritten) = (timed.report, isWritten(timed.report))
      let written = isWritten ? ByteCount.text(report.bytesOut) : "left alone"
      var record = FindingsRecord(
        files: [ReportedFile(typed: report.path)],
        notes: HTMLPage.FileNotes(
          path: report.path,
          facts: facts(report) + remarks(timed).map(\.text),
          columnValues: [.number("\(ByteCount.text(report.bytesIn)) → \(written)")],
          pictures: timed.pictures))
      record.isLeftAlone = !isWritten
      return record
    }
  }

  package func outline(_ totals: FindingsTotals) -> HTMLPage.Outline {
    options.comparison?.outline(totals)
      ?? HTMLPage.Outline(headline: Numbers.counted(totals.inputs, "image"), lead: "")
  }
}
