import Foundation
import P3Kit
import Testing
import Uploads

@Suite struct UploadHandlerTests {
  private func image(_ name: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..").standardizedFileURL
    return try [UInt8](Data(contentsOf: root.appendingPathComponent("TestImages/\(name)")))
  }

  /// A black square.
  private func emptyImage(side: Int) throws -> [UInt8] {
    let layout = try PixelLayout(width: side, height: side, channels: .rgb)
    let pixels = [UInt8](repeating: 0, count: layout.byteCount)
    return try PixelImage(pixels, layout: layout, profile: RGBColorSpace.sRGB.profile).png()
  }

  @Test func aGoodImageIsAnsweredWithWhatItsOwnerMayWantToKnow() async throws {
    let response = await UploadHandler().respond(to: try image("photo-p3-16.png"))
    #expect(response.status == 200)
    #expect(response.lines.contains { $0.hasPrefix("warning: 16 % of the visible pixels") })
  }

  @Test func tooManyBytesAreNotLookedAt() async throws {
    var limits = UploadHandler.Limits()
    limits.bytes = 1000
    let response = await UploadHandler(limits: limits).respond(to: try image("photo-p3-16.png"))
    #expect(response.status == 413)
    #expect(response.lines == ["more than 1000 bytes"])
  }

  @Test func tooManyPixelsAreRefusedBeforeTheyAreDecoded() async throws {
    var limits = UploadHandler.Limits()
    limits.pixels = 256 * 192 - 1
    let response = await UploadHandler(limits: limits).respond(to: try image("photo-p3-16.png"))
    #expect(response.status == 413)
    limits.pixels += 1
    #expect(await UploadHandler(limits: limits).respond(to: try image("photo-p3-16.png")).status == 200)
  }

  /// A few kilobytes that inflate to nine million pixels.
  @Test func whatTakesTooLongIsGivenUp() async throws {
    var limits = UploadHandler.Limits()
    limits.time = .zero
    let response = await UploadHandler(limits: limits).respond(to: try emptyImage(side: 3000))
    #expect(response.status == 503)
    #expect(response.lines == ["takes too long"])
  }

  /// Checks of all uploads share the threads of Swift's tasks with the clocks that stop them.
  @Test(arguments: [1, 2])
  func clocksRunBesideManyUploads(uploadsPerProcessor: Int) async throws {
    let count = uploadsPerProcessor * ProcessInfo.processInfo.activeProcessorCount
    var limits = UploadHandler.Limits()
    limits.time = .zero
    limits.uploadsAtOnce = count
    let handler = UploadHandler(limits: limits)
    let body = try emptyImage(side: 3000)
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<count { group.addTask { await handler.respond(to: body).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [Int](repeating: 503, count: count))
  }

  @Test func nothingIsDoneForAClientThatHasGone() async throws {
    let body = try image("photo-p3-16.png")
    let request = Task {
      while !Task.isCancelled { await Task.yield() }
      return await UploadHandler().respond(to: body)
    }
    request.cancel()
    #expect(await request.value.status == 503)
  }

  @Test func whatIsNoImageOrDamagedIsRefusedWithTheReason() async throws {
    let handler = UploadHandler()
    let text = await handler.respond(to: Array("<svg></svg>".utf8))
    #expect(text.status == 422)
    #expect(text.lines.first?.contains("not a PNG file") == true)
    let half = await handler.respond(to: try Array(image("photo-p3-16.png").prefix(100_000)))
    #expect(half.status == 422)
    #expect(half.lines.first?.contains("truncated") == true)
  }

  @Test func manyUploadsWaitAndTooManyAreSentAway() async throws {
    var limits = UploadHandler.Limits()
    limits.uploadsAtOnce = 1
    limits.waiting = 3
    let handler = UploadHandler(limits: limits)
    let body = try image("photo-p3-16.png")
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { await handler.respond(to: body).status } }
      return await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(Set(statuses.keys).isSubset(of: [200, 503]))
    #expect(try #require(statuses[200]) >= 4)
    // Afterwards all places are free again.
    #expect(await handler.respond(to: body).status == 200)
  }
}
