import Foundation
import P3Kit
import PNGCodec
import Pixels
import TestSupport

/// Contact sheets of what a rule found, so that a person can judge it in minutes: pictures on the ground that they
/// vanish on, or on white, with frames around the places. A list beside each sheet has the files' names.
struct RealSheet: ~Copyable {
  private static let columns = 8
  private static let cell = 200
  private static let mostPictures = 64

  private var pixels: PixelBuffer

  /// One sheet for each rule, level and half.
  static func writeAll(_ results: [RealResult], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for half in RealPackage.Half.allCases {
      for rule in Rule.allCases where !rule.isSaidOncePerRun {
        for level in FindingLevel.allCases {
          let firings = results.filter { $0.picture.half == half }.compactMap { result in
            result.findings?.first { $0.rule == rule && $0.level == level }.map { (result.picture, $0) }
          }
          if !firings.isEmpty {
            let name = "\(rule.rawValue)-\(level.rawValue)-\(half.rawValue)"
            try write(firings.sorted { $0.0.hash < $1.0.hash }, to: "\(folder)/\(name)")
          }
        }
      }
    }
  }

  private static func write(_ firings: [(RealPicture, Finding)], to path: String) throws {
    let shown = firings.prefix(mostPictures)
    var sheet = RealSheet(count: shown.count)
    for (index, (picture, finding)) in shown.enumerated() {
      try sheet.draw(
        SmallPicture(picture.path, side: cell - 8), finding, column: index % columns, row: index / columns)
    }
    try sheet.pixels.writePNG(to: "\(path).png", bitDepth: 8)
    let lines = shown.enumerated().map { "\($0) \($1.0.path)\n    \($1.1.message)" }
    let text = "\(firings.count) firings, \(columns) to a row\n" + lines.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path).txt"))
  }

  private init(count: Int) {
    let rows = (count + Self.columns - 1) / Self.columns
    pixels = PixelBuffer(width: Self.columns * Self.cell, height: rows * Self.cell, format: .rgb16)
    for index in pixels.samples.indices { pixels.samples[index] = 0x8080 }
  }

  private mutating func draw(_ picture: SmallPicture, _ finding: Finding, column: Int, row: Int) {
    let (left, top) = (column * Self.cell + 4, row * Self.cell + 4)
    let ground = finding.rule == .vanishesOnDark ? SIMD3(28, 28, 30) / 255 : SIMD3<Double>(1, 1, 1)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let color = picture[x, y]
        set(left + x, top + y, SIMD3(color.x, color.y, color.z) + ground * (1 - color.w))
      }
    }
    // A part that vanishes is its own frame.
    guard finding.rule != .vanishesOnDark, finding.rule != .vanishesOnLight else { return }
    for place in finding.places {
      let right = Int(Double(place.x + place.width) * picture.scale) - 1
      let bottom = Int(Double(place.y + place.height) * picture.scale) - 1
      frame(
        left + Int(Double(place.x) * picture.scale), top + Int(Double(place.y) * picture.scale), left + right,
        top + bottom)
    }
  }

  private mutating func frame(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    let color = SIMD3<Double>(1, 0, 1)
    for x in left...max(left, right) { for y in [top, max(top, bottom)] { set(x, y, color) } }
    for y in top...max(top, bottom) { for x in [left, max(left, right)] { set(x, y, color) } }
  }

  private mutating func set(_ x: Int, _ y: Int, _ color: SIMD3<Double>) {
    guard x < pixels.width, y < pixels.height else { return }
    for channel in 0..<3 {
      let code = UInt16((min(color[channel], 1) * 65535).rounded())
      pixels.samples[(y * pixels.width + x) * 3 + channel] = code
    }
  }
}

/// A picture at the size of a cell: averages of its encoded samples, multiplied by alpha; small ones are enlarged up to
/// four times.
struct SmallPicture {
  /// Sides in cells' pixels.
  let width: Int, height: Int
  /// Cells' pixels per pixel of the picture.
  let scale: Double
  private var sums: [SIMD4<Double>]

  init(_ path: String, side: Int) throws {
    var reader = try PNGReader(path: path)
    let header = reader.header
    scale = min(4, Double(side) / Double(max(header.width, header.height)))
    width = max(1, Int(Double(header.width) * scale))
    height = max(1, Int(Double(header.height) * scale))
    sums = Array(repeating: SIMD4(), count: width * height)
    var counts = [Double](repeating: 0, count: width * height)
    var top = 0
    while true {
      let strip = try reader.readRows(64)
      if strip.height == 0 { break }
      for y in 0..<strip.height { add(strip, y, top: top, of: header, &counts) }
      top += strip.height
    }
    for index in sums.indices { sums[index] /= max(counts[index], 1) }
  }

  /// Red, green, blue and alpha, 0 to 1.
  subscript(x: Int, y: Int) -> SIMD4<Double> { sums[y * width + x] }

  private mutating func add(
    _ strip: borrowing PixelBuffer, _ row: Int, top: Int, of header: PNGHeader, _ counts: inout [Double]
  ) {
    for y in cells(top + row, of: header.height, side: height) {
      for column in 0..<strip.width {
        let color = Self.color(strip, row * strip.rowStride + column * strip.format.channelCount)
        for x in cells(column, of: header.width, side: width) {
          sums[y * width + x] += color
          counts[y * width + x] += 1
        }
      }
    }
  }

  /// The rows or columns of the small picture that number `index` of `count` falls on.
  private func cells(_ index: Int, of count: Int, side: Int) -> Range<Int> {
    let first = min(index * side / count, side - 1)
    return first..<max(first + 1, (index + 1) * side / count)
  }

  private static func color(_ strip: borrowing PixelBuffer, _ at: Int) -> SIMD4<Double> {
    let format = strip.format
    func channel(_ index: Int) -> Double { Double(strip.samples[at + index]) / 65535 }
    let alpha = format.hasAlpha ? channel(format.colorChannelCount) : 1
    let color = format.isGray ? SIMD3(repeating: channel(0)) : SIMD3(channel(0), channel(1), channel(2))
    return SIMD4(color * alpha, alpha)
  }
}
