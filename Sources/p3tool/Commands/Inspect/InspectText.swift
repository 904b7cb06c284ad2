import Analysis
import Checking
import ImageFiles
import Reports

/// An inspection as text: facts with their names.
struct InspectText {
  /// Whether chunk offsets are listed.
  let isVerbose: Bool
  /// The width of lines in columns.
  var width = 80
  /// The bars of histograms.
  var sparkline = Sparkline.blocks

  /// The file's name, a line per fact, and the findings that are not in the notes.
  func text(_ report: InspectionReport) -> String {
    let findings = report.findings.filter { !$0.rule.isSaidOncePerRun }.map { finding in
      (name: "finding", value: "\(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]")
    }
    let lines = (rows(report) + findings).map { name, value in
      let lead = "  " + name.padded(to: 10)
      // A list of chunks has lines of its own.
      return value.hasPrefix("\n") ? lead + value : lead + value.wrapped(to: width, indent: lead.count)
    }
    return ([report.path.printableName] + lines).joined(separator: "\n")
  }

  /// The facts about an image with their names.
  func rows(_ report: InspectionReport) -> [(name: String, value: String)] {
    let rows = [
      ("size", size(report)), ("depth", depth(report)), ("tag", tag(report)),
      ("profile", report.profile.map { profile($0) } ?? ""),
      ("primaries", report.profile?.primaries.map { primaries($0) } ?? ""),
      ("curve", report.profile?.curves.joined(separator: ", ") ?? ""),
      ("colours", colors(report)), ("lightness", report.lightness.flatMap { sparkline.text($0) } ?? ""),
      ("chunks", chunks(report)),
    ]
    return rows.filter { !$0.1.isEmpty }
  }

  private func size(_ report: InspectionReport) -> String {
    guard let width = report.width, let height = report.height, let colorType = report.colorType else {
      return ByteCount.text(report.bytes)
    }
    return "\(width)×\(height) \(colorType), \(ByteCount.text(report.bytes))"
      + (report.interlaced == true ? ", interlaced" : "")
  }

  private func depth(_ report: InspectionReport) -> String {
    guard let bitDepth = report.bitDepth else { return "" }
    guard let effectiveDepth = report.effectiveDepth, effectiveDepth < bitDepth else {
      return "\(bitDepth) bits"
    }
    return "\(bitDepth) bits, but the values need only \(effectiveDepth)"
  }

  private func tag(_ report: InspectionReport) -> String {
    let others = report.tag.present.filter { $0 != report.tag.governing }
    guard !others.isEmpty else { return report.tag.governing }
    let named = others.map { report.tag.conflicting.contains($0) ? "\($0), which disagrees" : $0 }
    return "\(report.tag.governing) (also \(named.joined(separator: "; ")))"
  }

  private func profile(_ profile: ProfileReport) -> String {
    "\"\(profile.name)\", ICC \(profile.version), \(profile.model), \(ByteCount.text(profile.size))"
      + (profile.equals.map { ", equals \($0)\(tolerance(profile.equalsWithinCodes ?? 0))" } ?? "")
  }

  private func tolerance(_ codes: Int) -> String {
    codes == 0 ? "" : " within \(Numbers.counted(codes, "code")) of 65,535"
  }

  private func primaries(_ primaries: ProfileReport.Primaries) -> String {
    func pair(_ point: [Double]) -> String { "(\(point.map { "\($0)" }.joined(separator: ", ")))" }
    return "red \(pair(primaries.red)) green \(pair(primaries.green)) blue \(pair(primaries.blue)) "
      + "white \(pair(primaries.white))"
  }

  private func colors(_ report: InspectionReport) -> String {
    guard let colors = report.colors, let needsWideGamut = report.needsWideGamut else { return "" }
    let count =
      "\(Numbers.count(colors.uniqueColors))\(colors.uniqueColorsAtLeast == true ? " or more" : "") unique"
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
