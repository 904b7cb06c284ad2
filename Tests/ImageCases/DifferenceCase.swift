package import TestSupport
package import Checking
package import ColorManagement
import Foundation
import ImageFiles
import PNGCodec
import Pixels

/// Pictures for comparisons, and the comparison of two of them.
package struct DifferenceCase {
  package let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  /// The report on two files, read side by side or one strip after the other.
  package func report(
    _ first: [UInt8], _ second: [UInt8], _ request: DifferenceRequest = DifferenceRequest(), jobs: Int = 2
  ) async throws -> DifferenceReport {
    let before = try folder.write(first, to: "before.png")
    let after = try folder.write(second, to: "after.png")
    return try await ImageDifference(request).compare(
      .file(before), .file(after), budget: StripPermits(jobs: jobs))
  }

  /// A picture of one colour, `0xRRGGBB`, untagged, 8 bits.
  package static func flat(_ code: Int, width: Int = 8, height: Int = 8, _ chunks: PNGFile.Chunk...)
    -> [UInt8]
  {
    let pixel = [16, 8, 0].map { UInt8(code >> $0 & 0xFF) }
    let samples = (0..<width * height).flatMap { _ in pixel }
    return chunks.reduce(PNGFile.image8(width: width, colorType: 2, samples)) { $0.adding($1) }.bytes
  }

  /// The chunk that embeds a built-in profile.
  package static func profile(_ space: RGBColorSpace) -> PNGFile.Chunk { .iCCP(space.profile.bytes) }
}
