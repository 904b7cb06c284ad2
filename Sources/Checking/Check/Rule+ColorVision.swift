// The rule about areas that differ only in hue.

import Analysis
import ColorManagement
import Colors
import Conversion
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

extension Rule {
  /// The most pairs of colours that are named; the message counts the others.
  private static let namedPairs = 3

  /// The finding on neighbouring colours that merge for some people, with the places of the longest edges; empty
  /// without any. A note if all merge only in tritanopia, which is rare.
  ///
  /// - Parameter limit: the most pixels of an edge that is not worth a finding.
  static func colorVisionFindings(_ report: ColorVisionReport, above limit: Double) -> [Finding] {
    let pairs = report.pairs.filter { Double($0.pixels) > limit }
    guard let longest = pairs.first else { return [] }
    let isRare = pairs.allSatisfy { $0.merging.vision == .tritanopia }
    let rest = pairs.dropFirst(namedPairs).count
    let words =
      pairs.prefix(namedPairs).map(Self.words) + (rest > 0 ? [Numbers.counted(rest, "more pair")] : [])
    return [
      Finding(
        .colorVision, level: isRare ? .note : nil, value: Double(longest.pixels),
        subject: longest.colors.joined(separator: " and "), places: pairs.map(\.box),
        words.joined(separator: "; "))
    ]
  }

  /// `#C00000 and #606000 meet along 120 px; with deuteranopia they are ΔE 3.1 apart, without 40.2`.
  private static func words(_ pair: ColorVisionPair) -> String {
    let merging = pair.merging
    return "\(pair.colors.joined(separator: " and ")) meet along \(Numbers.count(pair.pixels)) px, with "
      + "\(merging.vision.rawValue) ΔE \(Numbers.oneDecimal(merging.difference)) apart, without "
      + "\(Numbers.oneDecimal(merging.normal))"
  }
}

extension ColorVisionScanner {
  /// The scanner of a check; nil if the rule is not selected, or the image is grey.
  ///
  /// - Throws: `ColorError` if the image's profile cannot be converted to sRGB.
  static func of(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile
  ) throws(ColorError) -> ColorVisionScanner? {
    guard request.rules.contains(.colorVision), !format.isGray else { return nil }
    let plan = try ConversionPlan(
      source: source, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
    let executor = try PixelExecutor(plan, mapping: .clip)
    return ColorVisionScanner(width: header.width) { executor.convert(&$0) }
  }
}
