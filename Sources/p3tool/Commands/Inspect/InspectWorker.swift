import ColorManagement
import P3Kit

/// Inspects one image of `p3tool inspect`.
struct InspectWorker: ImageWorker {
  let command = "inspect"
  let reportsAreResults = true
  let inspection: ImageInspection
  /// Where the profile goes, or nil.
  let extractedProfile: ImageDestination?
  let overwrite: Bool
  /// Whether JSON carries figures that differ from run to run.
  let withTimings: Bool
  /// Whether chunk offsets are listed.
  let isVerbose: Bool

  func process(_ source: ImageSource) async throws(ImageError) -> TimedReport<InspectionReport> {
    let start = ContinuousClock.now
    let (report, profile) = try inspection.inspect(source)
    if let extractedProfile {
      try OutputFile.write(profile.bytes, to: extractedProfile, overwrite: overwrite)
    }
    return TimedReport(report: report, elapsed: ContinuousClock.now - start, isEncoded: withTimings)
  }

  func text(_ timed: TimedReport<InspectionReport>) -> String {
    let lines = rows(timed.report).map { "  \($0.name.padded(to: 10))\($0.value)" }
    return ([timed.report.path] + lines).joined(separator: "\n")
  }

  /// What there is to say of an image, each fact with its name.
  func rows(_ report: InspectionReport) -> [(name: String, value: String)] {
    let rows = [
      ("size", size(report)), ("depth", depth(report)), ("tag", tag(report)), ("profile", profile(report)),
      ("primaries", primaries(report)), ("curve", report.profile.curves.joined(separator: ", ")),
      ("colours", colors(report)), ("chunks", chunks(report)),
    ]
    return rows.filter { !$0.1.isEmpty }
  }

  func notes(_ timed: TimedReport<InspectionReport>) -> [String] {
    timed.report.notes.map { "\(timed.report.path): \($0)" }
  }

  private func size(_ report: InspectionReport) -> String {
    "\(report.width)×\(report.height) \(report.colorType), \(ByteCount.text(report.bytes))"
      + (report.interlaced ? ", interlaced" : "")
  }

  private func depth(_ report: InspectionReport) -> String {
    report.effectiveDepth < report.bitDepth
      ? "\(report.bitDepth) bits, but the values need only \(report.effectiveDepth)"
      : "\(report.bitDepth) bits"
  }

  private func tag(_ report: InspectionReport) -> String {
    let others = report.tag.present.filter { $0 != report.tag.governing }
    guard !others.isEmpty else { return report.tag.governing }
    let named = others.map { report.tag.conflicting.contains($0) ? "\($0), which disagrees" : $0 }
    return "\(report.tag.governing) (also \(named.joined(separator: "; ")))"
  }

  private func profile(_ report: InspectionReport) -> String {
    let profile = report.profile
    let equals = profile.equals.map { ", equals \($0)" } ?? ""
    return
      "\"\(profile.name)\", ICC \(profile.version), \(profile.model), \(ByteCount.text(profile.size))\(equals)"
  }

  private func primaries(_ report: InspectionReport) -> String {
    guard let primaries = report.profile.primaries else { return "" }
    func pair(_ point: [Double]) -> String { "(\(point.map { "\($0)" }.joined(separator: ", ")))" }
    return "red \(pair(primaries.red)) green \(pair(primaries.green)) blue \(pair(primaries.blue)) "
      + "white \(pair(primaries.white))"
  }

  private func colors(_ report: InspectionReport) -> String {
    guard let colors = report.colors, let needsWideGamut = report.needsWideGamut else { return "" }
    let count = "\(colors.uniqueColors)\(colors.uniqueColorsAtLeast == true ? " or more" : "") unique"
    guard needsWideGamut, let share = colors.gamutCoverage["srgb"] else { return "\(count), all inside sRGB" }
    return "\(count), \(Percentage.text(1 - share)) of the visible pixels outside sRGB"
  }

  private func chunks(_ report: InspectionReport) -> String {
    if isVerbose {
      return report.chunks.map { "\n    \($0.type) \($0.length) bytes at \($0.offset)" }.joined()
    }
    var parts: [(type: String, count: Int, length: Int)] = []
    for chunk in report.chunks {
      if let last = parts.last, last.type == chunk.type {
        parts[parts.count - 1] = (last.type, last.count + 1, last.length + chunk.length)
      } else {
        parts.append((chunk.type, 1, chunk.length))
      }
    }
    return parts.map { part in
      "\(part.type)\(part.count > 1 ? "×\(part.count)" : "") \(ByteCount.text(part.length))"
    }.joined(separator: ", ")
  }
}

// What an inspection finds to complain about, in the formats of code review and CI. It never fails a run: whoever wants
// that asks `check`.

extension InspectWorker {
  var formats: [ReportFormat] { ReportFormat.allCases }

  func document(_ inputs: [ReportEntry<TimedReport<InspectionReport>>], as format: ReportFormat) throws
    -> String
  {
    let policy = FindingPolicy(conditions: [.never])
    let files = inputs.map { entry in
      entry.file { ($0.report.path, $0.report.findings.map { ReportedFinding($0, policy: policy) }) }
    }
    let document = FindingsDocument(
      command: command, rules: ImageInspection.rules.map { ReportedRule($0) }, files: files)
    return try document.text(as: format) {
      try document.html(
        headline: CheckHTML.counted(inputs.count, "image"),
        lead: "What the files claim about their colours, and what their pixels really use.",
        heads: (state: "Colours", size: "Size"), facts: inputs.map(facts))
    }
  }

  private func facts(_ entry: ReportEntry<TimedReport<InspectionReport>>) -> FindingsDocument.PageFacts {
    guard case .report(let timed) = entry else { return FindingsDocument.PageFacts() }
    let report = timed.report
    return FindingsDocument.PageFacts(
      state: report.profile.name, size: "\(report.width) × \(report.height)",
      notes: rows(report).map { "\($0.name) \($0.value)" } + report.notes)
  }
}
