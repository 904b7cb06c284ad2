import Analysis
public import ColorManagement
public import Pixels

/// What `GamutCollapseScanner` is compared with: looks at every pixel of a whole image, one after the other, in Double.
///
/// Three searches, each along all rows and all columns:
/// - *neighbours*: two pixels side by side, whose colours both go on beyond the pair;
/// - *edges*: two flat colours with up to three pixels of anti-aliasing between them;
/// - *ramps*: pixels out of gamut that change smoothly while the target shows one colour.
public struct ReferenceGamutCollapse {
  /// Per pixel, row after row: the largest CIEDE2000 between two colours that become one in the target; 0 where the
  /// pixel belongs to no such pair.
  public private(set) var collapsedColors: [Double]
  /// Per pixel: the length in CIEDE2000 of the ramp that becomes a plateau in the target; 0 where there is none.
  public private(set) var clippedGradients: [Double]

  /// Pixels from one flat colour to the other across an anti-aliased edge.
  private static let edgeSpans = 2...4
  /// A plateau in a column is marked from its first row on, as long as that is no farther back.
  private static let rampWindow = 64

  /// Per pixel: its colour, nil where alpha is 0.
  private let pixels: [Pixel?]
  /// Per pixel: whether its alpha is at least a half.
  private let isHalfOpaque: [Bool]
  private var palette: Palette

  /// Searches `image`, whose colours are tagged with the plan's source, for what is lost in the gamut of its
  /// destination.
  ///
  /// Throws `ColorError.gamutNeedsMatrixProfile`.
  public init(_ image: borrowing PixelBuffer, _ plan: ConversionPlan) throws(ColorError) {
    let (width, height, channels) = (image.width, image.height, image.format.channelCount)
    var palette = try Palette(plan)
    pixels = stride(from: 0, to: image.samples.count, by: channels).map { first in
      if channels == 4, image.samples[first + 3] == 0 { return nil }
      return palette.pixel(SIMD3(image.samples[first], image.samples[first + 1], image.samples[first + 2]))
    }
    isHalfOpaque = stride(from: 0, to: image.samples.count, by: channels).map { first in
      channels < 4 || image.samples[first + 3] >= 0x8000
    }
    self.palette = palette
    collapsedColors = Array(repeating: 0, count: width * height)
    clippedGradients = collapsedColors
    for y in 0..<height { search((0..<width).map { y * width + $0 }, rampWindow: width) }
    for x in 0..<width { search((0..<height).map { $0 * width + x }, rampWindow: Self.rampWindow) }
  }

  /// Searches one row or column, given by the indices of its pixels.
  private mutating func search(_ line: [Int], rampWindow: Int) {
    for position in line.indices {
      if goesOn(line, position, to: position - 1), goesOn(line, position + 1, to: position + 2) {
        compare(line[position...].prefix(2))
      }
      for span in Self.edgeSpans where position + span + 2 < line.count {
        if isEdge(line[position...(position + span + 2)]) {
          compare(line[(position + 1)...(position + span + 1)])
        }
      }
    }
    findRamps(line, window: rampWindow)
  }

  // MARK: Collapsed colours

  /// Whether the colour at `position` of `line` looks the same at `next`, or the line ends between them.
  private mutating func goesOn(_ line: [Int], _ position: Int, to next: Int) -> Bool {
    guard line.indices.contains(position), line.indices.contains(next) else { return true }
    guard let pixel = pixels[line[position]], let other = pixels[line[next]] else { return false }
    return palette.isOneColor(pixel, other)
  }

  /// Marks all of `part` where its first and its last colour become one in the target and are at least half opaque.
  private mutating func compare(_ part: ArraySlice<Int>) {
    guard part.allSatisfy({ $0 != part.first && $0 != part.last || isHalfOpaque[$0] }) else { return }
    guard part.count > 1, let a = pixels[part[part.startIndex]], let b = pixels[part[part.endIndex - 1]],
      a != b, a.isOut || b.isOut, let lost = palette.lostDifference(a, b)
    else { return }
    for index in part { collapsedColors[index] = max(collapsedColors[index], lost) }
  }

  /// Whether a flat colour ends with the second pixel of `part`, another begins with the last but one, and the colours
  /// between change at each pixel.
  private func isEdge(_ part: ArraySlice<Int>) -> Bool {
    let colors = part.map { pixels[$0] }
    guard !colors.contains(nil) else { return false }
    let changes = zip(colors, colors.dropFirst()).map { $0 != $1 }
    return !changes[0] && !changes[changes.count - 1] && !changes.dropFirst().dropLast().contains(false)
  }

  // MARK: Clipped gradients

  private mutating func findRamps(_ line: [Int], window: Int) {
    var ramp: Ramp?
    for position in line.indices {
      guard let pixel = pixels[line[position]], pixel.isOut else {
        ramp = nil
        continue
      }
      guard let before = ramp, let extended = before.extended(to: pixel, &palette) else {
        ramp = Ramp(pixel)
        continue
      }
      ramp = extended
      guard extended.isPlateau else { continue }
      let first = before.isPlateau ? position : position + 1 - min(extended.length, window)
      for index in line[first...position] {
        clippedGradients[index] = max(clippedGradients[index], extended.lostDifference)
      }
    }
  }
}

extension ReferenceGamutCollapse {
  /// A visible pixel's colour.
  private struct Pixel: Hashable {
    let codes: SIMD3<UInt16>
    let isOut: Bool
  }

  /// A colour before and after the clip to the target.
  private struct Clip {
    let source, target: CIELAB
  }

  /// The colours of an image, each computed once.
  private struct Palette {
    private let converter: PixelConverter
    /// Linear target RGB to D50 XYZ.
    private let colorants: Matrix3x3
    private var pixels: [SIMD3<UInt16>: Pixel] = [:]
    private var clips: [SIMD3<UInt16>: Clip] = [:]

    init(_ plan: ConversionPlan) throws(ColorError) {
      converter = PixelConverter(try plan.gamutConversion())
      guard case .matrix(let model) = plan.destination.model(for: plan.intent, as: .destination) else {
        preconditionFailure("a destination with a gamut conversion has colorants")
      }
      colorants = model.colorants
    }

    mutating func pixel(_ codes: SIMD3<UInt16>) -> Pixel {
      if let known = pixels[codes] { return known }
      let linear = converter.linear(codes)
      let isOut = linear.min() < -GamutReport.tolerance || linear.max() > 1 + GamutReport.tolerance
      let pixel = Pixel(codes: codes, isOut: isOut)
      pixels[codes] = pixel
      return pixel
    }

    mutating func clip(_ pixel: Pixel) -> Clip {
      if let known = clips[pixel.codes] { return known }
      let linear = converter.linear(pixel.codes)
      let clipped = linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
      let clip = Clip(
        source: CIELAB(xyz: colorants.multiplied(by: linear)),
        target: CIELAB(xyz: colorants.multiplied(by: clipped)))
      clips[pixel.codes] = clip
      return clip
    }

    /// Whether the two look the same in the source.
    mutating func isOneColor(_ a: Pixel, _ b: Pixel) -> Bool {
      a == b || CIEDE2000.difference(clip(a).source, clip(b).source) < GamutCollapseReport.visibleDifference
    }

    /// The CIEDE2000 that the pair loses, or nil where it is not lost: visible in the source, invisible in the target,
    /// and at most half of what it was.
    mutating func lostDifference(_ a: Pixel, _ b: Pixel) -> Double? {
      let (a, b) = (clip(a), clip(b))
      let visible = GamutCollapseReport.visibleDifference
      // Saves time: CIE94 and CIEDE2000 do not differ by a factor of four.
      guard ReferenceGamutCollapse.cie94(a.target, b.target) < 4 * visible else { return nil }
      let before = CIEDE2000.difference(a.source, b.source)
      guard before >= visible else { return nil }
      let after = CIEDE2000.difference(a.target, b.target)
      return after < visible && after <= before / 2 ? before : nil
    }
  }

  /// A walk along a row or a column over pixels out of gamut whose colours change smoothly, as long as the target shows
  /// nearly one colour: the candidate for a plateau.
  private struct Ramp {
    private let start: Pixel
    private var last: Pixel
    /// Pixels so far.
    private(set) var length = 1
    /// The largest CIEDE2000 from the start, measured where CIE94 calls the colours far enough apart; 0 before.
    private(set) var lostDifference = 0.0
    /// The CIE94 from the start where CIEDE2000 was measured last.
    private var measuredAt = 0.0

    init(_ pixel: Pixel) {
      start = pixel
      last = pixel
    }

    /// Whether the walk has become a plateau that was a ramp.
    var isPlateau: Bool {
      length >= GamutCollapseReport.plateauLength && lostDifference >= GamutCollapseReport.rampDifference
    }

    /// The walk as far as `pixel`, or nil where that does not carry the ramp on.
    func extended(to pixel: Pixel, _ palette: inout Palette) -> Ramp? {
      var ramp = self
      ramp.length += 1
      if pixel == last { return ramp }
      let (first, before, color) = (palette.clip(start), palette.clip(last), palette.clip(pixel))
      let visible = GamutCollapseReport.visibleDifference
      guard ReferenceGamutCollapse.cie94(before.source, color.source) < visible,
        ReferenceGamutCollapse.cie94(first.target, color.target) < visible
      else { return nil }
      ramp.last = pixel
      let rough = ReferenceGamutCollapse.cie94(first.source, color.source)
      if rough >= 0.75 * GamutCollapseReport.rampDifference, rough >= measuredAt + 0.1 {
        ramp.measuredAt = rough
        ramp.lostDifference = max(
          lostDifference, ReferenceGamutCollapse.seenDifference(first.source, color.source))
      }
      return ramp
    }
  }

  /// CIEDE2000 with chroma alone at 0.4: 1.25 times that of kC = 3 at most.
  private static func seenDifference(_ a: CIELAB, _ b: CIELAB) -> Double {
    min(CIEDE2000.difference(a, b), 1.25 * CIEDE2000.difference(a, b, chromaFactor: 3))
  }

  /// CIE94 (CIE 116-1995) for graphic arts, `a` being the standard.
  private static func cie94(_ a: CIELAB, _ b: CIELAB) -> Double {
    let (chromaA, chromaB) = ((a.a * a.a + a.b * a.b).squareRoot(), (b.a * b.a + b.b * b.b).squareRoot())
    let (dl, dc) = (a.lightness - b.lightness, chromaA - chromaB)
    let (da, db) = (a.a - b.a, a.b - b.b)
    let dhSquared = max(da * da + db * db - dc * dc, 0)
    let c = dc / (1 + 0.045 * chromaA)
    let weightHue = 1 + 0.015 * chromaA
    return (dl * dl + c * c + dhSquared / (weightHue * weightHue)).squareRoot()
  }
}
