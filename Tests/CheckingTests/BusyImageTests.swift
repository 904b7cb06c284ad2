import Checking
import ColorManagement
import Colors
import Conversion
import DarkMode
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// Whatever is done with an image, one that makes work without bytes is refused, and nothing is written; flat ones pass.
@Suite struct BusyImageTests {
  private static let works:
    [(name: String, work: @Sendable (ImageSource, PNGLimits) async throws -> [UInt8]?)] = [
      (
        "convert",
        { source, limits in
          var request = ConversionRequest(target: .space(.sRGB))
          request.limits = limits
          let output = ImageInMemory()
          _ = try await ImageConversion(request).convert(source, to: .memory(output))
          return output.bytes
        }
      ),
      (
        "check",
        { source, limits in
          var request = CheckRequest()
          request.limits = limits
          _ = try await ImageCheck(request).check(source)
          return nil
        }
      ),
      (
        "soften",
        { source, limits in
          var softening = ImageSoftening(SofteningOptions())
          softening.limits = limits
          let output = ImageInMemory()
          _ = try await softening.soften(source, to: .memory(output))
          return output.bytes
        }
      ),
      (
        "simulate",
        { source, limits in
          var simulation = ImageSimulation(.protanopia)
          simulation.limits = limits
          let output = ImageInMemory()
          _ = try await simulation.simulate(source, to: .memory(output))
          return output.bytes
        }
      ),
      (
        "diff",
        { source, limits in
          var request = DifferenceRequest()
          request.limits = limits
          _ = try await ImageDifference(request).compare(source, source)
          return nil
        }
      ),
    ]

  @Test(arguments: works.map(\.name)) func busyImagesAreRefused(name: String) async throws {
    let work = try #require(Self.works.first { $0.name == name }).work
    var limits = PNGLimits()
    limits.busyPixels = 10_000
    let busy = ImageSource.bytes(
      PNGFile.constant(4, width: 300, height: 300, colorType: 2).bytes, name: "busy.png")
    let error = await #expect(throws: ImageError.self) { _ = try await work(busy, limits) }
    #expect(error?.description.contains("busyPixels") == true)
    let flat = ImageSource.bytes(
      PNGFile.constant(0, width: 300, height: 300, colorType: 2).bytes, name: "flat.png")
    _ = try await work(flat, limits)
    limits.allowPixels(90_000)
    _ = try await work(busy, limits)
  }

  /// LittleCMS and moved edges take several times as long for a pixel: a third as many are let through.
  @Test func dearWorkIsRefusedEarlier() async throws {
    var limits = PNGLimits()
    limits.busyPixels = 100_000
    let busy = ImageSource.bytes(
      PNGFile.constant(4, width: 300, height: 300, colorType: 2).bytes, name: "busy.png")
    var conversion = ConversionRequest(target: .space(.sRGB))
    conversion.limits = limits
    conversion.assumedProfile = RGBColorSpace.displayP3.profile
    _ = try await ImageConversion(conversion).convert(busy, to: .memory(ImageInMemory()))
    conversion.assumedProfile = try ICCProfile(bytes: TableProfile.bytes)
    for reduces in [false, true] {
      conversion.reduces = reduces
      await #expect(throws: ImageError.self) {
        _ = try await ImageConversion(conversion).convert(busy, to: .memory(ImageInMemory()))
      }
    }
    var check = CheckRequest()
    check.limits = limits
    _ = try await ImageCheck(check).check(busy)
    check.assumedProfile = conversion.assumedProfile
    await #expect(throws: ImageError.self) { _ = try await ImageCheck(check).check(busy) }
    var difference = DifferenceRequest()
    difference.limits = limits
    _ = try await ImageDifference(difference).compare(busy, busy)
    difference.ignoresAntialiasing = true
    await #expect(throws: ImageError.self) { _ = try await ImageDifference(difference).compare(busy, busy) }
  }
}
