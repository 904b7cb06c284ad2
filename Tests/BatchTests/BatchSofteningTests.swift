import Batch
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The step `soften` where an image is left alone: nothing is written, and what follows takes the image itself.
@Suite("Softening in pipelines") struct BatchSofteningTests {
  private static let yaml = """
    sources: art/*.png
    output: {folder: build}
    steps:
      - soften: {}
      - {convert: {to: display-p3}, input: soften}
    """

  /// White paper with a dark square, which is softened; or a dark image, which is left alone.
  private func add(_ name: String, isDark: Bool, to pipeline: Pipeline, ink: UInt16 = 0x3030) throws {
    let samples = (0..<40 * 40).flatMap { index -> [UInt16] in
      let isInk = (8..<20).contains(index % 40) && (8..<20).contains(index / 40)
      return [UInt16](repeating: isInk || isDark ? ink : 65535, count: 3)
    }
    try FileManager.default.createDirectory(
      atPath: pipeline.folder.path("art"), withIntermediateDirectories: true)
    try PixelBuffer(width: 40, height: 40, format: .rgb16, samples: samples).writePNG(
      to: pipeline.folder.path(name), bitDepth: 8, chunks: PNGChunk.sRGB(intent: 1))
  }

  private func outputs(_ pipeline: Pipeline) throws -> [String] {
    try pipeline.folder.names().filter { $0.hasPrefix("build/") && $0.hasSuffix(".png") }
  }

  @Test(
    "an image that is left alone is not written, later steps take the image itself, and a second run does nothing"
  )
  func leftAlone() async throws {
    let pipeline = try Pipeline(Self.yaml)
    try add("art/dark.png", isDark: true, to: pipeline)
    try add("art/page.png", isDark: false, to: pipeline)
    let run = try await pipeline.run()
    let steps = try #require(run.reports["art/dark.png"]?.steps)
    #expect(steps.map(\.status) == [.done, .done])
    #expect(steps[0].outputs == [] && steps[0].bytesOut == 0 && steps[0].isLeftAlone && !steps[1].isLeftAlone)
    #expect(steps[0].notes.contains { $0.hasSuffix("nothing is written") })
    #expect(
      try outputs(pipeline) == [
        "build/dark.dark.display-p3.png", "build/page.dark.display-p3.png", "build/page.dark.png",
      ])
    let made = try DecodedPNG(path: pipeline.folder.path("build/dark.dark.display-p3.png"))
    #expect(made[0].allSatisfy { abs(Int($0) - 0x3030) < 64 })
    #expect(
      try await pipeline.summary() == [
        "art/dark.png convert: upToDate", "art/dark.png soften: upToDate", "art/page.png convert: upToDate",
        "art/page.png soften: upToDate",
      ])
    // What follows is made again when the image itself changes.
    try add("art/dark.png", isDark: true, to: pipeline, ink: 0x2020)
    #expect(
      try await pipeline.summary().prefix(2) == [
        "art/dark.png convert: source changed", "art/dark.png soften: source changed",
      ])
  }

  @Test("an output of an earlier run goes when the image needs none any more, and comes back when it does")
  func staleOutput() async throws {
    let pipeline = try Pipeline(Self.yaml)
    try add("art/a.png", isDark: false, to: pipeline)
    _ = try await pipeline.run()
    #expect(try outputs(pipeline) == ["build/a.dark.display-p3.png", "build/a.dark.png"])
    try add("art/a.png", isDark: true, to: pipeline)
    _ = try await pipeline.run()
    #expect(try outputs(pipeline) == ["build/a.dark.display-p3.png"])
    #expect(
      try await pipeline.summary() == ["art/a.png convert: upToDate", "art/a.png soften: upToDate"])
    try add("art/a.png", isDark: false, to: pipeline)
    _ = try await pipeline.run()
    #expect(try outputs(pipeline) == ["build/a.dark.display-p3.png", "build/a.dark.png"])
  }

  @Test(
    "a file of someone else where nothing is written stays, is not taken for an output and not taken as input"
  )
  func foreignFile() async throws {
    let pipeline = try Pipeline(Self.yaml)
    try add("art/a.png", isDark: true, to: pipeline)
    try pipeline.folder.write([1, 2, 3], to: "build/a.dark.png")
    let run = try await pipeline.run()
    #expect(run.reports["art/a.png"]?.error == nil)
    #expect(run.reports["art/a.png"]?.steps.first?.outputs == [])
    #expect(try pipeline.folder.bytes("build/a.dark.png") == [1, 2, 3])
    let made = try DecodedPNG(path: pipeline.folder.path("build/a.dark.display-p3.png"))
    #expect(made.header.width == 40)
    #expect(try await pipeline.summary() == ["art/a.png convert: upToDate", "art/a.png soften: upToDate"])
  }

  @Test("with copy-unchanged every image has its output, and a catalog takes what there is")
  func copies() async throws {
    let pipeline = try Pipeline(
      """
      sources: art/*.png
      output: {folder: build}
      steps:
        - soften: {copy-unchanged: true, dither: none}
        - {catalog: {into: build/A.xcassets, scales: 1x}, input: soften}
      """)
    try add("art/a.png", isDark: true, to: pipeline)
    let run = try await pipeline.run()
    #expect(run.reports["art/a.png"]?.error == nil)
    #expect(try pipeline.folder.bytes("build/a.dark.png") == pipeline.folder.bytes("art/a.png"))
    try pipeline.rewrite(
      "sources: art/*.png\noutput: {folder: build}\nsteps:\n  - soften: {}\n"
        + "  - {catalog: {into: build/A.xcassets, scales: 1x}, input: soften}")
    let again = try await pipeline.run()
    #expect(again.reports["art/a.png"]?.error == nil)
    #expect(try !pipeline.folder.names().contains("build/a.dark.png"))
    #expect(again.reports["art/a.png"]?.steps.map(\.status) == [.done, .upToDate])
  }
}
