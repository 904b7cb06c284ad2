import Oracles
import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("ColorTransform")
struct ColorTransformTests {
  @Test(
    "agrees with the Double reference within one code where all curves are parametric",
    arguments: [
      (RGBColorSpace.displayP3, RGBColorSpace.sRGB), (.sRGB, .displayP3), (.rec2020, .displayP3),
      (.adobeRGB, .sRGB), (.sRGB, .proPhoto),
    ])
  func agreesWithReference(source: RGBColorSpace, destination: RGBColorSpace) throws {
    let lcms = try transform(source.profile, destination.profile)
    let reference = try reference(source.profile, destination.profile)
    var ours = lattice(17)
    var theirs = ours.clone()
    reference.convert(&ours)
    lcms.convert(&theirs)
    let worst = zip(ours.samples, theirs.samples).map { abs(Int($0) - Int($1)) }.max()
    #expect((worst ?? .max) <= 1)
  }

  @Test("leaves straight alpha as it is, bit for bit")
  func alpha() throws {
    let transform = try transform(RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    let alphas: [UInt16] = [0, 1, 255, 32768, 65534, 65535]
    var buffer = PixelBuffer(
      width: 3, height: 2, format: .rgba16, samples: alphas.flatMap { [50000, 20000, 1000, $0] })
    transform.convert(&buffer)
    #expect(stride(from: 3, to: 24, by: 4).map { buffer.samples[$0] } == alphas)
    #expect(buffer.samples[0] != 50000)
    #expect(Array(buffer.samples[0..<3]) == Array(buffer.samples[20..<23]))
  }

  @Test("clips what the destination lacks to its ends")
  func clips() throws {
    let transform = try transform(RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    var buffer = PixelBuffer(width: 1, height: 1, format: .rgb16, samples: [65535, 0, 0])
    transform.convert(&buffer)
    #expect(buffer.samples == [65535, 0, 0])
  }

  @Test("takes a grey image under an RGB profile as R = G = B")
  func expandedGray() throws {
    let gray = RGBColorSpace.sRGB.grayProfile
    let transform = try ColorTransform(
      LCMSPlan(
        source: RGBColorSpace.rec2020.profile, destination: gray, intent: .relative,
        blackPointCompensation: true, expandsGray: true))
    let plan = try ConversionPlan(
      source: RGBColorSpace.rec2020.profile, destination: gray, sourceIsGrayImage: true)
    guard case .matrix(let conversion) = plan.executor else {
      Issue.record("grey with equal curves is a matrix conversion")
      return
    }
    let samples = (0..<256).map { UInt16($0 * 257) }
    var ours = PixelBuffer(width: 128, height: 1, format: .grayAlpha16, samples: samples)
    var theirs = ours.clone()
    ReferenceConverter(conversion).convert(&ours)
    transform.convert(&theirs)
    #expect(zip(ours.samples, theirs.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("does the absolute intent: paper white keeps its colour")
  func absolute() throws {
    var bytes = RGBColorSpace.proPhoto.profile.bytes
    let white = try #require(ICCTagTable(bytes).ranges["wtpt"])
    // A medium that reflects half of the blue: Z of white halved.
    bytes.replaceSubrange(white.lowerBound + 16..<white.lowerBound + 20, with: [0, 0, 0x69, 0x96])
    let paper = try ICCProfile(bytes: bytes)
    let colors = try [RenderingIntent.relative, .absolute].map { intent in
      let transform = try transform(paper, RGBColorSpace.sRGB.profile, intent: intent)
      var buffer = PixelBuffer(width: 1, height: 1, format: .rgb16, samples: [65535, 65535, 65535])
      transform.convert(&buffer)
      return buffer.samples
    }
    #expect(colors[0] == [65535, 65535, 65535])
    #expect(colors[1][0] == 65535 && colors[1][2] < 52000)
  }

  @Test("names a table that LittleCMS cannot read")
  func refusal() throws {
    var bytes = RGBColorSpace.sRGB.profile.bytes
    let entry = try #require(
      stride(from: 132, to: 300, by: 12).first { FourCC(ICCTagTable.unsigned32(bytes, at: $0)) == "cprt" })
    bytes.replaceSubrange(entry..<entry + 4, with: ("A2B0" as FourCC).bytes)
    let damaged = try ICCProfile(bytes: bytes)
    let plan = try ConversionPlan(
      source: damaged, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
    guard case .lcms(let lcms) = plan.executor else {
      Issue.record("tables go to LittleCMS")
      return
    }
    #expect(throws: ColorError.malformedProfile(place: "'A2B0'", fact: "LittleCMS cannot read this table")) {
      try ColorTransform(lcms)
    }
  }

  @Test("converts repeated pixels and rows as all others", arguments: [PixelFormat.rgb16, .rgba16])
  func repeatedPixels(format: PixelFormat) throws {
    let plan = try ConversionPlan(
      source: ICCProfile(bytes: TableProfile.bytes), destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    guard case .lcms(let lcms) = plan.executor else {
      Issue.record("tables go to LittleCMS")
      return
    }
    let transform = try ColorTransform(lcms)
    let (width, height, channels) = (9, 8, format.channelCount)
    // Rows of a few colours; some repeat the row above, some differ from it in alpha alone.
    let samples = (0..<width * height * channels).map { index -> UInt16 in
      let (x, y, channel) = (index / channels % width, index / channels / width / 3, index % channels)
      let alpha = UInt16(index / channels / width % 2) * 65535
      return channel == 3 ? alpha : UInt16((x / 3 * 9000 + y * 5000 + channel * 700) % 65536)
    }
    var whole = PixelBuffer(width: width, height: height, format: format, samples: samples)
    transform.convert(&whole)
    for pixel in 0..<width * height {
      let range = pixel * channels..<(pixel + 1) * channels
      var one = PixelBuffer(width: 1, height: 1, format: format, samples: Array(samples[range]))
      transform.convert(&one)
      #expect(Array(whole.samples[range]) == one.samples, "pixel \(pixel)")
    }
  }

  @Test("gives the same pixels to several threads at once")
  func sharedByThreads() async throws {
    let transform = try transform(RGBColorSpace.displayP3.profile, RGBColorSpace.sRGB.profile)
    var expected = lattice(9)
    transform.convert(&expected)
    let samples = expected.samples
    await withTaskGroup(of: [UInt16].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var buffer = lattice(9)
          transform.convert(&buffer)
          return buffer.samples
        }
      }
      for await result in group { #expect(result == samples) }
    }
  }
}

/// `steps`³ colours, evenly spaced codes, one row per pair of red and green.
private func lattice(_ steps: Int) -> PixelBuffer {
  let codes = (0..<steps).map { UInt16($0 * 65535 / (steps - 1)) }
  let samples = codes.flatMap { red in codes.flatMap { green in codes.flatMap { [red, green, $0] } } }
  return PixelBuffer(width: steps, height: steps * steps, format: .rgb16, samples: samples)
}

private func transform(
  _ source: ICCProfile, _ destination: ICCProfile, intent: RenderingIntent = .relative
) throws -> ColorTransform {
  try ColorTransform(
    LCMSPlan(
      source: source, destination: destination, intent: intent, blackPointCompensation: true,
      expandsGray: false))
}

private func reference(_ source: ICCProfile, _ destination: ICCProfile) throws -> ReferenceConverter {
  let plan = try ConversionPlan(source: source, destination: destination, sourceIsGrayImage: false)
  return ReferenceConverter(try plan.gamutConversion())
}
