import Foundation
import PNGCodec
import Pixels
import Testing

/// Files that must be refused, each with an error that says where and what.
@Suite struct PNGRefusalTests {
  /// The error that reading `bytes` to the end throws; nil when it does not.
  static func error(_ bytes: [UInt8], limits: PNGLimits = PNGLimits()) -> PNGError? {
    do throws(PNGError) {
      var reader = try PNGReader(bytes: bytes, name: "broken.png", limits: limits)
      while try reader.readRows(3).height > 0 {}
      try reader.finish()
      return nil
    } catch {
      return error
    }
  }

  static let image = MadeImage(type: .rgb, depth: 16, width: 11, height: 13)

  @Test(arguments: [false, true])
  func aFileThatIsCutAnywhereIsTruncated(isInterlaced: Bool) throws {
    for type in [PNGColorType.rgb, .palette] {
      let image = MadeImage(type: type, depth: 8, width: 5, height: 4, isInterlaced: isInterlaced)
      let bytes = image.head.chunk("tEXt", [65, 0, 66]).chunk("IDAT", image.stream).chunk("IEND").bytes
      #expect(Self.error(bytes) == nil)
      for count in 1..<bytes.count {
        let error = try #require(Self.error(Array(bytes.prefix(count))), "\(count) of \(bytes.count)")
        guard case .truncated = error.kind else {
          Issue.record("\(count) of \(bytes.count): \(error)")
          continue
        }
        #expect(error.description.hasSuffix("(truncated file?)"))
      }
    }
  }

  @Test func aWrongCRCOfACriticalChunkNamesChunkOffsetAndBothValues() throws {
    let good = Self.image.file.bytes
    // The last byte of IHDR's CRC is at 32, of IEND's at the end; IDAT's length field is at 33.
    for (place, chunk, offset) in [
      (32, "IHDR", 8), (good.count - 1, "IEND", good.count - 12), (50, "IDAT", 33),
    ] {
      var bytes = good
      bytes[place] ^= 0x40
      let error = try #require(Self.error(bytes))
      #expect(error.chunk == chunk)
      #expect(error.byteOffset == UInt64(offset))
      guard case .badCRC(let stored, let computed) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect(stored != computed)
      #expect(error.description.contains("CRC"))
    }
  }

  @Test func aWrongAdlerIsDamage() throws {
    for (type, depth, interlaced) in [(PNGColorType.rgb, 16, false), (.palette, 4, false), (.gray, 8, true)] {
      let image = MadeImage(type: type, depth: depth, width: 11, height: 13, isInterlaced: interlaced)
      var stream = image.stream
      stream[stream.count - 1] ^= 1
      for pieces in [[stream], stream.map { [$0] }] {
        let file = pieces.reduce(image.head) { $0.chunk("IDAT", $1) }.chunk("IEND")
        let read = Self.error(file.bytes)
        let error = try #require(read, "\(type) \(depth) in \(pieces.count)")
        guard case .badImageData = error.kind else {
          Issue.record("\(error)")
          continue
        }
        #expect(error.chunk == "IDAT")
      }
    }
  }

  @Test func aStreamThatEndsEarlyIsShort() throws {
    for (type, depth, interlaced) in [(PNGColorType.rgb, 16, false), (.palette, 4, false), (.gray, 8, true)] {
      let image = MadeImage(type: type, depth: depth, width: 11, height: 13, isInterlaced: interlaced)
      let raw = image.raw
      for missing in [1, raw.count / 2, raw.count] {
        let file = image.head.chunk("IDAT", PNGBytes.zlib(Array(raw.dropLast(missing)))).chunk("IEND")
        let error = try #require(Self.error(file.bytes), "\(type) \(depth) without \(missing)")
        guard case .shortImageData(_, let expected) = error.kind else {
          Issue.record("\(error)")
          continue
        }
        #expect(expected == UInt64(raw.count))
      }
    }
  }

  @Test func aStreamThatGoesOnIsRefused() throws {
    for (type, depth, interlaced) in [(PNGColorType.rgb, 16, false), (.palette, 4, false), (.gray, 8, true)] {
      let image = MadeImage(type: type, depth: depth, width: 11, height: 13, isInterlaced: interlaced)
      for extra in [1, 100_000] {
        let raw = image.raw + [UInt8](repeating: 0, count: extra)
        let file = image.head.chunk("IDAT", PNGBytes.zlib(raw)).chunk("IEND")
        let error = try #require(Self.error(file.bytes), "\(type) \(depth) and \(extra)")
        guard case .longImageData = error.kind else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test func aFilterTypeThatDoesNotExistIsDamage() throws {
    for (type, depth, interlaced) in [(PNGColorType.rgb, 16, false), (.palette, 4, false), (.gray, 8, true)] {
      let image = MadeImage(type: type, depth: depth, width: 11, height: 13, isInterlaced: interlaced)
      var raw = image.raw
      raw[0] = 5
      let error = try #require(
        Self.error(image.head.chunk("IDAT", PNGBytes.zlib(raw)).chunk("IEND").bytes))
      guard case .badImageData = error.kind else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test(
    arguments: [
      ([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46], "JPEG"),
      (Array("GIF89a".utf8), "GIF"),
      (Array("%PDF-1.7".utf8), "PDF"),
      ([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0], "TIFF"),
      ([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8], "TIFF"),
      ([0xff, 0x0a, 0, 0, 0, 0, 0, 0], "JPEG XL"),
      ([0, 0, 0, 12] + Array("JXL ".utf8), "JPEG XL"),
      (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8L".utf8), "WebP"),
      ([0, 0, 0, 24] + Array("ftypheic".utf8), "HEIC"),
      ([0, 0, 0, 24] + Array("ftypavif".utf8), "AVIF"),
      ([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0], "text-mode"),
      ([], "empty"),
    ] as [([UInt8], String)])
  func aFileOfAnotherKindIsNamed(bytes: [UInt8], name: String) throws {
    let error = try #require(Self.error(bytes + (bytes.isEmpty ? [] : [UInt8](repeating: 0, count: 20))))
    guard case .notPNG(let what?) = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(what.contains(name))
    #expect(error.description.hasPrefix("broken.png: not a PNG file: this is "))
  }

  @Test func unknownBytesAreNoPNG() {
    #expect(Self.error(Array("hello, world".utf8))?.kind == .notPNG(what: nil))
    #expect(Self.error([1])?.kind == .notPNG(what: nil))
  }

  @Test func headersThatTheStandardForbidsAreRefused() {
    let forbidden: [PNGBytes] = [
      PNGBytes().header(0, 4), PNGBytes().header(4, 0), PNGBytes().header(0x8000_0000, 1),
      PNGBytes().header(4, 4, depth: 3), PNGBytes().header(4, 4, depth: 16, type: 3),
      PNGBytes().header(4, 4, depth: 4, type: 2), PNGBytes().header(4, 4, type: 1),
      PNGBytes().header(4, 4, type: 5), PNGBytes().header(4, 4, type: 7),
      PNGBytes().header(4, 4, compression: 1), PNGBytes().header(4, 4, filter: 1),
      PNGBytes().header(4, 4, interlace: 2),
    ]
    for file in forbidden {
      let error = Self.error(file.chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND").bytes)
      guard case .invalidHeader = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.chunk == "IHDR")
    }
  }

  @Test func hugeImagesAreRefusedBeforeMemoryIsTaken() {
    func kind(_ file: PNGBytes, _ limits: PNGLimits = PNGLimits()) -> PNGError.Kind? {
      Self.error(file.chunk("IDAT", [0x78, 1]).chunk("IEND").bytes, limits: limits)?.kind
    }
    guard case .overLimit(_, _, _, "maxPixels") = kind(PNGBytes().header(100_000, 100_000)) else {
      Issue.record("1e10 pixels")
      return
    }
    guard case .overLimit(_, _, _, "maxPixels") = kind(PNGBytes().header(0x7fff_ffff, 0x7fff_ffff)) else {
      Issue.record("2^62 pixels")
      return
    }
    let interlaced = PNGBytes().header(20000, 20000, depth: 16, type: 6, interlace: 1)
    guard case .overLimit(_, _, _, "maxMemory") = kind(interlaced) else {
      Issue.record("3.2 GB interlaced")
      return
    }
    guard
      case .overLimit(_, _, _, "maxMemory") = kind(PNGBytes().header(900_000_000, 1, depth: 16, type: 6))
    else {
      Issue.record("a row of 7.2 GB")
      return
    }
    guard case .overLimit(_, 16, 15, _) = kind(PNGBytes().header(4, 4), PNGLimits(maxPixels: 15)) else {
      Issue.record("the user's own limit")
      return
    }
  }

  @Test func chunksOutOfPlaceAreRefused() {
    let stream = PNGBytes.zlib(PNGBytes.grayRaw)
    let head = PNGBytes().header(4, 4)
    let cases: [(PNGBytes, PNGError.Kind, String?)] = [
      (PNGBytes().chunk("IDAT", stream).chunk("IEND"), .missingHeader, "IDAT"),
      (head.header(4, 4).chunk("IDAT", stream).chunk("IEND"), .misplacedChunk, "IHDR"),
      (head.chunk("IEND"), .missingImageData, "IEND"),
      (head.chunk("IDAT", stream).chunk("PLTE", [1, 2, 3]).chunk("IEND"), .misplacedChunk, "PLTE"),
      (
        PNGBytes().header(4, 4, type: 2).chunk("PLTE", [1, 2, 3]).chunk("PLTE", [1, 2, 3]).chunk("IEND"),
        .misplacedChunk, "PLTE"
      ),
      (PNGBytes().header(4, 4, type: 3).chunk("IDAT", stream).chunk("IEND"), .missingPalette, "PLTE"),
      (
        head.chunk("IDAT", Array(stream.prefix(10))).chunk("tEXt", [65, 0]).chunk(
          "IDAT", Array(stream.dropFirst(10))
        ).chunk("IEND"), .misplacedChunk, "IDAT"
      ),
      (head.chunk("ABCD").chunk("IDAT", stream).chunk("IEND"), .unknownCriticalChunk, "ABCD"),
      (PNGBytes().chunk("CgBI", [0x50, 0, 0x20, 2]).header(4, 4), .missingHeader, "CgBI"),
    ]
    for (file, kind, chunk) in cases {
      let error = Self.error(file.bytes)
      #expect(error?.kind == kind || (chunk == "CgBI" && error != nil), "\(String(describing: error))")
      #expect(error?.chunk == chunk, "\(String(describing: error))")
    }
  }

  @Test func anAppleFileSaysWhatItIs() throws {
    let file = PNGBytes().chunk("CgBI", [0x50, 0, 0x20, 2]).header(4, 4).chunk("IEND")
    let text = try #require(Self.error(file.bytes)).description
    #expect(text.contains("CgBI"))
    #expect(text.contains("Xcode"))
  }

  @Test func anAnimationIsRefused() throws {
    let file = PNGBytes().header(4, 4).chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
      .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND")
    let error = try #require(Self.error(file.bytes))
    #expect(error.kind == .animated)
    #expect(error.chunk == "acTL")
    #expect(error.description.contains("APNG"))
  }

  @Test func chunkTypesAndLengthsThatCannotBeAreRefused() {
    let head = PNGBytes().header(4, 4)
    #expect(
      Self.error(head.raw([0, 0, 0, 0, 0x49, 0x44, 0x41, 0x5b, 0, 0, 0, 0]).bytes)?.kind == .badChunkType)
    let long = Self.error(head.raw([0x80, 0, 0, 0] + Array("IDAT".utf8)).bytes)
    #expect(long?.kind == .badChunkLength(length: 0x8000_0000, maximum: 0x7fff_ffff))
    let palette = PNGBytes().header(4, 4, type: 3).chunk("PLTE", [UInt8](repeating: 1, count: 771))
    #expect(Self.error(palette.bytes)?.kind == .badChunkLength(length: 771, maximum: 768))
    #expect(Self.error(PNGBytes().chunk("IHDR", [0, 0, 0, 1]).bytes)?.chunk == "IHDR")
  }

  @Test func aFloodOfChunksIsRefused() {
    var file = PNGBytes().header(4, 4).bytes
    let chunk = PNGBytes.chunkBytes("prVt", [])
    for _ in 0..<100_001 { file += chunk }
    guard case .tooManyChunks = Self.error(file)?.kind else {
      Issue.record("100,001 chunks")
      return
    }
  }

  @Test func largeChunksArePassedOverWithANote() throws {
    let file = PNGBytes().header(4, 4).chunk("tEXt", [UInt8](repeating: 65, count: 2000))
      .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND")
    let reader = try PNGReader(bytes: file.bytes, name: "a.png", limits: PNGLimits(maxChunkBytes: 1999))
    #expect(reader.metadata.chunks.isEmpty)
    #expect(reader.problems.map(\.chunk) == ["tEXt"])
  }

  @Test func errorsOfTheSystemKeepTheirWords() throws {
    do throws(PNGError) {
      _ = try PNGReader(path: "/nonexistent/in.png")
      Issue.record("no error")
    } catch {
      #expect(error.kind == .system(code: ENOENT, text: "No such file or directory"))
      #expect(error.description == "/nonexistent/in.png: No such file or directory")
    }
    do throws(PNGError) {
      _ = try PNGReader(path: "/")
      Issue.record("no error")
    } catch {
      #expect(error.kind == .system(code: EISDIR, text: "Is a directory"))
    }
  }

  #if os(Linux)
    @Test func aFullDiskIsAnErrorOfTheSystem() throws {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      do throws(PNGError) {
        let header = PNGHeader(width: 4, height: 4, bitDepth: 8, colorType: .gray)
        var writer = try PNGWriter(fileDescriptor: full, header: header, chunks: [], name: "out.png")
        try writer.writeRows(PixelBuffer(width: 4, height: 4, format: .gray16))
        try writer.finish()
        Issue.record("no error")
      } catch {
        #expect(error.description == "out.png: No space left on device")
        #expect(!error.isBrokenPipe)
      }
    }
  #endif

  @Test func aClosedPipeIsTold() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    do throws(PNGError) {
      let header = PNGHeader(width: 4, height: 4, bitDepth: 8, colorType: .gray)
      var writer = try PNGWriter(fileDescriptor: ends[1], header: header, chunks: [], name: "-")
      try writer.writeRows(PixelBuffer(width: 4, height: 4, format: .gray16))
      try writer.finish()
      Issue.record("no error")
    } catch {
      #expect(error.isBrokenPipe)
    }
  }
}
