import Pixels

/// Makes paper transparent: a pixel p = F + t·(W − F) of the object F and the share t of the paper W becomes F with the alpha
/// 1 − t, so that on W it looks as before, and on any other ground as if it were drawn there.
///
/// A class, so that a decision is copied as fast as one without it.
final class SofteningKnockout: Sendable {
  /// Codes of W.
  let paper: SIMD3<UInt16>
  /// What stays opaque; nil for an image that is too intricate to be searched for plates.
  let plates: SofteningPlateMap?

  init(paper: SIMD3<UInt16>, plates: consuming SofteningPlates?) {
    self.paper = paper
    self.plates = plates?.map(on: paper)
  }

  /// By how much a pixel may be lighter than the paper and still be paper: four codes of 8 bits, which noise has.
  private static let tolerance = 1028

  /// The pixels of `before` as colours with alpha. `after` is the same without its share of paper: (1 − t)·F.
  ///
  /// - Parameter alphaStep: alpha is a multiple of it, rounded up, so that colours stay in gamut. They are computed from
  ///   the rounded alpha: both fit to each other in 8 bits as well.
  func unmixed(
    _ before: borrowing PixelBuffer, without after: borrowing PixelBuffer, firstRow: Int, alphaStep: Int
  ) -> PixelBuffer {
    let (format, colors) = (before.format, before.format.colorChannelCount)
    let target = PixelFormat(isGray: format.isGray, hasAlpha: true)
    var result = PixelBuffer(width: before.width, height: before.height, format: target)
    var alphas: [Int] = []
    for pixel in 0..<before.pixelCount {
      if pixel % before.width == 0 { alphas = rowOfAlphas(before, after, pixel / before.width, firstRow) }
      let (from, to) = (pixel * format.channelCount, pixel * target.channelCount)
      let own = format.hasAlpha ? Int(before.samples[from + colors]) : 65535
      let alpha = min(65535, (alphas[pixel % before.width] + alphaStep - 1) / alphaStep * alphaStep)
      guard alpha > 0, own > 0 else { continue }
      for channel in 0..<colors {
        let mixed = Int(before.samples[from + channel]) * 65535 - (65535 - alpha) * Int(paper[channel])
        result.samples[to + channel] = UInt16(min(65535, (max(0, mixed) + alpha / 2) / alpha))
      }
      result.samples[to + colors] = UInt16((alpha * own + 32767) / 65535)
    }
    return result
  }

  /// 1 − t of the pixels of row `y`.
  private func rowOfAlphas(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, _ y: Int, _ firstRow: Int
  ) -> [Int] {
    let (channels, colors) = (before.format.channelCount, before.format.colorChannelCount)
    let first = before.rowRange(y).lowerBound
    var alphas = (0..<before.width).map { leastAlpha(before, after, at: first + $0 * channels, colors) }
    let opaque = (plates?.parts(inRow: firstRow + y) ?? []).filter { isOpaque($0, alphas) }
    for x in opaque.lazy.map(\.columns).joined() { alphas[x] = 65535 }
    return alphas
  }

  /// Whether a part on or beside plates is opaque in a row, by the alphas that its pixels have without plates.
  private func isOpaque(_ part: SofteningPlateMap.Part, _ alphas: [Int]) -> Bool {
    let columns = part.columns
    switch part.condition {
    case .always: return true
    case .noPaper: return alphas[columns].runs { $0 == 0 }.allSatisfy { $0.count < Self.paperRun }
    case .nonePaler:
      let palest = min(alphas[columns.lowerBound - 1], alphas[columns.upperBound])
      return alphas[columns].allSatisfy { $0 >= palest }
    }
  }

  /// Pixels in a row that are paper, where fewer may be light ones of what is drawn.
  private static let paperRun = 3

  /// 1 − t in 1/65535: at least what keeps the colour in gamut where the pixel is lighter than paper.
  private func leastAlpha(
    _ before: borrowing PixelBuffer, _ after: borrowing PixelBuffer, at index: Int, _ colors: Int
  ) -> Int {
    var (share, lighter) = (65535, 0)
    for channel in 0..<colors {
      let (code, white) = (Int(before.samples[index + channel]), max(1, Int(paper[channel])))
      share = min(share, (code - Int(after.samples[index + channel])) * 65535 / white)
      let room = 65535 - white - Self.tolerance
      if room > 0 { lighter = max(lighter, (code - white - Self.tolerance) * 65535 / room) }
    }
    return max(65535 - share, min(65535, lighter))
  }
}
