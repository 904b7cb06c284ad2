import Checking
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport

/// Contact sheets of what a rule found, so that a person can judge it in minutes: pictures on white with frames around the
/// places, or, where parts vanish, on the ground that they vanish on and beside it on grey. A list beside each sheet has the
/// files' names.
struct RealSheet: ~Copyable {
  private static let columns = 8
  private static let cell = 200
  private static let mostPictures = 64

  private var pixels: PixelBuffer

  /// The sheets of each rule, level and half, of 64 pictures each.
  ///
  /// - Parameter drawings: at most so many of a package, each once; nil for all files.
  static func writeAll(_ results: [RealResult], to folder: String, drawings: Int?) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for half in RealPackage.Half.allCases {
      for rule in Rule.allCases where !rule.isSaidOncePerRun {
        for level in FindingLevel.allCases {
          let firings = results.filter { $0.picture.half == half }.compactMap { result in
            result.findings?.first { $0.rule == rule && $0.level == level }.map { (result.picture, $0) }
          }
          let chosen = drawings.map { Self.drawings(firings, of: $0) } ?? firings
          let path = "\(folder)/\(rule.rawValue)-\(level.rawValue)-\(half.rawValue)"
          for first in stride(from: 0, to: chosen.count, by: mostPictures) {
            let page = first == 0 ? "" : "-\(first / mostPictures + 1)"
            try write(
              chosen[first..<min(first + mostPictures, chosen.count)], of: firings.count, to: path + page)
          }
        }
      }
    }
  }

  /// The first firings of each package whose files have different names: sizes and colours of a drawing mostly are files
  /// of one name in several folders.
  private static func drawings(_ firings: [(RealPicture, Finding)], of most: Int) -> [(RealPicture, Finding)]
  {
    var names: [String: Set<String>] = [:]
    return firings.filter { picture, _ in
      let name = URL(fileURLWithPath: picture.path).lastPathComponent.filter { !$0.isNumber }
      guard names[picture.package, default: []].count < most else { return false }
      return names[picture.package, default: []].insert(name).inserted
    }
  }

  private static func write(_ shown: ArraySlice<(RealPicture, Finding)>, of count: Int, to path: String)
    throws
  {
    var sheet = RealSheet(count: shown.count)
    for (index, (picture, finding)) in shown.enumerated() {
      let (column, row) = (index % columns, index / columns)
      if finding.rule == .vanishesOnDark || finding.rule == .vanishesOnLight {
        // A part that vanishes is its own frame.
        let small = try SmallPicture(picture.path, width: cell / 2 - 6, height: cell - 8)
        sheet.draw(small, on: Self.ground(finding), x: column * cell + 4, y: row * cell + 4)
        let gray = SIMD3(repeating: 0.5)
        sheet.draw(small, on: gray, x: column * cell + 4 + cell / 2, y: row * cell + 4)
      } else {
        let small = try SmallPicture(picture.path, width: cell - 8, height: cell - 8)
        sheet.draw(small, on: SIMD3(1, 1, 1), x: column * cell + 4, y: row * cell + 4)
        sheet.frame(finding.places, scale: small.scale, x: column * cell + 4, y: row * cell + 4)
      }
    }
    try sheet.pixels.writePNG(to: "\(path).png", bitDepth: 8)
    let lines = shown.enumerated().map { "\($0) \($1.0.path)\n    \($1.1.message)" }
    let text =
      "\(shown.count) of \(count) firings, \(columns) to a row\n" + lines.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path).txt"))
  }

  /// The ground that the finding's message names: the worst one.
  private static func ground(_ finding: Finding) -> SIMD3<Double> {
    let name = finding.message.split(separator: " ").first { $0.hasPrefix("#") && $0.hasSuffix(",") }
    guard let code = name.flatMap({ Int($0.dropFirst().dropLast(), radix: 16) }) else {
      return finding.rule == .vanishesOnDark ? SIMD3() : SIMD3(1, 1, 1)
    }
    return SIMD3(Double(code >> 16), Double(code >> 8 & 255), Double(code & 255)) / 255
  }

  private init(count: Int) {
    let rows = (count + Self.columns - 1) / Self.columns
    pixels = PixelBuffer(width: Self.columns * Self.cell, height: rows * Self.cell, format: .rgb16)
    for index in pixels.samples.indices { pixels.samples[index] = 0x8080 }
  }

  private mutating func draw(_ picture: SmallPicture, on ground: SIMD3<Double>, x left: Int, y top: Int) {
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let color = picture[x, y]
        set(left + x, top + y, SIMD3(color.x, color.y, color.z) + ground * (1 - color.w))
      }
    }
  }

  private mutating func frame(_ places: [ImageRegion], scale: Double, x left: Int, y top: Int) {
    for place in places {
      let right = Int(Double(place.x + place.width) * scale) - 1
      let bottom = Int(Double(place.y + place.height) * scale) - 1
      frame(
        left + Int(Double(place.x) * scale), top + Int(Double(place.y) * scale), left + right, top + bottom)
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

  /// - Parameters:
  ///   - mostWidth: cells' pixels that it may be wide.
  ///   - mostHeight: cells' pixels that it may be high.
  init(_ path: String, width mostWidth: Int, height mostHeight: Int) throws {
    var reader = try PNGReader(path: path)
    let header = reader.header
    scale = min(
      4, Double(mostWidth) / Double(header.width), Double(mostHeight) / Double(header.height))
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
