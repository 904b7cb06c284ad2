import CPNGReference
import Foundation
import Oracles
import PNGCodec
import Pixels
import Testing

/// Thousands of damaged files: what the reader accepts, libpng accepts with the same pixels.
///
/// Mutations keep CRCs (and half of them the Adler-32) right, so that they reach the decoder. A failure prints its seed.
@Suite struct PNGDifferentialTests {
  private static let capacity = 1 << 18

  /// libpng's own samples, empty when it rejects the file.
  private static func reference(_ bytes: [UInt8]) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: capacity) { samples, count in
      count = png_reference_decode(bytes, bytes.count, samples.baseAddress, capacity)
    }
  }

  /// Ours, nil when refused.
  private static func samples(_ bytes: [UInt8]) -> [UInt16]? {
    do throws(PNGError) {
      var reader = try PNGReader(bytes: bytes, name: "mutant.png", limits: PNGLimits(maxPixels: capacity / 4))
      var samples: [UInt16] = []
      while true {
        let rows = try reader.readRows(5)
        if rows.height == 0 { break }
        samples += rows.samples
      }
      try reader.finish()
      return samples
    } catch {
      return nil
    }
  }

  struct Mutator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }

    /// Changes one to three bytes of a chunk's data, or of any chunk's type and length, and repairs the CRCs.
    mutating func mutant(of file: [UInt8]) -> [UInt8] {
      var chunks = ReferencePNG.chunks(file)
      for _ in 0...next(3) {
        let chosen = next(4) == 0 ? next(chunks.count) : chunks.firstIndex { $0.type == "IDAT" } ?? 0
        guard !chunks[chosen].data.isEmpty else { continue }
        let place = next(chunks[chosen].data.count)
        switch next(4) {
        case 0: chunks[chosen].data[place] ^= 1 << UInt8(next(8))
        case 1: chunks[chosen].data[place] = UInt8(next(256))
        case 2: chunks[chosen].data.remove(at: place)
        default: chunks[chosen].data.insert(UInt8(next(256)), at: place)
        }
      }
      if next(2) == 0 { Self.repairAdler(&chunks) }
      return chunks.reduce(PNGBytes()) { $0.chunk($1.type, $1.data) }.bytes
    }

    /// Where the stream still decodes, its Adler-32 becomes right, so that the pixels are compared.
    private static func repairAdler(_ chunks: inout [(type: String, data: [UInt8])]) {
      guard chunks.filter({ $0.type == "IDAT" }).count == 1,
        let index = chunks.firstIndex(where: { $0.type == "IDAT" }), chunks[index].data.count > 6,
        let sum = try? ReferenceInflate.adlerOfDamaged(chunks[index].data)
      else { return }
      chunks[index].data.replaceSubrange(chunks[index].data.count - 4..<chunks[index].data.count, with: sum)
    }
  }

  static let seeds: [[UInt8]] = {
    var files: [[UInt8]] = []
    for type in PNGColorType.allCases {
      for depth in type.bitDepths {
        for interlaced in [false, true] {
          let image = MadeImage(
            type: type, depth: depth, width: 13, height: 11, isInterlaced: interlaced,
            hasTransparency: !type.hasAlpha && interlaced)
          files.append(image.file.bytes)
          if let packed = try? repacked(image) { files.append(packed) }
        }
      }
    }
    return files
  }()

  /// The same image with a stream that has Huffman codes and matches.
  private static func repacked(_ image: MadeImage) throws -> [UInt8] {
    // The profile chunk's compressor is libdeflate: its zlib stream stands behind "x", 0, 0.
    let stream = PNGChunk.embeddedProfile(name: "x", profile: image.raw).data.dropFirst(3)
    return image.head.chunk("IDAT", Array(stream)).chunk("IEND").bytes
  }

  @Test(arguments: 1...4)
  func nothingIsAcceptedThatLibpngRejectsAndPixelsAreEqual(part: Int) {
    var accepted = 0
    for round in 0..<1000 {
      let seed = UInt64(part * 1_000_003 + round)
      var mutator = Mutator(state: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
      let mutant = mutator.mutant(of: Self.seeds[mutator.next(Self.seeds.count)])
      guard let ours = Self.samples(mutant) else { continue }
      accepted += 1
      #expect(ours == Self.reference(mutant), "seed \(seed)")
    }
    // A test in which nothing is accepted would compare nothing.
    #expect(accepted > 50)
  }

  @Test func untouchedFilesAreEqual() {
    for file in Self.seeds { #expect(Self.samples(file) == Self.reference(file)) }
  }
}
