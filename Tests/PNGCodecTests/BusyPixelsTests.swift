import Pixels
import TestSupport
import Testing

@testable import PNGCodec

/// Pixels that make work without bytes: counted as their definition says, and no picture is refused for them.
@Suite struct BusyPixelsTests {
  /// The definition, pixel by pixel.
  private static func reference(_ samples: [UInt16], width: Int, channels: Int) -> Int {
    let pixels = stride(from: 0, to: samples.count, by: channels).map { Array(samples[$0..<$0 + channels]) }
    var count = 0
    for first in stride(from: 0, to: pixels.count, by: width) {
      count += 16
      for index in first + 1..<first + width where pixels[index] != pixels[index - 1] {
        let alphas: [UInt16] =
          channels % 2 == 0 ? [pixels[index - 1][channels - 1], pixels[index][channels - 1]] : []
        count += alphas.allSatisfy { $0 == 0 } || alphas.allSatisfy { $0 == 65535 } ? 1 : 5
      }
    }
    return count
  }

  private static func limits(_ allowance: Int?) -> PNGLimits {
    var limits = PNGLimits()
    limits.busyPixels = allowance
    return limits
  }

  /// Few values, so that pixels and rows repeat; strips of any height.
  @Test(arguments: 1...4) func countsAreThoseOfTheDefinition(channels: Int) throws {
    var random = SplitMix64(seed: UInt64(channels))
    for width in [1, 2, 3, 63, 64, 65, 1025] {
      let height = 40
      var samples: [UInt16] = []
      for row in 0..<height {
        if row > 0, Bool.random(using: &random) {
          samples += samples.suffix(width * channels)
        } else {
          for _ in 0..<width * channels { samples.append([0, 1, 65535].randomElement(using: &random) ?? 0) }
        }
      }
      let header = PNGHeader(width: width, height: height, bitDepth: 16, colorType: .gray)
      var busy = try #require(BusyPixels(header, channels: channels, limits: Self.limits(0), fileBytes: 0))
      var row = 0
      while row < height {
        let end = min(row + Int.random(in: 1...7, using: &random), height)
        busy.add(samples.span.extracting(row * width * channels..<end * width * channels))
        row = end
      }
      let expected = Self.reference(samples, width: width, channels: channels)
      guard case .overLimit(_, expected, 0, "--x") = busy.excess(bytesRead: 0, option: "--x") else {
        Issue.record("\(width) × \(channels): \(expected)")
        continue
      }
      // 32 for each byte.
      #expect(busy.excess(bytesRead: UInt64(expected + 31) / 32, option: "") == nil)
      #expect(busy.excess(bytesRead: UInt64(expected - 1) / 32, option: "") != nil)
    }
  }

  private static func read(_ file: PNGFile, _ limits: PNGLimits) throws(PNGError) {
    var reader = try PNGReader(bytes: file.bytes, name: "a.png", limits: limits)
    while reader.remainingRows > 0 { _ = try reader.readRows(7) }
    try reader.finish()
  }

  private static func isRefused(_ file: PNGFile, _ limits: PNGLimits) -> Bool {
    do throws(PNGError) {
      try read(file, limits)
      return false
    } catch {
      guard case .overLimit = error.kind else { Issue.record("\(error)"); return true }
      #expect("\(error)".hasPrefix("a.png: IDAT: the number of changing pixels"))
      #expect("\(error)".hasSuffix("(raise it with busyPixels if you trust the file)"))
      return true
    }
  }

  @Test(arguments: [0, 2, 4, 6] as [UInt8]) func whatChangesForNoBytesIsRefused(type: UInt8) {
    let busy = PNGFile.constant(4, width: 300, height: 300, colorType: type)
    #expect(Self.isRefused(busy, Self.limits(10_000)))
    // Those with alpha are translucent.
    #expect(!Self.isRefused(busy, Self.limits(type < 4 ? 95_000 : 455_000)))
    #expect(type < 4 || Self.isRefused(busy, Self.limits(95_000)))
    #expect(!Self.isRefused(busy, Self.limits(nil)))
    var allowed = Self.limits(0)
    allowed.allowPixels(300 * 300)
    #expect(!Self.isRefused(busy, allowed))
    // The same row all the way: what it holds counts each time.
    let repeated = PNGFile.constant(1, width: 300, height: 300, colorType: type)
    #expect(Self.isRefused(repeated, Self.limits(10_000)))
    #expect(!Self.isRefused(repeated, Self.limits(type < 4 ? 95_000 : 455_000)))
  }

  @Test func dearerWorkAllowsFewer() throws {
    let busy = PNGFile.constant(4, width: 300, height: 300)
    var limits = Self.limits(95_000)
    #expect(!Self.isRefused(busy, limits))
    limits.busyWork = 3
    #expect(Self.isRefused(busy, limits))
    var reader = try PNGReader(bytes: busy.bytes, name: "a.png", limits: Self.limits(95_000))
    reader.weighBusyPixels(3)
    #expect(throws: PNGError.self) { while reader.remainingRows > 0 { _ = try reader.readRows(7) } }
    limits = PNGLimits()
    limits.cover(work: 3, pixels: 89_999)
    #expect(Self.isTooLarge(busy, limits))
    limits = PNGLimits()
    limits.allowPixels(90_000)
    limits.cover(work: 3, pixels: 89_999)
    #expect(!Self.isRefused(busy, limits))
  }

  private static func isTooLarge(_ file: PNGFile, _ limits: PNGLimits) -> Bool {
    do throws(PNGError) {
      try read(file, limits)
      return false
    } catch { return "\(error)".contains("the number of pixels 90000 is over the limit of 89999") }
  }

  @Test func rowsCountByThemselves() {
    #expect(Self.isRefused(.constant(1, width: 1, height: 10_000), Self.limits(100_000)))
    #expect(!Self.isRefused(.constant(1, width: 1, height: 10_000), Self.limits(160_000)))
  }

  @Test func picturesPayForTheirPixels() {
    var random = SplitMix64(seed: 5)
    let noise = (0..<300).map { _ in (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) } }
    #expect(!Self.isRefused(PNGFile(width: 300, depth: 8, colorType: 0, rows: noise), Self.limits(0)))
    // A drawing: flat but for edges, all rows different.
    let slope = (0..<300).map { y in (0..<300).map { x in UInt8(x < y ? 0 : 255) } }
    #expect(!Self.isRefused(PNGFile(width: 300, depth: 8, colorType: 0, rows: slope), Self.limits(0)))
  }

  /// What the defaults let through: a picture of this size that is flat, whatever its file has.
  @Test func flatPicturesOf60MegapixelsPassAndNoiseDoesNot() {
    #expect(!Self.isRefused(.constant(0, width: 10_000, height: 6_000), PNGLimits()))
    #expect(Self.isRefused(.constant(1, width: 10_000, height: 6_000), PNGLimits()))
    #expect(Self.isRefused(.constant(4, width: 10_000, height: 6_000), PNGLimits()))
  }
}
