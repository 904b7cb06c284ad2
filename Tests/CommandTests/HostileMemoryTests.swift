import TestSupport
import Testing

/// Small files that ask for much memory: the program refuses them, or does its work in little. Each is made here.
@Suite struct HostileMemoryTests {
  /// What no file under a megabyte may cost, in bytes.
  private static let bound = 256_000_000

  /// An image whose data end before the first row.
  private static func claim(_ width: UInt32, _ height: UInt32, depth: UInt8 = 8, type: UInt8 = 0) -> PNGFile {
    let sides = PNGFile.big(width) + PNGFile.big(height)
    return PNGFile(chunks: [
      .init("IHDR", sides + [depth, type, 0, 0, 0]), .init("IDAT", PNGFile.storedZlib([])), .init("IEND"),
    ])
  }

  private static let commands = [
    ["convert", "--to", "srgb", "-o", "out/"], ["convert", "--to", "srgb", "--soften", "-o", "out/"],
    ["check"],
    ["check", "--format", "html"], ["inspect"], ["soften", "-o", "out/"],
  ]

  @Test(arguments: commands)
  func claimsAreRefusedBeforeMemoryIsTaken(command: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.claim(89_000_000, 1, depth: 1).bytes, to: "wide.png")
    try folder.write(Self.claim(1, 1_000_000_000).bytes, to: "tall.png")
    try folder.write(Self.claim(10_000_000, 100, depth: 16, type: 6).bytes, to: "both.png")
    let (result, peak) = try await CommandRunner.p3tool.runMeasured(
      command + ["wide.png", "tall.png", "both.png"], in: folder)
    #expect(result.exitCode == 2)
    #expect(peak < Self.bound / 2, "\(peak) bytes")
    for (name, size) in [("wide.png", "89000000×1"), ("both.png", "10000000×100")] {
      let line = result.errors.split(separator: "\n").first { $0.contains(name) }
      #expect(
        line?.contains("\(size) pixels") == true && line?.contains("--max-memory") == true, "\(line ?? "")")
    }
    #expect(result.errors.contains("tall.png: "))
  }

  /// With a raised limit the claim is believed, yet nothing is taken for it before rows have come.
  @Test(arguments: commands)
  func rowsThatDoNotComeCostNothing(command: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.claim(89_000_000, 1, depth: 1).bytes, to: "wide.png")
    try folder.write(Self.claim(1, 1_000_000_000).bytes, to: "tall.png")
    let (result, peak) = try await CommandRunner.p3tool.runMeasured(
      command + ["--max-memory", "999999999999", "wide.png", "tall.png"], in: folder)
    #expect(result.exitCode == 2)
    #expect(peak < Self.bound, "\(peak) bytes")
    #expect(result.errors.contains("wide.png: IDAT: stream ends at byte 0"))
    #expect(result.errors.contains("tall.png: IDAT: stream ends at byte 0"))
  }

  /// What the design promises at the defaults, in a file that is small because it is flat.
  @Test(arguments: commands)
  func aRowOfAHundredThousandPixelsIsOrdinary(command: [String]) async throws {
    let folder = try TemporaryFolder()
    let row = [UInt8](repeating: 200, count: 100_000)
    try folder.write(PNGFile(width: 100_000, depth: 8, colorType: 0, rows: [row, row]).bytes, to: "wide.png")
    let (result, peak) = try await CommandRunner.p3tool.runMeasured(command + ["wide.png"], in: folder)
    #expect(result.exitCode != 2, "\(result.errors)")
    #expect(peak < Self.bound, "\(peak) bytes")
  }

  /// A comparison reads two: it refuses either, and takes little for what it does not refuse.
  @Test func comparisonsTakeLittle() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.claim(89_000_000, 1, depth: 1).bytes, to: "wide.png")
    try folder.write(Self.claim(1, 1_000_000_000).bytes, to: "tall.png")
    // Every other pixel differs: as many runs as there can be.
    let dark = [UInt8](repeating: 0, count: 500), dots = dark.indices.map { UInt8($0 % 2 * 255) }
    for (name, row) in [("dark.png", dark), ("dots.png", dots)] {
      let rows = [[UInt8]](repeating: row, count: 3000)
      try folder.write(PNGFile(width: 500, depth: 8, colorType: 0, rows: rows).bytes, to: name)
    }
    for pair in [["wide.png", "wide.png"], ["tall.png", "tall.png"], ["tall.png", "wide.png"]] {
      let (result, peak) = try await CommandRunner.p3tool.runMeasured(["diff"] + pair, in: folder)
      #expect(result.exitCode == 2 && peak < Self.bound / 2, "\(pair): \(peak) bytes")
    }
    let (result, peak) = try await CommandRunner.p3tool.runMeasured(
      ["diff", "dark.png", "dots.png"], in: folder)
    #expect(result.exitCode == 1 && result.text.contains("750,000 of 1,500,000 pixels differ"))
    #expect(peak < 64_000_000, "\(peak) bytes")
  }

  /// Several large images in work at once share what one may take.
  @Test func imagesAtOnceShareTheMemory() async throws {
    let folder = try TemporaryFolder()
    let row = [UInt8](repeating: 200, count: 90_000)
    let image = PNGFile(width: 90_000, depth: 8, colorType: 0, rows: [row, row]).bytes
    let names = (1...8).map { "\($0).png" }
    for name in names { try folder.write(image, to: name) }
    let (alone, one) = try await CommandRunner.p3tool.runMeasured(["check", "-j", "8", names[0]], in: folder)
    let (all, eight) = try await CommandRunner.p3tool.runMeasured(["check", "-j", "8"] + names, in: folder)
    #expect(alone.exitCode == 0 && all.exitCode == 0)
    // Each counts 180 MB, so that there is room for one.
    #expect(eight < one + 60_000_000, "\(eight) bytes for eight, \(one) for one")
  }

  /// Kept chunks are in memory once.
  @Test func textChunksAreKeptOnce() async throws {
    let folder = try TemporaryFolder()
    let size = 4_000_000
    let plain = PNGFile(width: 2, depth: 8, colorType: 0, rows: [[1, 2]])
    let text = PNGFile.Chunk("tEXt", Array("Comment\u{0}".utf8) + [UInt8](repeating: 65, count: size))
    try folder.write(plain.bytes, to: "plain.png")
    try folder.write(plain.adding(text, text, text, text, text, text, text, text).bytes, to: "texts.png")
    let command = ["convert", "--to", "srgb", "-o", "out/"]
    let (_, base) = try await CommandRunner.p3tool.runMeasured(command + ["plain.png"], in: folder)
    let (result, peak) = try await CommandRunner.p3tool.runMeasured(command + ["texts.png"], in: folder)
    #expect(result.exitCode == 0)
    #expect(peak - base < 8 * size * 7 / 4, "\(peak - base) bytes for \(8 * size) of text")
    #expect(try folder.bytes("out/texts.png").count > 8 * size)
  }
}
