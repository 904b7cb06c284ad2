import Foundation
import Oracles
import Pixels
import Testing

@testable import ColorManagement

@Suite("GamutMapper")
struct GamutMapperTests {
  private static let sRGB = RGBColorSpace.sRGB.profile
  private static let displayP3 = RGBColorSpace.displayP3.profile
  private static let conversion = conversion(.displayP3, .sRGB)
  private static let levels = DecisionLevels(.parametric(RGBColorSpace.sRGB.transfer))

  // MARK: All methods

  @Test("leaves colours well inside bit for bit, whatever the method", arguments: GamutMapping.allCases)
  func inside(method: GamutMapping) throws {
    let mapper = try mapper(method)
    for color in [[0.5, 0.5, 0.5], [0.2, 0.3, 0.25], [0.7, 0.6, 0.65], [0, 0, 0]] as [SIMD3<Double>] {
      #expect(mapper.mapped(color) == color)
    }
    #expect(mapper.mapped([1, 1, 1]) == [1, 1, 1])
  }

  @Test(
    "brings every colour of a wider space into the cube, and never makes NaN",
    arguments: GamutMapping.allCases, [RGBColorSpace.displayP3, .rec2020, .proPhoto])
  func intoCube(method: GamutMapping, source: RGBColorSpace) throws {
    for destination in [RGBColorSpace.sRGB, .displayP3, .adobeRGB] where destination != source {
      let mapper = try GamutMapper(method, source: source.profile, destination: destination.profile)
      let matrix = Self.conversion(source, destination).matrix
      for color in lattice(7) {
        let mapped = mapper.mapped(matrix.multiplied(by: color))
        #expect(mapped.min() >= 0 && mapped.max() <= 1, "\(color)")
      }
    }
  }

  @Test("clips each channel on its own, NaN to black")
  func clip() throws {
    #expect(try mapper(.clip).mapped([-0.2, 0.5, 1.3]) == [0, 0.5, 1])
    #expect(try mapper(.clip).mapped([.nan, 1, 0]) == [0, 1, 0])
  }

  // MARK: Chroma

  @Test("chroma agrees with CSS Color 4's algorithm on a 17³ lattice of encoded Display P3")
  func chromaAgreesWithCSS() throws {
    let mapper = try mapper(.chroma)
    var worst = 0.0
    var touched = 0
    for encoded in lattice(17) {
      let linear = Self.conversion.matrix.multiplied(by: decoded(encoded))
      let ours = encodedSRGB(mapper.mapped(linear))
      let theirs = encodedSRGB(CSSColor4.gamutMapped(linear))
      for channel in 0..<3 { worst = max(worst, abs(ours[channel] - theirs[channel])) }
      if linear.min() < 0 || linear.max() > 1 { touched += 1 }
    }
    #expect(touched > 2000)
    #expect(worst <= 1e-4)
  }

  @Test("chroma keeps lightness and hue to within the just noticeable difference")
  func chromaKeepsLightness() throws {
    let mapper = try mapper(.chroma)
    let transform = OKLabTransform(.sRGB)
    for encoded in lattice(9) {
      let linear = Self.conversion.matrix.multiplied(by: decoded(encoded))
      let before = transform.oklab(linear: linear)
      let after = transform.oklab(linear: mapper.mapped(linear))
      #expect(abs(before.lightness - after.lightness) < 0.0201)
    }
  }

  // MARK: Soft

  @Test("soft keeps a gradient's steps: the ramp from sRGB green to Display P3 green")
  func softKeepsGradients() throws {
    let soft = try mapper(.soft)
    let clip = try mapper(.clip)
    let transform = OKLabTransform(.sRGB)
    var softCodes = Set<SIMD3<UInt16>>()
    var clipCodes = Set<SIMD3<UInt16>>()
    var hueError = 0.0
    for encoded in greenRamp() {
      let linear = Self.conversion.matrix.multiplied(by: decoded(encoded))
      let mapped = soft.mapped(linear)
      softCodes.insert(codes(mapped))
      clipCodes.insert(codes(clip.mapped(linear)))
      let (before, after) = (transform.oklab(linear: linear), transform.oklab(linear: mapped))
      hueError += abs(OKLCh(after).hue - OKLCh(before).hue)
      #expect(abs(after.lightness - before.lightness) < 1e-6)
    }
    #expect(clipCodes.count <= 2)
    #expect(softCodes.count >= 20_000)
    #expect(hueError / 65536 < 0.01)
  }

  @Test("soft moves colours with at most 80 % of the boundary's chroma by nothing")
  func softLeavesInside() throws {
    let mapper = try mapper(.soft)
    let transform = OKLabTransform(.sRGB)
    let boundary = GamutBoundary(transform)
    for lightness in stride(from: 0.05, to: 1, by: 0.09) {
      for hue in stride(from: 0.0, to: 360, by: 11) {
        let unit = OKLCh(lightness: lightness, chroma: 1, hue: hue).lab
        let direction = OKLab.rootsFromA * unit.a + OKLab.rootsFromB * unit.b
        let most = boundary.chroma(lightness: lightness, direction: direction, limit: 1)
        let color = transform.linear(OKLCh(lightness: lightness, chroma: 0.7999 * most, hue: hue).lab)
        #expect(mapper.mapped(color) == color)
      }
    }
  }

  @Test("soft is strictly monotone and continuous along chroma")
  func softIsMonotone() throws {
    let mapper = try mapper(.soft)
    let transform = OKLabTransform(.sRGB)
    let p3 = GamutBoundary(OKLabTransform(.displayP3))
    for lightness in stride(from: 0.1, to: 0.97, by: 0.12) {
      for hue in stride(from: 0.0, to: 360, by: 23) {
        let unit = OKLCh(lightness: lightness, chroma: 1, hue: hue).lab
        let direction = OKLab.rootsFromA * unit.a + OKLab.rootsFromB * unit.b
        let widest = p3.chroma(lightness: lightness, direction: direction, limit: 1)
        var last = 0.0
        for step in 1...60 {
          let chroma = widest * Double(step) / 60
          let color = transform.linear(OKLCh(lightness: lightness, chroma: chroma, hue: hue).lab)
          let mapped = transform.oklab(linear: mapper.mapped(color)).chroma
          #expect(mapped > last)
          #expect(mapped - last <= widest / 60 + 1e-6)
          last = mapped
        }
      }
    }
  }

  @Test("soft clips white and black as rounding leaves them")
  func roundedNeutrals() throws {
    let mapper = try mapper(.soft)
    let errors = [0, 1e-16, -1e-16, 4e-16, -4e-16, 1e-15, -1e-15]
    for neutral in [0.0, 1.0] {
      for red in errors {
        for green in errors {
          for blue in errors {
            let color = SIMD3(neutral + red, neutral + green, neutral + blue)
            let distance = mapper.mapped(color) - GamutMapper.clipped(color)
            #expect(distance.max() < 1e-9 && distance.min() > -1e-9, "\(color)")
          }
        }
      }
    }
  }

  @Test("soft changes nothing where the destination holds the source")
  func softIntoWider() throws {
    let mapper = try GamutMapper(.soft, source: Self.sRGB, destination: Self.displayP3)
    let matrix = Self.conversion(.sRGB, .displayP3).matrix
    for color in lattice(9) {
      let linear = matrix.multiplied(by: color)
      let mapped = mapper.mapped(linear)
      #expect(abs(mapped.x - linear.x) + abs(mapped.y - linear.y) + abs(mapped.z - linear.z) < 2e-4)
    }
  }

  // MARK: Boundary

  @Test("the boundary is where bisection finds it")
  func boundary() {
    for space in [RGBColorSpace.sRGB, .displayP3, .rec2020] {
      let transform = OKLabTransform(space)
      let boundary = GamutBoundary(transform)
      for lightness in stride(from: 0.03, to: 1, by: 0.07) {
        for hue in stride(from: 0.0, to: 360, by: 7) {
          let unit = OKLCh(lightness: lightness, chroma: 1, hue: hue).lab
          let direction = OKLab.rootsFromA * unit.a + OKLab.rootsFromB * unit.b
          let found = boundary.chroma(lightness: lightness, direction: direction, limit: 1)
          let expected = bisected { chroma in
            let color = transform.linear(OKLCh(lightness: lightness, chroma: chroma, hue: hue).lab)
            return color.min() >= 0 && color.max() <= 1
          }
          #expect(abs(found - expected) < 1e-9, "\(space) L \(lightness) h \(hue)")
        }
      }
    }
  }

  // MARK: Pixels

  @Test("the converter rewrites the touched pixels of a clipped strip, and only those")
  func remap() throws {
    let mapper = try mapper(.soft)
    let converter = GamutMappedConverter(Self.conversion, mapper: mapper)
    let source = PixelBuffer(
      width: 4, height: 1, format: .rgba16,
      samples: [0, 65535, 0, 65535, 30000, 30000, 31000, 65535, 0, 65535, 0, 0, 0, 65535, 0, 1])
    var converted = source.clone()
    converter.reference.convert(&converted)
    let clipped = converted.samples
    converter.remap(source, in: &converted)
    let green = converter.convert(0, 65535, 0)
    #expect(Array(converted.samples[0..<4]) == [green.x, green.y, green.z, 65535])
    #expect(converted.samples[4..<12] == clipped[4..<12])
    #expect(Array(converted.samples[12..<16]) == [green.x, green.y, green.z, 1])
    #expect(green != SIMD3(clipped[0], clipped[1], clipped[2]))
  }

  // MARK: Helpers

  private func mapper(_ method: GamutMapping) throws -> GamutMapper {
    try GamutMapper(method, source: Self.displayP3, destination: Self.sRGB)
  }

  private static func conversion(_ source: RGBColorSpace, _ destination: RGBColorSpace) -> MatrixConversion {
    guard
      let plan = try? ConversionPlan(
        source: source.profile, destination: destination.profile, sourceIsGrayImage: false),
      case .matrix(let conversion) = plan.executor
    else { preconditionFailure("built-in RGB spaces convert by matrix") }
    return conversion
  }

  private func lattice(_ steps: Int) -> [SIMD3<Double>] {
    let values = (0..<steps).map { Double($0) / Double(steps - 1) }
    return values.flatMap { red in values.flatMap { green in values.map { [red, green, $0] } } }
  }

  /// 65,536 samples, linear in encoded Display P3, rounded to 16 bits.
  private func greenRamp() -> [SIMD3<Double>] {
    let inverse = Self.conversion(.sRGB, .displayP3).matrix
    let linear = inverse.multiplied(by: [0, 1, 0])
    let start = encodedSRGB(linear)
    let end = SIMD3(0.0, 1, 0)
    return (0..<65536).map { step in
      let t = Double(step) / 65535
      return ((start * (1 - t) + end * t) * 65535).rounded(.toNearestOrAwayFromZero) / 65535
    }
  }

  private func decoded(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    let curve = RGBColorSpace.displayP3.transfer
    return SIMD3(curve.linear(encoded.x), curve.linear(encoded.y), curve.linear(encoded.z))
  }

  private func encodedSRGB(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let encode = { (x: Double) in x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055 }
    return SIMD3(encode(linear.x), encode(linear.y), encode(linear.z))
  }

  private func codes(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(Self.levels.code(linear.x), Self.levels.code(linear.y), Self.levels.code(linear.z))
  }

  private func bisected(_ isInside: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 0.6)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isInside(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

/// The pseudocode of CSS Color 4's "Binary Search Gamut Map with Local MINDE" in polar coordinates with the C
/// library, for sRGB: independent of the project's own OKLab.
private enum CSSColor4 {
  static func gamutMapped(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let origin = lab(rgb)
    if origin.x >= 1 { return [1, 1, 1] }
    if origin.x <= 0 { return [0, 0, 0] }
    if isInGamut(rgb) { return rgb }
    var clipped = clip(rgb)
    if delta(lab(clipped), origin) < 0.02 { return clipped }
    let hue = atan2(origin.z, origin.y)
    var low = 0.0
    var high = hypot(origin.y, origin.z)
    var lowIsInGamut = true
    while high - low > 0.0001 {
      let chroma = (low + high) / 2
      let current = SIMD3(origin.x, chroma * cos(hue), chroma * sin(hue))
      let color = linear(current)
      if lowIsInGamut && isInGamut(color) {
        low = chroma
        continue
      }
      clipped = clip(color)
      let error = delta(lab(clipped), current)
      if error < 0.02 {
        if 0.02 - error < 0.0001 { return clipped }
        lowIsInGamut = false
        low = chroma
      } else {
        high = chroma
      }
    }
    return clipped
  }

  private static func isInGamut(_ rgb: SIMD3<Double>) -> Bool { rgb.min() >= 0 && rgb.max() <= 1 }
  private static func clip(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(max(0, min(1, rgb.x)), max(0, min(1, rgb.y)), max(0, min(1, rgb.z)))
  }
  private static func delta(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    sqrt(((a - b) * (a - b)).sum())
  }

  /// Linear sRGB straight to cones and back, as on Ottosson's page.
  private static func lab(_ c: SIMD3<Double>) -> SIMD3<Double> {
    let l = cbrt(0.4122214708 * c.x + 0.5363325363 * c.y + 0.0514459929 * c.z)
    let m = cbrt(0.2119034982 * c.x + 0.6806995451 * c.y + 0.1073969566 * c.z)
    let s = cbrt(0.0883024619 * c.x + 0.2817188376 * c.y + 0.6299787005 * c.z)
    return SIMD3(
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
  }

  private static func linear(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let cube = { (x: Double) in x * x * x }
    let l = cube(lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z)
    let m = cube(lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z)
    let s = cube(lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z)
    return SIMD3(
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }
}
