// The rule about areas that only hue separates.

import ColorManagement
import PNGCodec
import Pixels

extension Rule {
  /// So many pairs of colours are listed; the last one says how many there are more.
  private static let listedPairs = 12

  /// The findings on colours that meet and merge for some, one for each pair, the longest edges first. Those that merge
  /// in tritanopia alone, which is rare, are notes.
  ///
  /// - Parameter limit: pixels of an edge that are still not worth a finding.
  static func colorVisionFindings(_ report: ColorVisionReport, above limit: Double) -> [Finding] {
    let pairs = report.pairs.filter { Double($0.pixels) > limit }
    let listed = pairs.prefix(listedPairs)
    let rest = pairs.dropFirst(listedPairs).count
    return listed.enumerated().map { index, pair in
      let colors = pair.colors.joined(separator: " and ")
      let merging = pair.merging
      let isLast = index + 1 == listed.count
      return Finding(
        .colorVision, level: merging.vision == .tritanopia ? .note : nil, value: Double(pair.pixels),
        subject: colors, region: pair.box,
        "\(colors) meet along \(Numbers.count(pair.pixels)) px; with \(merging.vision.rawValue) they are ΔE "
          + "\(Numbers.oneDecimal(merging.difference)) apart, without \(Numbers.oneDecimal(merging.normal))"
          + (isLast && rest > 0 ? "; \(Numbers.counted(rest, "more pair")) of colours" : ""))
    }
  }
}

/// The scan of a check for areas that only hue separates.
struct ColorVisionScan: ~Copyable {
  private var scanner: ColorVisionScanner?

  /// - Throws: `ColorError` where the image's profile cannot be converted to sRGB.
  init(_ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile) throws(ColorError)
  {
    guard request.rules.contains(.colorVision), !format.isGray else { return }
    let plan = try ConversionPlan(
      source: source, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
    let executor = try PixelExecutor(plan, mapping: .clip)
    scanner = ColorVisionScanner(width: header.width) { executor.convert(&$0) }
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) { scanner?.add(strip) }

  /// Nil where the rule is not asked for, or the image is grey.
  mutating func finish() -> ColorVisionReport? {
    guard var scanner = scanner.take() else { return nil }
    return scanner.finish()
  }
}
