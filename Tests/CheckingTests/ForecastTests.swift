import ImageCases
import Analysis
import Checking
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What `check` foretells of bands is what `convert` reports of its output.
@Suite("Banding foretold and found") struct ForecastTests {
  private static let kinds = 8

  /// A picture of Display P3: ramps, glows, flats and noise, with colours in and out of sRGB.
  private static func picture(_ number: Int) -> BandingPicture {
    var random = SplitMix64(seed: UInt64(number))
    func color(_ range: ClosedRange<Double> = 0.05...0.95) -> SIMD3<Double> {
      SIMD3(
        Double.random(in: range, using: &random), Double.random(in: range, using: &random),
        Double.random(in: range, using: &random))
    }
    let (start, end) = (color(), color())
    let near = start + (color(0...0.2) - 0.1)
    switch number % kinds {
    case 0: return .ramp(260, 80, from: start, to: near)
    case 1: return .ramp(200, 120, from: start, to: end, diagonal: true)
    case 2: return .glow(160, from: start, to: near)
    // Display P3 blue, which sRGB clips to one colour.
    case 3: return .ramp(160, 160, from: SIMD3(0, 0, 1), to: SIMD3(0, 0, 1))
    // Into the wall of sRGB.
    case 4: return .ramp(300, 80, from: end, to: SIMD3(1, 0, 0))
    case 5: return .ramp(300, 80, from: SIMD3(0.2, 0.6, 0.2), to: SIMD3(0, 1, 0))
    case 6: return .ramp(200, 90, from: start, to: near).noisy(2, seed: UInt64(number))
    default: return .shades(5, 200, 90, from: start, to: end)
    }
  }

  private struct Both {
    let checked: CheckReport
    let converted: BandingReport
  }

  private static func both(_ number: Int) async throws -> Both {
    let depth = number / kinds % 2 == 0 ? 8 : 16
    let picture = Self.picture(number)
    let image = try CheckTestImage(
      width: picture.width, height: picture.height, bitDepth: depth, chunks: [.profile(.displayP3)],
      samples: Array(picture.buffer(bits: depth == 8 ? 8 : 16).samples))
    let folder = try TemporaryFolder()
    var request = ConversionRequest(target: .space(.sRGB))
    request.depth = .eight
    request.dither = Dither.none
    let report = try await ImageConversion(request).convert(image.source, to: .file(folder.path("out.png")))
    return Both(
      checked: try await ImageCheck(CheckRequest()).check(image.source),
      converted: try #require(report.banding))
  }

  /// What both reports must say alike of a region. Its cause is left out: `check` calls a band of the output a result of
  /// the depth, `convert` finds it in its own output.
  private static func words(_ region: BandingRegion) -> String {
    let box = region.box
    return "\(box.width)×\(box.height) at \(box.x), \(box.y): \(region.plane) \(region.step) \(region.score)"
  }

  @Test(arguments: 0..<64) func everyForetoldPlaceIsInTheOutput(number: Int) async throws {
    let both = try await Self.both(number)
    let output = Set(both.converted.regions.map(Self.words))
    for region in both.checked.banding.predicted.regions {
      #expect(output.contains(Self.words(region)), "\(Self.words(region)) is not among \(output)")
    }
  }

  @Test(arguments: 0..<64) func whatIsInTheOutputWasForetoldOrThereBefore(number: Int) async throws {
    let both = try await Self.both(number)
    let known = Set(both.checked.banding.predicted.regions.map(Self.words))
    for region in both.converted.regions where !known.contains(Self.words(region)) {
      let box = region.box
      let wasThere = both.checked.banding.regions.contains { old in
        old.box.x < box.x + box.width && box.x < old.box.x + old.box.width
          && old.box.y < box.y + box.height && box.y < old.box.y + old.box.height
      }
      #expect(wasThere, "\(Self.words(region)) was not foretold")
    }
  }

  @Test func theTrialHasBoth() async throws {
    var (foretold, quiet) = (0, 0)
    for number in 0..<64 {
      let isForetold = try await !Self.both(number).checked.banding.predicted.regions.isEmpty
      if isForetold { foretold += 1 } else { quiet += 1 }
    }
    #expect(foretold >= 10 && quiet >= 10)
  }

  @Test func aFlatDisplayP3BlueIsForetoldNoBand() async throws {
    let both = try await Self.both(3)
    #expect(both.checked.banding.predicted.regions.isEmpty && both.converted.regions.isEmpty)
  }
}
