import Foundation
import P3Kit
import TestSupport
import Testing

/// Images that come from memory and go there give what files give.
@Suite struct InMemoryTests {
  private static let images = ["photo-p3-16.png", "palette-srgb-8.png", "gray-ramp-16.png", "untagged-8.png"]

  private func source(_ name: String) throws -> ImageSource {
    .bytes(try TestImages.bytes(name), name: name)
  }

  private func file(_ name: String) -> ImageSource { .file(TestImages.path(name)) }

  /// The bytes that `work` writes to a file, and those that it writes to memory.
  private func written(
    _ work: @escaping @Sendable (ImageDestination) async throws -> Void
  ) async throws -> (file: [UInt8], memory: [UInt8]?) {
    let folder = try TemporaryFolder()
    try await work(.file(folder.path("out.png")))
    let memory = ImageInMemory()
    try await work(.memory(memory))
    return (try folder.bytes("out.png"), memory.bytes)
  }

  @Test(arguments: images)
  func aConversionWritesTheSameBytes(name: String) async throws {
    for reduces in [false, true] {
      var request = ConversionRequest(target: .space(.displayP3))
      request.depth = .auto
      request.reduces = reduces
      let conversion = ImageConversion(request)
      for source in [file(name), try source(name)] {
        let outputs = try await written { _ = try await conversion.convert(source, to: $0) }
        #expect(outputs.memory == outputs.file)
      }
      let expected = try await written { _ = try await conversion.convert(file(name), to: $0) }.file
      let (bytes, report) = try await conversion.convert(TestImages.bytes(name), name: name)
      #expect(bytes == expected)
      #expect(report.path == name)
      #expect(report.output == "memory")
      #expect(report.bytesOut == bytes.count)
      #expect(report.bytesIn == (try TestImages.bytes(name).count))
    }
  }

  @Test(arguments: images)
  func everyOtherWorkWritesTheSameBytes(name: String) async throws {
    let source = try source(name)
    var copying = ImageSoftening(SofteningOptions())
    copying.copiesUnchanged = true
    let softening = copying
    let works: [@Sendable (ImageSource, ImageDestination) async throws -> Void] = [
      { _ = try await softening.soften($0, to: $1) },
      { _ = try await ImageSimulation(.deuteranopia).simulate($0, to: $1) },
      { _ = try await TagAssignment(target: .space(.displayP3)).assign($0, to: $1) },
    ]
    for work in works {
      let fromFile = try await written { try await work(file(name), $0) }
      let fromMemory = try await written { try await work(source, $0) }
      #expect(fromFile.memory == fromFile.file)
      #expect(fromMemory.memory == fromFile.file)
    }
  }

  @Test(arguments: images)
  func reportsAreTheSame(name: String) async throws {
    func json(_ report: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
    let file = file(name)
    let source = ImageSource.bytes(try TestImages.bytes(name), name: file.name)
    let check = ImageCheck(CheckRequest())
    let checked = (try await check.check(source), try await check.check(file))
    #expect(try json(checked.0) == json(checked.1))
    let inspection = ImageInspection()
    let inspected = (try await inspection.inspect(source).report, try await inspection.inspect(file).report)
    #expect(try json(inspected.0) == json(inspected.1))
    let difference = try await ImageDifference().compare(source, file)
    #expect(difference.verdict == .same)
  }

  @Test func damageLeavesNothingInMemory() async throws {
    let half = try Array(TestImages.bytes("photo-p3-16.png").prefix(100_000))
    let output = ImageInMemory()
    await #expect(throws: ImageError.self) {
      try await ImageConversion(ConversionRequest(target: .space(.sRGB)))
        .convert(.bytes(half, name: "half.png"), to: .memory(output))
    }
    #expect(output.bytes == nil)
  }

  @Test func whatIsThereIsReplacedOnlyWhereThatIsAllowed() async throws {
    let conversion = ImageConversion(ConversionRequest(target: .space(.sRGB)))
    let source = try source("icon-p3-16.png")
    let output = ImageInMemory(name: "icon")
    let first = try await conversion.convert(source, to: .memory(output))
    await #expect(throws: ImageError.file(FileError(path: "icon", code: ErrorNumber.exists))) {
      try await conversion.convert(source, to: .memory(output))
    }
    let dry = try await conversion.convert(
      source, to: .memory(output), settings: OutputSettings(dryRun: true))
    #expect(dry.state == .same)
    let other = try await conversion.convert(
      try self.source("card-srgb-8.png"), to: .memory(output), settings: OutputSettings(dryRun: true))
    #expect(other.state == .different)
    #expect(output.bytes?.count == first.bytesOut)
    let second = try await conversion.convert(
      try self.source("card-srgb-8.png"), to: .memory(output), settings: OutputSettings(overwrite: true))
    #expect(output.bytes?.count == second.bytesOut)
    #expect(
      try await conversion.convert(
        source, to: .memory(ImageInMemory()), settings: OutputSettings(dryRun: true)
      ).state == .missing)
  }

  @Test func sourcesAndDestinationsAreEqualByWhatTheyAre() {
    #expect(ImageSource.bytes([1], name: "a") == .bytes([1], name: "a"))
    #expect(ImageSource.bytes([1], name: "a") != .bytes([2], name: "a"))
    #expect(ImageSource.bytes([1], name: "a") != .bytes([1], name: "b"))
    #expect(ImageSource.bytes([1], name: "a") != .file("a"))
    let (one, other) = (ImageInMemory(), ImageInMemory())
    #expect(ImageDestination.memory(one) == .memory(one))
    #expect(ImageDestination.memory(one) != .memory(other))
    #expect(Set([ImageDestination.memory(one), .memory(other), .file("memory")]).count == 3)
  }

  // MARK: Cancelling

  /// Each kind of work on an image, in a task that was cancelled before it began.
  @Test func cancelledWorkEndsAndWritesNothing() async throws {
    let source = try source("photo-p3-16.png")
    let works: [@Sendable (ImageDestination) async throws -> Void] = [
      { _ = try await ImageConversion(ConversionRequest(target: .space(.sRGB))).convert(source, to: $0) },
      { _ = try await ImageSoftening(SofteningOptions()).soften(source, to: $0) },
      { _ = try await ImageSimulation(.deuteranopia).simulate(source, to: $0) },
      { _ = try await ImageCheck(CheckRequest()).check(source, heatmap: $0) },
      { _ = try await ImageDifference().compare(source, source, heatmap: $0) },
      { _ in _ = try await ImageInspection().inspect(source) },
    ]
    for work in works {
      let output = ImageInMemory()
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await work(.memory(output))
      }
      task.cancel()
      let result = await task.result
      #expect(throws: ImageError.cancelled(path: "photo-p3-16.png")) { try result.get() }
      #expect(output.bytes == nil)
    }
  }

  /// Reports and options can be kept and read again.
  @Test func whatIsKeptAsJSONComesBack() async throws {
    func expectSame<Value: Codable>(_ value: Value) throws {
      let kept = try JSONEncoder().encode(value)
      let again = try JSONEncoder().encode(JSONDecoder().decode(Value.self, from: kept))
      let (first, second) = (
        try JSONSerialization.jsonObject(with: kept), try JSONSerialization.jsonObject(with: again)
      )
      #expect((first as? NSDictionary) == (second as? NSDictionary), "\(Value.self)")
    }
    let source = file("photo-p3-16.png")
    var request = ConversionRequest(target: .space(.sRGB))
    request.gamutMapping = .soft
    try expectSame(
      try await ImageConversion(request).convert(source, to: .memory(ImageInMemory())))
    try expectSame(
      try await ImageSoftening(SofteningOptions()).soften(source, to: .memory(ImageInMemory())))
    try expectSame(
      try await ImageSimulation(.protanopia).simulate(source, to: .memory(ImageInMemory())))
    try expectSame(try await ImageCheck(CheckRequest()).check(source))
    try expectSame(try await ImageDifference().compare(source, file("untagged-8.png")))
    try expectSame(SofteningPlate())
    try expectSame(PNGLimits.untrusted)
    try expectSame(RuleSelection(only: [.banding]))
    #expect(
      try JSONDecoder().decode(PNGLimits.self, from: JSONEncoder().encode(PNGLimits.untrusted)) == .untrusted)
  }
}
