import Analysis
import Checking
import ColorManagement
import CommandParts
import Conversion
import ImageFiles
import Reports

/// Converts one image of `p3tool convert`.
struct ConvertWorker: OutputWorker {
  typealias Written = ConversionReport

  let command = "convert"
  let conversion: ImageConversion
  let options: OutputRun
  /// The destination of each input's comparison of mappings.
  let comparisons: [ImageSource: ImageDestination]
  let replacesComparisons: Bool
  /// The policy that decides which findings make the run exit with 1.
  let policy: FindingPolicy

  func write(_ job: OutputNaming.Job) async throws(ImageError) -> ConversionReport {
    guard let comparison = comparisons[job.source], !options.settings.dryRun else {
      return try await convert(job)
    }
    // Opened before the image is written, so that an existing file at the pictures' place is an error in time.
    let sink = try OutputSettings(overwrite: replacesComparisons).openSink(from: job.source, to: comparison)
    let pictures = try MappingPictures.of(job.source, conversion.request)
    if comparison.path?.lowercased().hasSuffix(".html") == true {
      let page = try MappingPage(pictures: pictures, name: FilePath(job.source.name).name).text()
      try ImageError.at(comparison.name) { () throws(FileError) in
        try SystemCall.write(Array(page.utf8), to: sink.descriptor, path: comparison.name)
      }
    } else {
      try MappingSheet(pictures).write(to: sink.descriptor, name: comparison.name)
    }
    let report = try await convert(job)
    try sink.commit()
    return report
  }

  private func convert(_ job: OutputNaming.Job) async throws(ImageError) -> ConversionReport {
    var report = try await conversion.convert(job.source, to: job.destination, settings: options.settings)
    report.keepBandsThatBother()
    return report
  }

  func facts(_ report: ConversionReport) -> [String] {
    [
      "\(report.width) × \(report.height) pixels", "\(report.source.profile) → \(report.destination.profile)",
      report.gamut.map(Self.text), report.banding.map(Self.text),
    ].compactMap(\.self)
  }

  func text(_ timed: TimedReport<ConversionReport>) -> String {
    let report = timed.report
    var parts = [
      "\(report.path.printableName) → \(report.output.printableName)",
      "\(report.source.profile) → \(report.destination.profile)",
      "\(report.width)×\(report.height) \(report.destination.colorType)\(report.destination.depth)",
    ]
    if options.isVerbose {
      parts.append([report.executor, report.kernel].compactMap { $0 }.joined(separator: "/"))
    }
    if let gamut = report.gamut { parts.append(Self.text(gamut)) }
    if let banding = report.banding { parts.append(Self.text(banding)) }
    if let state = report.state { parts.append("dry run: output is \(state.rawValue)") }
    parts.append("\(ByteCount.text(report.bytesIn)) → \(ByteCount.text(report.bytesOut))")
    parts.append(timed.elapsedText)
    return parts.joined(separator: "  ")
  }

  /// `out of gamut 1.8 % (max ΔE 6.4)`, `out of gamut 1.8 % (max ΔE 8.2 with soft from .91 on, 6.4 clipped)`,
  /// `out of gamut none (soft moves 3.1 % in gamut, max ΔE 2.0)`.
  private static func text(_ gamut: GamutSummary) -> String {
    let most = Numbers.oneDecimal(gamut.deltaE.max)
    guard gamut.needsWiderGamut else {
      guard let moved = gamut.movedInGamut, moved > 0 else { return "out of gamut none" }
      let share = Percentage.text(Double(moved) / Double(max(gamut.visiblePixels, 1)))
      return "out of gamut none (\(gamut.mapping.rawValue) moves \(share) in gamut, max ΔE \(most))"
    }
    let percent = Percentage.text(gamut.fraction)
    guard let clip = gamut.clip else { return "out of gamut \(percent) (max ΔE \(most))" }
    let knee = gamut.knee.map { " from \(Numbers.twoDecimals($0)) on" } ?? ""
    return "out of gamut \(percent) (max ΔE \(most) with \(gamut.mapping.rawValue)\(knee), "
      + "\(Numbers.oneDecimal(clip.deltaE.max)) clipped)"
  }

  /// `banding none`, `banding in 2 places (score 3.1)`.
  private static func text(_ banding: BandingReport) -> String {
    guard banding.verdict == .banded else { return "banding none" }
    let places = banding.regions.count == 1 ? "in 1 place" : "in \(banding.regions.count) places"
    return "banding \(places) (score \(Numbers.oneDecimal(banding.score)))"
  }

  func remarks(_ timed: TimedReport<ConversionReport>) -> [Remark] {
    let name = timed.report.path.printableName
    return timed.report.notes.map { Remark(subject: name, text: $0) }
      + failing(timed.report).map {
        Remark(subject: name, text: "\($0.rule.rawValue): \($0.message) (--fail-on)", isShared: false)
      }
  }

  func tally(_ timed: TimedReport<ConversionReport>) -> FindingTally {
    let failing = failing(timed.report)
    return FindingTally(
      findings: FindingCounts(failing.map(\.level)), failing: failing.count + (isOutdated(timed) ? 1 : 0))
  }

  private func failing(_ report: ConversionReport) -> [Finding] { report.findings.filter(policy.fails) }
}
