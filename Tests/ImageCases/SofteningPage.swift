import TestSupport
import Oracles
import Analysis
public import DarkMode
import PNGCodec
package import Pixels

/// A page that a browser drew twice: on white, and with the paper at #DDDDDD and nothing else changed.
public struct SofteningPage: Sendable {
  /// The file's name.
  public let name: String
  private let white: [UInt16]
  private let ideal: [UInt16]
  private let width: Int
  private let height: Int

  /// What brings white to #DDDDDD.
  public static let options = SofteningOptions(mode: .auto, whiteLuminance: 0.7231)

  /// The pages of `../shared/cases/soften`.
  ///
  /// - Throws: where there is no such folder, or a page is no PNG of the same size as its ideal.
  public static func all() throws -> [SofteningPage] {
    try SharedFolder.files(under: "cases/soften", suffix: ".ideal.png").map { path in
      try SofteningPage(white: String(path.dropLast(".ideal.png".count)) + ".png", ideal: path)
    }
  }

  private init(white path: String, ideal idealPath: String) throws {
    let white = try Self.samples(path)
    let ideal = try Self.samples(idealPath)
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.white = white.samples
    self.ideal = ideal.samples
    (width, height) = (white.width, white.height)
    precondition(white.samples.count == ideal.samples.count, "a page and its ideal have one size")
  }

  private static func samples(_ path: String) throws -> PixelBuffer {
    var reader = try PNGReader(path: path)
    let pixels = try reader.readRows(reader.header.height)
    precondition(pixels.format == .rgb16, "pages are RGB")
    return pixels
  }

  /// The page as `p3tool soften` writes it, in 8 bits.
  package func softened() -> PixelBuffer {
    let page = PixelBuffer(width: width, height: height, format: .rgb16, samples: white)
    var result = PixelBuffer(
      width: width, height: height, format: .rgb16,
      samples: SofteningTrial.run(page, options: Self.options).samples)
    Dither.none.reduceTo8Bits(&result, firstRow: 0)
    return result
  }

  /// How near the page without its white paper, laid on #DDDDDD, comes to what the browser drew.
  public func knockedOutScore() -> SofteningPageScore {
    let page = PixelBuffer(width: width, height: height, format: .rgb16, samples: white)
    let clear = SofteningTrial.run(page, options: SofteningOptions(mode: .knockout)).samples
    let ground = 0xDD * 257
    let samples = (0..<width * height * 3).map { index in
      let alpha = Int(clear[index / 3 * 4 + 3])
      let sum = Int(clear[index / 3 * 4 + index % 3]) * alpha + ground * (65535 - alpha)
      return UInt16((sum + 32767) / 65535)
    }
    return SofteningPageScore(before: white, after: samples, ideal: ideal, width: width)
  }

  /// How near the softened page comes to what the browser drew.
  public func score() -> SofteningPageScore {
    SofteningPageScore(before: white, after: softened().samples, ideal: ideal, width: width)
  }
}

extension PixelBuffer {
  /// The same pixels once more.
  package func copy() -> PixelBuffer {
    PixelBuffer(width: width, height: height, format: format, samples: samples)
  }
}

/// How far a softened page is from what a browser drew.
public struct SofteningPageScore: Sendable {
  /// CIEDE2000 that 99 % of the pixels stay below.
  public let difference99: Double
  /// The share of pixels that differ by more than 5.
  public let shareOver5: Double
  /// The share of pixels with a step of over 3 L* to the right or below where neither source nor ideal has one.
  public let seamShare: Double

  /// Compares RGB samples of pages `width` pixels wide.
  public init(before: [UInt16], after: [UInt16], ideal: [UInt16], width: Int) {
    let (old, new, wanted) = (Self.lab(before), Self.lab(after), Self.lab(ideal))
    let differences = new.indices.map { index in
      after[index * 3..<index * 3 + 3] == ideal[index * 3..<index * 3 + 3]
        ? 0 : new[index].difference(to: wanted[index])
    }.sorted()
    difference99 = differences[min(differences.count - 1, differences.count * 99 / 100)]
    shareOver5 = Double(differences.filter { $0 > 5 }.count) / Double(differences.count)
    let seams = new.indices.filter { index in
      let neighbors = [
        (index + 1) % width == 0 ? nil : index + 1, index + width < new.count ? index + width : nil,
      ]
      return neighbors.compactMap { $0 }.contains { next in
        func step(_ lab: [ReferenceCIELAB]) -> Double { abs(lab[next].lightness - lab[index].lightness) }
        return step(new) > 3 && step(old) <= 3 && step(wanted) <= 3
      }
    }
    seamShare = Double(seams.count) / Double(new.count)
  }

  /// One Lab colour per pixel; equal neighbours, of which pages are full, are computed once.
  private static func lab(_ samples: [UInt16]) -> [ReferenceCIELAB] {
    var known: [SIMD3<UInt16>: ReferenceCIELAB] = [:]
    return stride(from: 0, to: samples.count, by: 3).map { first in
      let codes = SIMD3(samples[first], samples[first + 1], samples[first + 2])
      if let lab = known[codes] { return lab }
      let lab = ReferenceCIELAB(encoded: SIMD3<Double>(SIMD3<Int>(truncatingIfNeeded: codes)) / 65535)
      known[codes] = lab
      return lab
    }
  }
}
