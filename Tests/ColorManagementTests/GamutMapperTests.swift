import Foundation
import Oracles
import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("GamutMapper")
struct GamutMapperTests {
  private static let sRGB = RGBColorSpace.sRGB.profile
  private static let displayP3 = RGBColorSpace.displayP3.profile
  private static let conversion = conversion(.displayP3, .sRGB)

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

  @Test("soft keeps close to colours, their hue and gradients, from Display P3 to sRGB")
  func softFigures() throws {
    let figures = try GamutFigures(.soft, colors: LongTests.areEnabled ? 200_000 : 20_000)
    #expect(figures.outside.mean <= 2.9 && figures.outside.most <= 7.5)
    #expect(figures.inside.mean <= 0.15)
    #expect(figures.hue <= 1.5)
    #expect(figures.corners <= 3)
    #expect(figures.smoothness <= 0.5)
  }

  @Test("soft keeps a gradient's steps: the ramp from sRGB green to Display P3 green")
  func softKeepsGradients() throws {
    let (soft, clip) = (try GamutTrial(.soft), try GamutTrial(.clip))
    let ramp = GamutRamp.green.samples(65536)
    #expect(Set(ramp.map { clip.result($0).codes }).count <= 12)
    #expect(Set(ramp.map { soft.result($0).codes }).count >= 13_000)
  }

  @Test(
    "soft is what the plain form makes of a colour",
    arguments: [
      (RGBColorSpace.displayP3, RGBColorSpace.sRGB), (.rec2020, .sRGB), (.rec2020, .displayP3),
      (.proPhoto, .adobeRGB),
      (.displayP3, .adobeRGB), (.sRGB, .displayP3),
    ])
  func softAgainstReference(source: RGBColorSpace, destination: RGBColorSpace) throws {
    let matrix = Self.conversion(source, destination).matrix
    for (knee, reach) in [(0.8, 1.0), (0.5, 1), (0.9, 0.5)] {
      let fixed = knee == 0.9 ? nil : knee
      let mapper = try GamutMapper(
        .soft, source: source.profile, destination: destination.profile, knee: fixed
      )
      .reaching(reach)
      #expect(abs(mapper.knee - knee) < 1e-15)
      let reference = ReferenceSoftKnee(from: source, to: destination, knee: knee, reach: reach)
      for encoded in lattice(8) {
        let linear = matrix.multiplied(by: decoded(encoded))
        let (ours, plain) = (mapper.mapped(linear), reference.mapped(linear))
        #expect(
          abs((ours - plain).min()) < 1e-6 && abs((ours - plain).max()) < 1e-6,
          "\(encoded): \(ours), \(plain)")
      }
    }
  }

  @Test("soft moves colours inside of 80 % of the boundary by nothing that 16 bits could show")
  func softLeavesInside() throws {
    let mapper = try mapper(.soft)
    forEachRay { color in
      var most = 0.0
      while color(most + 0.001).min() >= 0, color(most + 0.001).max() <= 1 { most += 0.001 }
      #expect(mapper.mapped(color(0.75 * most)) == color(0.75 * most))
      let (before, after) = (color(0.8 * most), mapper.mapped(color(0.8 * most)))
      #expect((before - after).max() < 1e-6 && (before - after).min() > -1e-6)
    }
  }

  @Test("soft is strictly monotone along rays of one lightness from grey")
  func softIsMonotone() throws {
    let mapper = try mapper(.soft)
    let toSource = Self.conversion(.sRGB, .displayP3).matrix
    let oklab = OKLabTransform(.sRGB)
    forEachRay { color in
      let grey = oklab.oklab(linear: color(0))
      var (last, distance) = (0.0, 0.002)
      while true {
        let source = toSource.multiplied(by: color(distance))
        if source.min() < 0 || source.max() > 1 { break }
        let mapped = oklab.oklab(linear: mapper.mapped(color(distance))).distance(to: grey)
        #expect(mapped > last)
        last = mapped
        distance += 0.002
      }
    }
  }

  /// A bound of 2: neighbours come no farther apart than twice what they were, in OKLab.
  @Test("soft is continuous everywhere: a fine lattice keeps to the bound of Lipschitz", arguments: [1, 0.3])
  func softIsContinuous(reach: Double) throws {
    let mapper = try mapper(.soft).reaching(reach)
    let oklab = OKLabTransform(.sRGB)
    let count = LongTests.areEnabled ? 97 : 25
    let colors = lattice(count).map { encoded in
      let linear = Self.conversion.matrix.multiplied(by: decoded(encoded))
      return (before: oklab.oklab(linear: linear), after: oklab.oklab(linear: mapper.mapped(linear)))
    }
    var most = 0.0
    for place in colors.indices {
      for (step, digit) in [
        (1, place % count), (count, place / count % count), (count * count, place / count / count),
      ]
      where digit + 1 < count {
        let (one, other) = (colors[place], colors[place + step])
        most = max(most, one.after.distance(to: other.after) / one.before.distance(to: other.before))
      }
    }
    #expect(most > 1 && most < 2)
  }

  @Test("the knee begins the later the closer colours stay to the gamut")
  func softReach() throws {
    let mapper = try mapper(.soft)
    #expect(mapper.knee == 0.8 && mapper.reaching(0.5).knee == 0.9 && mapper.reaching(0).knee == 1)
    let inside = SIMD3(0.6, 0.01, 0.01)
    let green = [1, 0.5, 0.1, 0].map { mapper.reaching($0).mapped(inside).y }
    #expect(green == green.sorted(by: >) && green[0] > 0.0109 && green[3] == 0.01, "\(green)")
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

  /// Linear sRGB at a distance from grey, along lines on which the root of the medium cone stays: the soft knee's own.
  private func forEachRay(_ body: ((Double) -> SIMD3<Double>) -> Void) {
    let toRGB = ColumnMatrix3x3(SoftKnee.mixedCones(of: OKLabTransform(.sRGB)).toRGB)
    for lightness in stride(from: 0.1, to: 0.99, by: 0.11) {
      for hue in stride(from: 0.0, to: 360, by: 17) {
        let direction = SIMD3(cos(hue * .pi / 180) / 4, 0, sin(hue * .pi / 180))
        body { distance in
          let roots = lightness + direction * distance
          return toRGB.multiplied(by: roots * roots)
        }
      }
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
