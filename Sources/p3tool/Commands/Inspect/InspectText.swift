import P3Kit

/// An inspection in words, each fact with its name.
struct InspectText {
  /// Whether chunk offsets are listed.
  let isVerbose: Bool

  /// The file's name, and a line per fact.
  func text(_ report: InspectionReport) -> String {
    let lines = rows(report).map { "  \($0.name.padded(to: 10))\($0.value)" }
    return ([report.path.printableName] + lines).joined(separator: "\n")
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
