import Oracles
import TestSupport
import Testing

@testable import Pixels

@Suite("PixelConverter")
struct PixelConverterTests {
  /// Printed by a failure: the same seed gives the same pixels.
  static let seed: UInt64 = 20_261_121

  @Test(
    "equals the definition on pixels of every kind of profile",
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"), arguments: NamedConversion.all)
  func equalsDefinition(named: NamedConversion) {
    let verifier = ConversionVerifier(named.conversion, seed: Self.seed)
    for target in KernelTarget.available {
      let converter = PixelConverter(named.conversion, target: target)
      var run = verifier
      for format in [PixelFormat.rgb16, .rgba16] {
        let differences = run.differences(converter, pixels: 25_001, format: format)
        #expect(differences == 0, "\(converter.kernelName), seed \(Self.seed), \(format)")
      }
    }
  }

  @Test(
    "equals the definition on the grey axis and on ramps of each channel",
    arguments: NamedConversion.all.prefix(4) + NamedConversion.pureGammas)
  func ramps(named: NamedConversion) {
    let verifier = ConversionVerifier(named.conversion, seed: 0)
    for ramp in Self.ramps {
      for target in KernelTarget.available {
        var converted = ramp
        var span = converted.mutableSpan
        PixelConverter(named.conversion, target: target).convert(&span, format: .rgb16)
        #expect(verifier.differences(ramp, converted, .rgb16) == 0, "\(named.name), \(target)")
      }
    }
  }

  /// All codes as grey, as one channel over black, and as one channel under full others.
  static let ramps: [[UInt16]] = [(7, 0), (1, 0), (2, 0), (4, 0), (1, 65535), (2, 65535), (4, 65535)].map {
    (mask: Int, rest: UInt16) in
    var samples = [UInt16](repeating: rest, count: 3 * 65536)
    for code in 0..<65536 {
      for channel in 0..<3 where mask & (1 << channel) != 0 { samples[3 * code + channel] = UInt16(code) }
    }
    return samples
  }

  @Test(
    "gives the reference's codes at every length", arguments: KernelTarget.available, PixelFormat.allCases)
  func lengths(target: KernelTarget, format: PixelFormat) {
    let conversion = Self.conversion(format)
    let converter = PixelConverter(conversion, target: target)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: Self.seed)
    for width in Array(0...65) + [255, 256, 257, 511, 513] {
      var expected = Self.buffer(width, format, &random)
      var actual = expected.clone()
      reference.convert(&expected)
      converter.convert(&actual)
      #expect(actual.samples == expected.samples, "width \(width)")
    }
  }

  @Test("smooth curves run on polynomials where the target has them", arguments: KernelTarget.available)
  func kernels(target: KernelTarget) {
    let fromSamples = NamedConversion("", NamedConversion.fine, Curves.p3ToSRGB, Curves.sRGB)
    for (named, polynomials) in [
      (NamedConversion.all[0], "polynomials"), (NamedConversion.pureGammas[0], "polynomials"),
      (NamedConversion.pureGammas[2], "polynomials"), (fromSamples, "table and polynomials"),
    ] {
      let name = PixelConverter(named.conversion, target: target).kernelName
      switch target {
      case .avx2, .avx512, .neon: #expect(name == "\(target.rawValue) \(polynomials)", "\(named.name)")
      case .baseline: #expect(name == "\(target.rawValue) tables", "\(named.name)")
      case .scalar: #expect(name == "scalar exact")
      }
    }
  }

  @Test(
    "sources whose polynomials err too much for the matrix are looked up", arguments: KernelTarget.available)
  func lookedUpSources(target: KernelTarget) {
    let name = PixelConverter(NamedConversion.wide.conversion, target: target).kernelName
    switch target {
    case .avx2, .avx512, .neon: #expect(name == "\(target.rawValue) table and polynomials")
    case .baseline, .scalar: break
    }
  }

  @Test("equal conversions on one target share their tables", arguments: KernelTarget.available)
  func sharedTables(target: KernelTarget) {
    func share(_ a: MatrixConversion, _ b: MatrixConversion) -> Bool {
      PixelConverter(a, target: target).tables === PixelConverter(b, target: target).tables
    }
    for format in [PixelFormat.rgb16, .gray16] {
      let conversion = Self.conversion(format)
      // Tests that run beside this one may push the first out before the second comes, but not every time.
      #expect((0..<100).contains { _ in share(conversion, conversion) })
    }
    #expect(!share(Self.conversion(.rgb16), Self.conversion(.gray16)))
  }

  @Test("alpha passes untouched", arguments: KernelTarget.available)
  func alpha(target: KernelTarget) {
    let converter = PixelConverter(NamedConversion.all[0].conversion, target: target)
    var random = SplitMix64(seed: 3)
    let source = Self.buffer(1000, .rgba16, &random)
    var converted = source.clone()
    converter.convert(&converted)
    let alphas = stride(from: 3, to: 4000, by: 4)
    #expect(alphas.allSatisfy { converted.samples[$0] == source.samples[$0] })
  }

  static func conversion(_ format: PixelFormat) -> MatrixConversion {
    format.isGray
      ? MatrixConversion(graySource: Curves.sRGB, grayDestination: Curves.adobe)
      : NamedConversion.all[0].conversion
  }

  static func buffer(_ width: Int, _ format: PixelFormat, _ random: inout SplitMix64) -> PixelBuffer {
    PixelBuffer(
      width: width, height: 1, format: format,
      samples: (0..<width * format.channelCount).map { _ in UInt16(truncatingIfNeeded: random.next()) })
  }
}
