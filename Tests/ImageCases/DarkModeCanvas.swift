public import TestSupport
package import Pixels

/// Draws dark-mode cases: shapes with exact anti-aliasing over a background, in encoded sRGB as renderers do it, and the
/// ground truth beside the picture: what is artwork, and where the background is bare.
public struct DarkModeCanvas {
  /// What a shape is to the viewer: artwork, light artwork, or a piece of the background.
  public enum Role { case artwork, pale, paper }

  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Encoded sRGB, 0 to 1.
  public var color: [SIMD3<Double>]
  /// Share of artwork in each pixel, 0 to 1.
  public var artwork: [Double]
  /// Share of light artwork (panels, pale fills) in each pixel, which must stay darker than the paper.
  public var pale: [Double]
  /// How far the background is darkened by shadows, 0 to 1.
  public var shadow: [Double]
  /// Straight alpha, 0 to 1; nil for opaque images.
  public var alpha: [Double]?
  /// The generator of positions, sizes and grain.
  public var random: SplitMix64

  /// A canvas of one colour.
  public init(_ width: Int, _ height: Int, background: SIMD3<Double>, seed: UInt64) {
    self.width = width
    self.height = height
    color = Array(repeating: background, count: width * height)
    artwork = Array(repeating: 0, count: width * height)
    pale = artwork
    shadow = artwork
    random = SplitMix64(seed: seed)
  }

  /// Paints `ink` with the coverage of the shape whose signed distance `distance` gives, within a box.
  public mutating func fill(
    x: ClosedRange<Double>, y: ClosedRange<Double>, role: Role = .artwork, softness: Double = 1,
    ink: (Double, Double) -> SIMD3<Double>, distance: (Double, Double) -> Double
  ) {
    let columns =
      max(0, Int(x.lowerBound - softness - 1))..<max(0, min(width, Int(x.upperBound + softness + 2)))
    let rows =
      max(0, Int(y.lowerBound - softness - 1))..<max(0, min(height, Int(y.upperBound + softness + 2)))
    for row in rows {
      for column in columns {
        let px = Double(column) + 0.5
        let py = Double(row) + 0.5
        let coverage = min(max(0.5 - distance(px, py) / softness, 0), 1)
        guard coverage > 0 else { continue }
        let index = row * width + column
        color[index] = color[index] * (1 - coverage) + ink(px, py) * coverage
        artwork[index] *= 1 - coverage
        pale[index] *= 1 - coverage
        shadow[index] *= 1 - coverage
        if role == .artwork { artwork[index] += coverage }
        if role == .pale { pale[index] += coverage }
      }
    }
  }

  /// A rectangle, with rounded corners where `radius` says so.
  public mutating func rectangle(
    _ x: Double, _ y: Double, _ w: Double, _ h: Double, radius: Double = 0, _ ink: SIMD3<Double>,
    role: Role = .artwork, softness: Double = 1
  ) {
    fill(x: x...(x + w), y: y...(y + h), role: role, softness: softness, ink: { _, _ in ink }) { px, py in
      let dx = abs(px - x - w / 2) - w / 2 + radius
      let dy = abs(py - y - h / 2) - h / 2 + radius
      let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
      return outside + min(max(dx, dy), 0) - radius
    }
  }

  /// A disc.
  public mutating func circle(
    _ cx: Double, _ cy: Double, _ r: Double, _ ink: SIMD3<Double>, role: Role = .artwork, softness: Double = 1
  ) {
    fill(x: (cx - r)...(cx + r), y: (cy - r)...(cy + r), role: role, softness: softness, ink: { _, _ in ink })
    {
      (($0 - cx) * ($0 - cx) + ($1 - cy) * ($1 - cy)).squareRoot() - r
    }
  }

  /// A circle drawn with a pen.
  public mutating func ring(_ cx: Double, _ cy: Double, _ r: Double, stroke: Double, _ ink: SIMD3<Double>) {
    let box = r + stroke
    fill(x: (cx - box)...(cx + box), y: (cy - box)...(cy + box), ink: { _, _ in ink }) {
      abs((($0 - cx) * ($0 - cx) + ($1 - cy) * ($1 - cy)).squareRoot() - r) - stroke / 2
    }
  }

  /// A line with round ends.
  public mutating func line(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, stroke: Double, _ ink: SIMD3<Double>,
    role: Role = .artwork
  ) {
    let dx = x1 - x0
    let dy = y1 - y0
    let length = max(dx * dx + dy * dy, 1e-9)
    fill(
      x: (min(x0, x1) - stroke)...(max(x0, x1) + stroke), y: (min(y0, y1) - stroke)...(max(y0, y1) + stroke),
      role: role, ink: { _, _ in ink }
    ) { px, py in
      let t = min(max(((px - x0) * dx + (py - y0) * dy) / length, 0), 1)
      let ex = px - x0 - t * dx
      let ey = py - y0 - t * dy
      return (ex * ex + ey * ey).squareRoot() - stroke / 2
    }
  }

  /// A line of letter-like shapes: bowls, stems, bars and counters, `size` high.
  public mutating func text(_ x: Double, _ y: Double, width limit: Double, size: Double, _ ink: SIMD3<Double>)
  {
    let stroke = max(1, size / 7)
    var pen = x
    while pen < x + limit - size {
      let middle = y + size * 0.65
      let r = size * 0.3
      switch random.next() % 7 {
      case 0: ring(pen + r, middle, r, stroke: stroke, ink)
      case 1: line(pen + r, y, pen + r, y + size, stroke: stroke, ink)
      case 2:
        ring(pen + r, middle, r, stroke: stroke, ink)
        line(pen, middle, pen + 2 * r, middle, stroke: stroke, ink)
      case 3:
        line(pen, y + size * 0.35, pen, y + size, stroke: stroke, ink)
        line(pen + 2 * r, y + size * 0.35, pen + 2 * r, y + size, stroke: stroke, ink)
        line(pen, y + size * 0.4, pen + 2 * r, y + size * 0.4, stroke: stroke, ink)
      case 4:
        line(pen, y + size, pen + r, y + size * 0.35, stroke: stroke, ink)
        line(pen + 2 * r, y + size, pen + r, y + size * 0.35, stroke: stroke, ink)
      case 5:
        ring(pen + r, middle, r, stroke: stroke, ink)
        line(pen + 2 * r, y, pen + 2 * r, y + size, stroke: stroke, ink)
      default: pen += size * 0.1
      }
      pen += size * 0.8
    }
  }

  /// Lines of text.
  public mutating func paragraph(
    _ x: Double, _ y: Double, width limit: Double, lines: Int, size: Double, _ ink: SIMD3<Double>
  ) {
    for line in 0..<lines {
      text(x, y + Double(line) * size * 1.6, width: limit * (line == lines - 1 ? 0.6 : 1), size: size, ink)
    }
  }

  /// A soft shadow: the background loses up to `depth` of its light, falling off over `blur` pixels.
  public mutating func castShadow(
    _ x: Double, _ y: Double, _ w: Double, _ h: Double, blur: Double, depth: Double
  ) {
    for row in 0..<height {
      for column in 0..<width {
        let dx = (Double(column) + 0.5 - x - w / 2) / (w / 2 + blur)
        let dy = (Double(row) + 0.5 - y - h / 2) / (h / 2 + blur)
        let distance = dx * dx + dy * dy
        guard distance < 1 else { continue }
        let amount = depth * (1 - distance) * (1 - distance)
        let index = row * width + column
        color[index] *= 1 - amount
        shadow[index] = max(shadow[index], amount)
      }
    }
  }

  /// Smooth noise of several octaves, 0 to 1, one value per pixel.
  public mutating func fractal(scale: Double, octaves: Int) -> [Double] {
    var sum = [Double](repeating: 0, count: width * height)
    var amplitude = 0.5
    var cell = scale
    for _ in 0..<octaves {
      let columns = Int(Double(width) / cell) + 3
      let rows = Int(Double(height) / cell) + 3
      let lattice = (0..<columns * rows).map { _ in random.unit() }
      for y in 0..<height {
        let v = Double(y) / cell
        let row = Int(v)
        let fy = Self.smooth(v - Double(row))
        for x in 0..<width {
          let u = Double(x) / cell
          let column = Int(u)
          let fx = Self.smooth(u - Double(column))
          let at = row * columns + column
          let top = lattice[at] * (1 - fx) + lattice[at + 1] * fx
          let bottom = lattice[at + columns] * (1 - fx) + lattice[at + columns + 1] * fx
          sum[y * width + x] += amplitude * (top * (1 - fy) + bottom * fy)
        }
      }
      amplitude /= 2
      cell = max(1, cell / 2)
    }
    return sum
  }

  private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// Grain on every pixel: `amount` encoded, the same on all channels or `chroma` apart.
  public mutating func addGrain(_ amount: Double, chroma: Double = 0) {
    for index in color.indices {
      let common = random.gaussian() * amount
      color[index] += SIMD3(
        common + random.gaussian() * chroma, common + random.gaussian() * chroma,
        common + random.gaussian() * chroma)
    }
  }

  /// Blurs the picture with a box of 2·`radius` + 1 pixels in both directions, as a resized image is blurred, and
  /// with it the truth: where ink and paper are mixed is no pixel of ink alone.
  public mutating func blur(radius: Int) {
    color = blurred(color, radius: radius, zero: .zero) { $0 + $1 }.map { $0 / Self.weight(radius) }
    artwork = blurred(artwork, radius: radius, zero: 0, +).map { $0 / Self.weight(radius) }
    pale = blurred(pale, radius: radius, zero: 0, +).map { $0 / Self.weight(radius) }
    shadow = blurred(shadow, radius: radius, zero: 0, +).map { $0 / Self.weight(radius) }
  }

  /// Pixels in the box.
  private static func weight(_ radius: Int) -> Double { Double((2 * radius + 1) * (2 * radius + 1)) }

  /// Sums of `values` over the box around each pixel.
  private func blurred<Value>(
    _ values: [Value], radius: Int, zero: Value, _ add: (Value, Value) -> Value
  ) -> [Value] {
    var result = values
    for isVertical in [false, true] {
      let source = result
      for index in source.indices {
        let (x, y) = (index % width, index / width)
        result[index] = (-radius...radius).reduce(zero) { sum, offset in
          let sx = isVertical ? x : min(max(x + offset, 0), width - 1)
          let sy = isVertical ? min(max(y + offset, 0), height - 1) : y
          return add(sum, source[sy * width + sx])
        }
      }
    }
    return result
  }

  /// What a JPEG of 8×8 blocks leaves of the picture: the cosine coefficients of each channel, rounded to
  /// steps that grow with frequency. `step` is the first one, in 1/255.
  public mutating func compress(step: Double) {
    let basis = Self.cosines
    for channel in 0..<3 {
      for blockY in stride(from: 0, to: height, by: 8) {
        for blockX in stride(from: 0, to: width, by: 8) {
          var block = [Double](repeating: 0, count: 64)
          for i in 0..<64 {
            let x = min(blockX + i % 8, width - 1)
            let y = min(blockY + i / 8, height - 1)
            block[i] = color[y * width + x][channel] * 255
          }
          block = Self.transformed(block, basis, isInverse: false)
          for i in 0..<64 {
            let quantum = step * (1 + Double(i % 8 + i / 8) * 0.7)
            block[i] = (block[i] / quantum).rounded() * quantum
          }
          block = Self.transformed(block, basis, isInverse: true)
          for i in 0..<64 where blockX + i % 8 < width && blockY + i / 8 < height {
            color[(blockY + i / 8) * width + blockX + i % 8][channel] = min(max(block[i] / 255, 0), 1)
          }
        }
      }
    }
  }

  /// Row u, column x of the orthonormal DCT-II; cos(π/16) and its kin by half-angle roots.
  private static let cosines: [Double] = {
    func cosine(sixteenths n: Int) -> Double {
      let turn = n % 32
      if turn > 16 { return cosine(sixteenths: 32 - turn) }
      if turn > 8 { return -cosine(sixteenths: 16 - turn) }
      let half = 0.5.squareRoot()
      let eighth = ((1 + half) / 2).squareRoot()
      let table: [Double] = [
        1, ((1 + eighth) / 2).squareRoot(), eighth, 0, half, 0, ((1 - half) / 2).squareRoot(), 0, 0,
      ]
      switch turn {
      case 3: return ((1 + table[6]) / 2).squareRoot()
      case 5: return ((1 - table[6]) / 2).squareRoot()
      case 7: return ((1 - eighth) / 2).squareRoot()
      default: return table[turn]
      }
    }
    return (0..<64).map { i in
      let (u, x) = (i / 8, i % 8)
      return (u == 0 ? 0.125.squareRoot() : 0.5) * cosine(sixteenths: (2 * x + 1) * u)
    }
  }()

  private static func transformed(_ block: [Double], _ basis: [Double], isInverse: Bool) -> [Double] {
    func value(_ k: Int, _ n: Int) -> Double { isInverse ? basis[n * 8 + k] : basis[k * 8 + n] }
    var rows = [Double](repeating: 0, count: 64)
    for y in 0..<8 {
      for k in 0..<8 {
        var sum = 0.0
        for n in 0..<8 { sum += block[y * 8 + n] * value(k, n) }
        rows[y * 8 + k] = sum
      }
    }
    var result = rows
    for x in 0..<8 {
      for k in 0..<8 {
        var sum = 0.0
        for n in 0..<8 { sum += rows[n * 8 + x] * value(k, n) }
        result[k * 8 + x] = sum
      }
    }
    return result
  }

  /// The picture as samples; `bits` 8 leaves the codes of an 8-bit file (v · 257).
  package func pixels(bits: Int, isGray: Bool = false) -> PixelBuffer {
    let format = PixelFormat(isGray: isGray, hasAlpha: alpha != nil)
    let scale = bits == 8 ? 255.0 : 65535.0
    let factor = bits == 8 ? 257.0 : 1.0
    func code(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * scale).rounded() * factor) }
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height * format.channelCount)
    for index in color.indices {
      if isGray {
        samples.append(code(color[index].y))
      } else {
        for channel in 0..<3 { samples.append(code(color[index][channel])) }
      }
      if let alpha { samples.append(code(alpha[index])) }
    }
    return PixelBuffer(width: width, height: height, format: format, samples: samples)
  }
}
