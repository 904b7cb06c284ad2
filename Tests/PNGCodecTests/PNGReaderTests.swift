import Foundation
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

@Suite struct PNGReaderTests {
  /// Reads a whole file in strips of `strip` rows.
  static func samples(_ reader: inout PNGReader, strip: Int = 7) throws -> [UInt16] {
    var samples: [UInt16] = []
    while true {
      let rows = try reader.readRows(strip)
      if rows.height == 0 { break }
      samples += rows.samples
    }
    try reader.finish()
    return samples
  }

  static func samples(_ file: PNGBytes) throws -> [UInt16] {
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    return try samples(&reader)
  }

  @Test(
    .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
    arguments: ["corpus/pngsuite", "corpus/photos16", "corpus/wide-gamut"])
  func everyFileOfTheCorpusDecodesAsAnIndependentDecoderSays(folder: String) throws {
    for path in try SharedFolder.files(under: folder, suffix: ".png") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      var reader = try PNGReader(path: path)
      // The naive decoder is slow without optimisation: large files are compared in the benchmarks.
      if reader.header.pixelCount <= 300_000 {
        #expect(try Self.samples(&reader) == ReferencePNG(bytes).samples(), "\(path)")
      } else {
        _ = try Self.samples(&reader, strip: 64)
      }
      #expect(reader.chunks.last?.type == "IEND")
      #expect(reader.problems.filter { $0.chunk == nil }.isEmpty)
    }
  }

  /// Every colour type and depth, with and without interlacing and tRNS, every filter, at widths that leave
  /// passes empty and bytes half full.
  @Test(arguments: [false, true], [1, 2, 3, 5, 8, 9, 17])
  func everyKindOfImageDecodesAsAnIndependentDecoderSays(isInterlaced: Bool, width: Int) throws {
    for type in PNGColorType.allCases {
      for depth in type.bitDepths {
        for hasTransparency in type.hasAlpha ? [false] : [false, true] {
          let file = MadeImage(
            type: type, depth: depth, width: width, height: 9, isInterlaced: isInterlaced,
            hasTransparency: hasTransparency
          ).file
          let expected = try ReferencePNG(file.bytes).samples()
          #expect(try Self.samples(file) == expected, "\(type) \(depth) \(hasTransparency)")
        }
      }
    }
  }

  /// Writers that declare a window of 256 bytes in the zlib header and reach farther back: libpng reads them with
  /// PNG_MAXIMUM_INFLATE_WINDOW. Rows that libpng makes of the data here, too.
  @Test(arguments: [false, true])
  func aSmallerWindowThanIsUsedIsNoError(hasTransparency: Bool) throws {
    let file = try Self.repeatingRows(window: 0)
    let transparent = file.adding(.init("tRNS", [0, 7]))
    let bytes = hasTransparency ? transparent.bytes : file.bytes
    var reader = try PNGReader(bytes: bytes, name: "window.png")
    #expect(try Self.samples(&reader) == ReferencePNG(bytes).samples())
  }

  /// Rows of noise, each like the one before, as matches of 1,001 bytes back in a stream whose header declares `window`.
  private static func repeatingRows(window: UInt8) throws -> PNGFile {
    var seed: UInt32 = 1
    let row = (0..<1000).map { _ -> UInt8 in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return UInt8(seed >> 24)
    }
    let file = try TemporaryFile()
    var writer = try PNGWriter(
      fileDescriptor: file.descriptor,
      header: PNGHeader(width: 1000, height: 40, bitDepth: 8, format: .gray16),
      chunks: [], options: PNGWriteOptions(compression: .small))
    try writer.writeRows(
      PixelBuffer(
        width: 1000, height: 40, format: .gray16,
        samples: (0..<40).flatMap { _ in row.map { 257 * UInt16($0) } }))
    try writer.finish()
    return PNGFile(try file.bytes).changing("IDAT") { chunk in
      chunk.data[0] = window << 4 | 8
      chunk.data[1] = UInt8(31 - Int(chunk.data[0]) * 256 % 31)
    }
  }

  @Test func everyCodeOfEachDepthIsWidenedExactly() throws {
    for depth in [1, 2, 4, 8, 16] {
      let count = 1 << depth
      var bits: [UInt8] = [0]
      for code in 0..<count {
        if depth == 16 {
          bits += [UInt8(code >> 8), UInt8(code & 255)]
        } else {
          if code * depth % 8 == 0 { bits.append(0) }
          bits[bits.count - 1] |= UInt8(code << (8 - depth - code * depth % 8))
        }
      }
      let file = PNGBytes().header(count, 1, depth: depth).chunk("IDAT", PNGBytes.zlib(bits)).chunk("IEND")
      #expect(try Self.samples(file) == (0..<count).map { UInt16($0 * 65535 / (count - 1)) })
    }
  }

  @Test func aFileReadsTheSameFromMemoryAPathAndAPipe() throws {
    let file = MadeImage(type: .rgba, depth: 16, width: 30, height: 40).file.chunk("tEXt", Array("a\0b".utf8))
    let onDisk = try TemporaryFile()
    #expect(write(onDisk.descriptor, file.bytes, file.bytes.count) == file.bytes.count)
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(file.bytes))
    try pipe.fileHandleForWriting.close()
    var fromMemory = try PNGReader(bytes: file.bytes, name: "memory")
    var fromPath = try PNGReader(path: onDisk.path)
    var fromPipe = try PNGReader(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "standard input")
    let expected = try Self.samples(&fromMemory)
    #expect(try Self.samples(&fromPath) == expected)
    #expect(try Self.samples(&fromPipe) == expected)
  }

  @Test func imageDataMayBeSplitAtEveryByte() throws {
    let whole = MadeImage(type: .rgb, depth: 16, width: 9, height: 9)
    var file = whole.head
    for byte in whole.stream { file = file.chunk("IDAT", [byte]).chunk("IDAT") }
    file = file.chunk("IEND")
    var reader = try PNGReader(bytes: file.bytes, name: "split.png")
    #expect(try Self.samples(&reader) == Self.samples(whole.file))
    #expect(reader.chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
    #expect(reader.chunks[1].count == 2 * whole.stream.count)
    #expect(reader.chunks[1].length == whole.stream.count)
  }

  @Test func chunksAreListedWithTheirOffsets() throws {
    let file = PNGBytes.gray.chunk("tEXt", Array("k\0v".utf8)).chunk("IEND")
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    _ = try Self.samples(&reader)
    #expect(reader.chunks.map(\.type) == ["IHDR", "IDAT", "tEXt", "IEND"])
    for entry in reader.chunks {
      let place = Int(entry.offset)
      #expect(Array(entry.type.utf8) == Array(file.bytes[place + 4..<place + 8]))
      #expect(PNGBytes.number(entry.length) == Array(file.bytes[place..<place + 4]))
    }
  }

  @Test func bytesAfterTheEndAreANoteAndNotAnError() throws {
    let file = PNGBytes.gray.chunk("IEND").raw([1, 2, 3])
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    _ = try Self.samples(&reader)
    #expect(reader.problems.count == 1)
    #expect(reader.problems.first?.chunk == nil)
  }

  @Test func anAncillaryChunkWithAWrongCRCIsLeftOutWithANote() throws {
    var damaged = PNGBytes.chunkBytes("tEXt", Array("k\0v".utf8))
    damaged[9] ^= 1
    let file = PNGBytes().header(4, 4).raw(damaged).chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk(
      "IEND")
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    _ = try Self.samples(&reader)
    #expect(reader.metadata.chunks.isEmpty)
    #expect(reader.problems.map(\.chunk) == ["tEXt"])
  }

  @Test func aTransparencyChunkWithAWrongCRCGivesNoAlpha() throws {
    var damaged = PNGBytes.chunkBytes("tRNS", [0, 5])
    damaged[9] ^= 1
    let file = PNGBytes().header(4, 4).raw(damaged).chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk(
      "IEND")
    let reader = try PNGReader(bytes: file.bytes, name: "made.png")
    #expect(reader.pixelFormat == .gray16)
    #expect(reader.problems.map(\.chunk) == ["tRNS"])
  }
}
