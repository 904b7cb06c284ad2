import Oracles
import Checking
public import ColorManagement
import Pixels

/// What heat maps and the pictures of pages are compared with: pixel after pixel, in Double.
public struct ReferenceHeatmap {
  private let converter: PixelConverter
  private let colorants: Matrix3x3
  private let encoder = DecisionLevels(.parametric(RGBColorSpace.sRGB.transfer))

  /// For pixels in colour that are tagged with `source`, in the gamut of `target`; both have matrices.
  public init(source: ICCProfile, target: ICCProfile) throws {
    let plan = try ConversionPlan(source: source, destination: target, sourceIsGrayImage: false)
    converter = PixelConverter(try plan.gamutConversion(), target: .scalar)
    guard case .matrix(let model) = target.model else { preconditionFailure("no matrix") }
    colorants = model.colorants
  }

  /// CIEDE2000 between a colour and its clip, nil for colours in gamut.
  public func deltaE(_ color: SIMD3<UInt16>, alpha: UInt16 = .max) -> Double? {
    let linear = converter.linear(color)
    guard linear.min() < -GamutTally.tolerance || linear.max() > 1 + GamutTally.tolerance else { return nil }
    let clipped = linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    return ReferenceTranslucency.difference(
      colorants.multiplied(by: linear), colorants.multiplied(by: clipped), alpha: alpha)
  }

  /// The luminance as a code of the sRGB curve.
  public func luminance(_ color: SIMD3<UInt16>) -> UInt16 {
    let row = colorants.rows[1]
    let linear = converter.linear(color)
    let sum = linear.x * row.x + linear.y * row.y + linear.z * row.z
    return encoder.code(sum / (row.x + row.y + row.z))
  }

  /// How a pixel is painted: transparent ones are not seen, whatever colour they keep.
  public func paint(_ color: SIMD3<UInt16>, alpha: UInt16) -> SIMD3<UInt8> {
    if alpha > 0, let deltaE = deltaE(color, alpha: alpha), deltaE >= HeatmapScale.leastPainted {
      return HeatmapScale.color(deltaE)
    }
    let opaque = 64 + 0.75 * Double(luminance(color)) / 257
    let coverage = Double(alpha) / 65535
    return SIMD3(repeating: UInt8(opaque * coverage + 255 * (1 - coverage) + 0.5))
  }
}

/// A cell of a preview: the mean of its pixels, weighted by their alpha, and the largest difference that a clip makes.
public struct ReferencePreviewCell {
  private var sums = [UInt64](repeating: 0, count: 3)
  private var alphas: UInt64 = 0
  private var count: UInt64 = 0
  /// Nil where nothing is clipped.
  public private(set) var deltaE: Double?

  /// A cell without pixels.
  public init() {}

  /// Adds a pixel.
  public mutating func add(_ color: SIMD3<UInt16>, alpha: UInt16, deltaE: Double?) {
    for channel in 0..<3 { sums[channel] += UInt64(color[channel]) * UInt64(alpha) }
    alphas += UInt64(alpha)
    count += 1
    if alpha > 0, let deltaE { self.deltaE = max(self.deltaE ?? 0, deltaE) }
  }

  /// The mean colour, rounded half up; 0 where all is transparent.
  public var color: [UInt16] { sums.map { UInt16(($0 + max(alphas, 1) / 2) / max(alphas, 1)) } }

  /// The mean alpha, rounded half up.
  public var alpha: UInt16 { UInt16((alphas + count / 2) / count) }
}
