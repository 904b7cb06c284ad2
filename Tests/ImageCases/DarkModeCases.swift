import TestSupport
import DarkMode

/// The generated cases: `DarkModeCases.all` holds eight of each kind that is softened and of each that is
/// left alone. Cases of even index are for fixing thresholds, the others for scoring them.
public enum DarkModeCases {
  /// All kinds, eight variants each.
  public static let all: [DarkModeCase] = make(variants: 8)

  /// Cases whose index within their kind is even: thresholds were fixed on these.
  public static func tuning(_ cases: [DarkModeCase]) -> [DarkModeCase] { half(cases, parity: 0) }

  /// The others: thresholds are scored on these.
  public static func scoring(_ cases: [DarkModeCase]) -> [DarkModeCase] { half(cases, parity: 1) }

  private static func half(_ cases: [DarkModeCase], parity: Int) -> [DarkModeCase] {
    var seen: [DarkModeCase.Kind: Int] = [:]
    return cases.filter { item in
      let index = seen[item.kind, default: 0]
      seen[item.kind] = index + 1
      return index % 2 == parity
    }
  }

  /// `variants` cases of each kind.
  public static func make(variants: Int) -> [DarkModeCase] {
    DarkModeCase.Kind.allCases.flatMap { kind in
      (0..<variants).map { make(kind, variant: $0) }
    }
  }

  /// One case; the same for the same arguments on every machine.
  public static func make(_ kind: DarkModeCase.Kind, variant: Int) -> DarkModeCase {
    let seed =
      UInt64(variant) &* 7919 &+ UInt64(DarkModeCase.Kind.allCases.firstIndex(of: kind) ?? 0) &* 104_729
    let name = "\(kind.rawValue)-\(variant)"
    switch kind {
    case .document: return document(name, variant, seed)
    case .scan: return scan(name, variant, seed)
    case .chart: return chart(name, variant, seed)
    case .icon: return icon(name, variant, seed)
    case .screenshot: return screenshot(name, variant, seed)
    case .product: return product(name, variant, seed)
    case .snow: return snow(name, variant, seed)
    case .sky: return sky(name, variant, seed)
    case .photo: return photo(name, variant, seed)
    case .darkImage: return darkImage(name, variant, seed)
    case .brightGraphic: return brightGraphic(name, variant, seed)
    case .soft: return soft(name, variant, seed)
    }
  }

  static let black = SIMD3(0.0, 0.0, 0.0)
  static let white = SIMD3(1.0, 1.0, 1.0)

  static func gray(_ value: Double) -> SIMD3<Double> { SIMD3(value, value, value) }

  /// Saturated inks of charts and icons.
  static let inks: [SIMD3<Double>] = [
    SIMD3(0.0, 0.44, 0.94), SIMD3(0.84, 0.15, 0.16), SIMD3(0.17, 0.63, 0.17), SIMD3(1.0, 0.5, 0.05),
    SIMD3(0.58, 0.4, 0.74), SIMD3(0.55, 0.34, 0.29), SIMD3(0.09, 0.75, 0.81), SIMD3(0.98, 0.8, 0.1),
    SIMD3(0.3, 0.3, 0.32), SIMD3(0.9, 0.1, 0.5),
  ]

  // MARK: White backgrounds

  private static func document(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(160, 120, background: white, seed: seed)
    let inks = [
      black, gray(0.2), SIMD3(0.1, 0.1, 0.4), gray(0.45), black, SIMD3(0.5, 0, 0), black, gray(0.1),
    ]
    let size = [9.0, 12, 7, 14, 10, 8, 18, 6][variant % 8]
    canvas.paragraph(10, 10, width: 140, lines: Int(95 / (size * 1.6)), size: size, inks[variant % 8])
    if variant % 4 == 1 { canvas.line(10, 60.5, 150, 60.5, stroke: 1, gray(0.3)) }
    if variant % 4 == 2 { canvas.rectangle(20, 70, 60, 35, inks[variant % 8]) }
    if variant == 5 { canvas.compress(step: 6) }
    return DarkModeCase(
      name, .document, expected: .white, canvas: canvas, bits: variant % 2 == 0 ? 8 : 16,
      isGray: variant == 6, isExact: variant != 5)
  }

  private static func scan(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    let papers = [
      SIMD3(0.96, 0.94, 0.88), gray(0.95), SIMD3(0.98, 0.97, 0.94), gray(0.92), SIMD3(0.93, 0.91, 0.85),
      gray(0.97), SIMD3(0.95, 0.95, 0.93), SIMD3(0.97, 0.94, 0.9),
    ]
    var canvas = DarkModeCanvas(160, 120, background: papers[variant % 8], seed: seed)
    let texture = canvas.fractal(scale: 12, octaves: 4)
    for index in canvas.color.indices { canvas.color[index] *= 1 + (texture[index] - 0.47) * 0.05 }
    canvas.paragraph(14, 12, width: 130, lines: 6, size: 9 + Double(variant % 3) * 2, gray(0.12))
    if variant % 2 == 1 { canvas.rectangle(90, 85, 50, 26, inks[variant % inks.count]) }
    if variant % 4 == 3 { canvas.castShadow(-40, -20, 60, 160, blur: 20, depth: 0.15) }
    canvas.addGrain(0.008 + 0.002 * Double(variant % 3))
    if variant % 3 == 2 { canvas.compress(step: 5) }
    return DarkModeCase(name, .scan, expected: .white, canvas: canvas, isExact: false)
  }

  private static func chart(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(160, 120, background: white, seed: seed)
    for row in 0..<5 {
      let y = 15.5 + Double(row) * 20
      canvas.line(20, y, 150, y, stroke: 1, gray(0.87), role: .pale)
    }
    canvas.line(20.5, 10, 20.5, 100, stroke: 1, gray(0.2))
    canvas.line(20, 100.5, 150, 100.5, stroke: 1, gray(0.2))
    switch variant % 4 {
    case 0:
      for bar in 0..<6 {
        let top = canvas.random.between(20, 80)
        canvas.rectangle(28 + Double(bar) * 20, top, 12.6, 100 - top, inks[(bar + variant) % inks.count])
      }
    case 1:
      for series in 0..<3 {
        var y = canvas.random.between(30, 90)
        for step in 0..<8 {
          let next = min(max(y + canvas.random.between(-18, 18), 14), 96)
          let x = 22 + Double(step) * 16
          canvas.line(x, y, x + 16, next, stroke: 2, inks[(series + variant) % inks.count])
          y = next
        }
      }
    case 2:
      canvas.circle(85, 56, 38, inks[variant % inks.count])
      canvas.rectangle(85, 20, 30, 36, inks[(variant + 3) % inks.count])
      canvas.circle(85, 56, 16, white, role: .paper)
    default:
      for _ in 0..<40 {
        canvas.circle(
          canvas.random.between(26, 146), canvas.random.between(14, 96), canvas.random.between(1.5, 4),
          inks[Int(canvas.random.next() % 10)])
      }
    }
    canvas.text(30, 106, width: 110, size: 8, gray(0.3))
    return DarkModeCase(name, .chart, expected: .white, canvas: canvas, bits: variant < 4 ? 8 : 16)
  }

  private static func icon(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(96, 96, background: white, seed: seed)
    let ink = inks[variant % inks.count]
    switch variant % 4 {
    case 0: canvas.circle(48, 48, 30, ink)
    case 1:
      canvas.rectangle(20, 20, 56, 56, radius: 12, ink)
      canvas.text(28, 36, width: 46, size: 22, gray(0.95) * 0.4 + ink * 0.2)
    case 2:
      for spoke in 0..<6 {
        let x = Double(spoke) * 12 + 16
        canvas.line(48, 48, x, spoke % 2 == 0 ? 16 : 80, stroke: 4, inks[(variant + spoke) % inks.count])
      }
    default:
      canvas.fill(
        x: 18...78, y: 18...78, ink: { _, y in ink * (1 - (y - 18) / 120) },
        distance: { x, y in ((x - 48) * (x - 48) + (y - 48) * (y - 48)).squareRoot() - 30 })
      canvas.ring(48, 48, 18, stroke: 3, gray(0.1))
    }
    if variant == 6 { canvas.blur(radius: 1) }
    if variant >= 6 {
      var alpha = [Double](repeating: 1, count: 96 * 96)
      for y in 0..<96 {
        for x in 0..<96 {
          let dx = max(abs(Double(x) + 0.5 - 48) - 28, 0)
          let dy = max(abs(Double(y) + 0.5 - 48) - 28, 0)
          alpha[y * 96 + x] = min(max(18.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
        }
      }
      canvas.alpha = alpha
    }
    return DarkModeCase(name, .icon, expected: .white, canvas: canvas, bits: 8, isExact: variant != 6)
  }

  private static func screenshot(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    let isTinted = variant % 3 == 1
    var canvas = DarkModeCanvas(180, 120, background: isTinted ? gray(0.96) : white, seed: seed)
    // The cards are the white of a tinted page.
    if isTinted { canvas.pale = canvas.pale.map { _ in 1 } }
    if variant % 2 == 0 { canvas.rectangle(0, 0, 45, 120, gray(0.94), role: .pale) }
    canvas.rectangle(
      0, 0, 180, 14, variant % 4 == 3 ? inks[variant % inks.count] : gray(0.9),
      role: variant % 4 != 3 ? .pale : .artwork)
    for card in 0..<2 {
      let y = 22 + Double(card) * 48
      if variant % 2 == 1 { canvas.castShadow(56, y + 3, 110, 40, blur: 10, depth: 0.12) }
      canvas.rectangle(56, y, 110, 40, radius: 5, white, role: .paper)
      if !isTinted { canvas.line(56, y + 40.5, 166, y + 40.5, stroke: 1, gray(0.85), role: .pale) }
      canvas.circle(70, y + 14, 8, inks[(variant + card) % inks.count])
      canvas.text(84, y + 8, width: 76, size: 9, gray(0.13))
      canvas.text(84, y + 22, width: 70, size: 7, gray(0.45))
      canvas.rectangle(130, y + 28, 30, 9, radius: 4, inks[(variant + 5) % inks.count])
    }
    canvas.paragraph(6, 24, width: 36, lines: 5, size: 7, gray(0.3))
    return DarkModeCase(name, .screenshot, expected: .white, canvas: canvas)
  }

  private static func product(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    let backdrop = [white, gray(0.985), SIMD3(0.99, 0.985, 0.97), white][variant % 4]
    var canvas = DarkModeCanvas(140, 130, background: backdrop, seed: seed)
    canvas.castShadow(30, 96, 80, 14, blur: 14, depth: 0.45)
    let body = inks[(variant * 3) % inks.count] * 0.75 + gray(0.05)
    let texture = canvas.fractal(scale: 9, octaves: 4)
    let softness = 1 + Double(variant % 3) * 0.6
    let width = canvas.width
    let shade: (Double, Double) -> SIMD3<Double> = { x, y in
      let dx = (x - 58) / 45
      let dy = (y - 50) / 60
      let light = max(0.25, 1.05 - (dx * dx + dy * dy))
      let grain = texture[min(129, max(0, Int(y))) * width + min(139, max(0, Int(x)))]
      return body * light * (0.8 + grain * 0.4)
    }
    if variant % 2 == 0 {
      canvas.fill(
        x: 30...110, y: 20...104, softness: softness, ink: shade,
        distance: { x, y in (((x - 70) * (x - 70)) + ((y - 62) * (y - 62))).squareRoot() - 38 })
    } else {
      canvas.fill(
        x: 36...104, y: 16...106, softness: softness, ink: shade,
        distance: { x, y in max(abs(x - 70) - 32, abs(y - 61) - 42) })
    }
    canvas.addGrain(0.004)
    return DarkModeCase(name, .product, expected: .white, canvas: canvas, isExact: false)
  }

  // MARK: To be left alone

  private static func snow(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(144, 96, background: white, seed: seed)
    let drifts = canvas.fractal(scale: 40, octaves: 6)
    let fine = canvas.fractal(scale: 6, octaves: 3)
    let horizon = 20 + Double(variant % 4) * 12
    for y in 0..<96 {
      for x in 0..<144 {
        let index = y * 144 + x
        let depth = (Double(y) - horizon) / (96 - horizon)
        if Double(y) > horizon + drifts[index] * 10 {
          let level =
            0.78 + Double(variant % 4) * 0.04 + drifts[index] * 0.26 + (fine[index] - 0.45) * 0.1
            - (1 - depth) * 0.05
          canvas.color[index] = SIMD3(level * 0.97, level * 0.985, level * 1.0 + 0.01)
        } else {
          let level = 0.72 + drifts[index] * 0.2
          canvas.color[index] = SIMD3(level * 0.85, level * 0.95, level * 1.1)
        }
      }
    }
    for tree in 0..<(variant % 5) {
      let x = canvas.random.between(5, 135)
      canvas.line(x, horizon + 4, x + 2, horizon + 24 + Double(tree) * 4, stroke: 4, SIMD3(0.16, 0.2, 0.18))
    }
    canvas.addGrain(0.012, chroma: 0.006)
    if variant % 2 == 1 { canvas.compress(step: 4) }
    return DarkModeCase(name, .snow, expected: nil, canvas: canvas, isExact: false)
  }

  private static func sky(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(144, 96, background: white, seed: seed)
    let clouds = canvas.fractal(scale: 36, octaves: 6)
    let land = canvas.fractal(scale: 14, octaves: 5)
    let isOvercast = variant % 3 == 2
    for y in 0..<96 {
      for x in 0..<144 {
        let index = y * 144 + x
        let height = Double(y) / 96
        if height > 0.62 + clouds[x] * 0.15 {
          let level = 0.12 + land[index] * 0.45
          canvas.color[index] = SIMD3(level * 0.9, level, level * 0.6)
        } else {
          // A blown-out overcast sky, or clouds over blue.
          let cover = isOvercast ? 1.25 : min(max((clouds[index] - 0.35) * 3, 0), 1)
          let blue = SIMD3(0.35 + height * 0.3, 0.55 + height * 0.25, 0.85 + height * 0.08)
          let cloud = gray(0.88 + clouds[index] * 0.2)
          canvas.color[index] = blue * (1 - cover) + cloud * cover
        }
      }
    }
    canvas.addGrain(0.01, chroma: 0.005)
    if variant % 2 == 0 { canvas.compress(step: 4) }
    return DarkModeCase(name, .sky, expected: nil, canvas: canvas, isExact: false)
  }

  private static func photo(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(144, 96, background: gray(0.5), seed: seed)
    let large = canvas.fractal(scale: 48, octaves: 6)
    let tint = canvas.fractal(scale: 30, octaves: 4)
    let brightness = 0.5 + Double(variant % 4) * 0.22
    for index in canvas.color.indices {
      let level = large[index] * brightness + 0.1
      canvas.color[index] = SIMD3(
        level * (0.8 + tint[index] * 0.5), level, level * (1.15 - tint[index] * 0.4))
    }
    for _ in 0..<5 {
      canvas.circle(
        canvas.random.between(10, 134), canvas.random.between(10, 86), canvas.random.between(4, 16),
        SIMD3(canvas.random.unit(), canvas.random.unit(), canvas.random.unit()), softness: 3)
    }
    if variant % 2 == 1 { canvas.circle(100, 30, 9, white, softness: 5) }
    canvas.addGrain(0.012, chroma: 0.006)
    return DarkModeCase(name, .photo, expected: nil, canvas: canvas, isExact: false)
  }

  private static func darkImage(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(160, 120, background: gray(0.05 + Double(variant) * 0.015), seed: seed)
    canvas.rectangle(10, 10, 140, 30, radius: 6, gray(0.18))
    canvas.paragraph(16, 50, width: 120, lines: 3, size: 9, gray(0.92))
    canvas.text(18, 18, width: 120, size: 12, inks[variant % inks.count])
    canvas.circle(130, 100, 12, inks[(variant + 4) % inks.count])
    return DarkModeCase(name, .darkImage, expected: nil, canvas: canvas)
  }

  // MARK: Bright without a white background

  private static func brightGraphic(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    var canvas = DarkModeCanvas(160, 120, background: white, seed: seed)
    let from = [SIMD3(1.0, 0.93, 0.7), SIMD3(0.8, 0.93, 1.0), SIMD3(0.85, 1.0, 0.85), SIMD3(1.0, 0.92, 0.95)]
    let to = [SIMD3(1.0, 0.75, 0.45), SIMD3(0.5, 0.75, 1.0), SIMD3(0.45, 0.9, 0.6), SIMD3(0.98, 0.72, 0.85)]
    for y in 0..<120 {
      for x in 0..<160 {
        let t = (Double(y) + Double(x) * 0.3) / 168
        canvas.color[y * 160 + x] = from[variant % 4] * (1 - t) + to[variant % 4] * t
      }
    }
    for shape in 0..<4 {
      canvas.circle(
        canvas.random.between(15, 145), canvas.random.between(15, 105), canvas.random.between(6, 16),
        inks[(variant + shape) % inks.count])
    }
    canvas.text(20, 50, width: 120, size: 14, gray(0.15))
    return DarkModeCase(name, .brightGraphic, expected: .highlights, canvas: canvas, bits: 16)
  }

  /// Pages that are soft already.
  private static func soft(_ name: String, _ variant: Int, _ seed: UInt64) -> DarkModeCase {
    let level = 0.83 + Double(variant % 4) * 0.01
    var canvas = DarkModeCanvas(160, 120, background: gray(level), seed: seed)
    canvas.paragraph(10, 10, width: 140, lines: 5, size: 10, gray(0.1))
    canvas.circle(120, 90, 18, inks[variant % inks.count])
    if variant >= 4 { canvas.addGrain(0.006) }
    return DarkModeCase(name, .soft, expected: nil, canvas: canvas, isExact: variant < 4)
  }
}
