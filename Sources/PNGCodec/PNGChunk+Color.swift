// Makes colour chunks for writers.

import Pixels
import Synchronization

extension PNGChunk {
  /// Recently compressed profiles. The images of a run mostly get the same profile, and libdeflate's smallest stream
  /// for its 480 bytes takes a fifth of the time of a small image.
  private static let profileStreams = Mutex(BoundedCache<[UInt8], [UInt8]>(capacity: 4))

  /// Larger profiles are not kept, in bytes.
  private static let largestKeptProfile = 1 << 16

  /// iCCP with `profile` compressed by libdeflate: the same bytes on every machine.
  ///
  /// - Parameters:
  ///   - name: 1 to 79 printable Latin-1 characters (PNG 3rd edition, clause 11.3.2.3).
  ///   - profile: the bytes of an ICC profile.
  package static func embeddedProfile(name: String, profile: [UInt8]) -> PNGChunk {
    let characters = name.unicodeScalars.map(\.value)
    precondition((1...79).contains(characters.count), "a profile name has 1 to 79 characters")
    precondition(
      characters.allSatisfy { (32...126).contains($0) || (161...255).contains($0) },
      "a profile name is printable Latin-1")
    let data = characters.map { UInt8($0) } + [0, 0] + stream(of: profile)
    return PNGChunk(type: "iCCP", data: data, place: .beforePalette)
  }

  private static func stream(of profile: [UInt8]) -> [UInt8] {
    guard profile.count <= largestKeptProfile else { return ZlibStream.deflated(profile) }
    return profileStreams.withLock { $0.value(for: profile) { ZlibStream.deflated(profile) } }
  }

  /// cICP.
  package static func codePoints(_ points: PNGCodePoints) -> PNGChunk {
    PNGChunk(
      type: "cICP", data: [points.primaries, points.transfer, points.matrix, points.isFullRange ? 1 : 0],
      place: .beforePalette)
  }

  /// sRGB, and the gAMA and cHRM for programs that do not read it (PNG 3rd edition, clause 11.3.2.5).
  ///
  /// - Parameter intent: 0 to 3.
  package static func sRGB(intent: UInt8) -> [PNGChunk] {
    precondition(intent <= 3, "a rendering intent is 0 to 3")
    return [
      PNGChunk(type: "sRGB", data: [intent], place: .beforePalette), gamma(0.45455), chromaticities(.sRGB),
    ]
  }

  /// gAMA: the encoding exponent, above 0 and at most 21474.
  package static func gamma(_ gamma: Double) -> PNGChunk {
    PNGChunk(type: "gAMA", data: hundredThousandths(gamma), place: .beforePalette)
  }

  /// cHRM.
  package static func chromaticities(_ chromaticities: PNGChromaticities) -> PNGChunk {
    let points = [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
    return PNGChunk(
      type: "cHRM", data: points.flatMap { hundredThousandths($0.x) + hundredThousandths($0.y) },
      place: .beforePalette)
  }

  private static func hundredThousandths(_ value: Double) -> [UInt8] {
    let number = UInt32(bitPattern: Int32((value * 100_000).rounded()))
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
