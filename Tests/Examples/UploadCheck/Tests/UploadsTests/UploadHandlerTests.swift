import Foundation
import P3Kit
import Testing
import Uploads

@Suite struct UploadHandlerTests {
  private func photo() throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..").standardizedFileURL
    return try [UInt8](Data(contentsOf: root.appendingPathComponent("TestImages/photo-p3-16.png")))
  }

  private func statuses(of body: [UInt8], count: Int, _ limits: UploadHandler.Limits) async -> [Int] {
    let handler = UploadHandler(limits: limits)
    return await withTaskGroup(of: Int.self) { group in
      for _ in 0..<count { group.addTask { await handler.respond(to: body).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func whatIsTheMatterIsAnswered() async throws {
    let photo = try photo()
    for (body, status, line) in [
      (photo, 200, "warning: 16 % of the visible pixels"), (Array("<svg></svg>".utf8), 422, "not a PNG file"),
      (Array(photo.prefix(100_000)), 422, "truncated"),
      (photo + [UInt8](repeating: 0, count: 20 << 20), 413, "more than"),
    ] {
      let response = await UploadHandler().respond(to: body)
      #expect(response.status == status && response.lines.contains { $0.contains(line) }, "\(response)")
    }
    var limits = UploadHandler.Limits()
    limits.image.maxPixels = 256 * 192 - 1
    #expect(await UploadHandler(limits: limits).respond(to: photo).status == 413)
  }

  /// A few kilobytes that inflate to nine million pixels: checks share the threads of Swift's tasks with the clocks that
  /// stop them.
  @Test(arguments: [1, 2])
  func clocksRunBesideManyUploads(uploadsPerProcessor: Int) async throws {
    let count = uploadsPerProcessor * ProcessInfo.processInfo.activeProcessorCount
    var limits = UploadHandler.Limits()
    (limits.time, limits.uploadsAtOnce) = (.zero, count)
    let layout = try PixelLayout(width: 3000, height: 3000, channels: .rgb)
    let pixels = [UInt8](repeating: 0, count: layout.byteCount)
    let body = try PixelImage(pixels, layout: layout, profile: RGBColorSpace.sRGB.profile).png()
    #expect(await statuses(of: body, count: count, limits) == [Int](repeating: 503, count: count))
  }

  @Test func nothingIsDoneForAClientThatHasGone() async throws {
    let body = try photo()
    let request = Task {
      while !Task.isCancelled { await Task.yield() }
      return await UploadHandler().respond(to: body).status
    }
    request.cancel()
    #expect(await request.value == 503)
  }

  @Test func tooManyUploadsAreSentAway() async throws {
    var limits = UploadHandler.Limits()
    limits.uploadsAtOnce = 1
    let statuses = Set(await statuses(of: try photo(), count: 20, limits))
    #expect(statuses.contains(200) && statuses.isSubset(of: [200, 503]))
  }
}
