import Analysis
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Areas of one colour are rounded where 16 bits become 8; gradients are dithered, also those that stand still for a while.
@Suite struct FlatColorsTests {
  private static let red: [UInt16] = [52_345, 10_000, 20_001]
  private static let blue: [UInt16] = [12_345, 30_000, 50_001]

  /// The samples of `samples` as `convert --depth 8` writes them, from Display P3 to sRGB, 16 bits each.
  private func converted(
    width: Int, _ samples: [UInt16], dither: Dither? = nil, softening: SofteningOptions? = nil
  ) async throws -> DecodedPNG {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PNGFile.image16(width: width, colorType: 2, samples).bytes, to: "in.png")
    var request = ConversionRequest(target: .space(.sRGB))
    request.assumedProfile = RGBColorSpace.displayP3.profile
    request.depth = .eight
    request.dither = dither
    request.softening = softening
    _ = try await ImageConversion(request).convert(.file(input), to: .file(folder.path("out.png")))
    return try DecodedPNG(path: folder.path("out.png"))
  }

  private func colors(_ image: DecodedPNG) -> Set<[UInt16]> {
    Set((0..<image.header.width * image.header.height).map { image[$0] })
  }

  @Test(arguments: [(1, 1), (3, 2), (40, 30), (700, 400)])
  func anImageOfOneColorStaysOne(width: Int, height: Int) async throws {
    let image = try await converted(
      width: width, (0..<width * height).flatMap { _ in Self.blue })
    #expect(colors(image).count == 1)
  }

  /// Two colours and a line between them; the places of the edges lie on no multiple of anything.
  @Test func areasWithEdgesStayFlat() async throws {
    let samples = (0..<150 * 401).flatMap { index -> [UInt16] in
      let (x, y) = (index % 401, index / 401)
      return y == 77 ? [0, 0, 0] : x < 203 && y < 77 ? Self.red : Self.blue
    }
    #expect(try await colors(converted(width: 401, samples)).count == 3)
  }

  /// What is flat is rounded as without dithering, and what is not is dithered as without flat areas.
  @Test func aFlatAreaChangesNothingBesideIt() async throws {
    let (width, height) = (400, 200)
    let samples = (0..<width * height).flatMap { index -> [UInt16] in
      let (x, y) = (index % width, index / width)
      let ramp = UInt16(20_000 + x * 20 + y)
      return x < 100 ? Self.red : [ramp, ramp, ramp]
    }
    let image = try await converted(width: width, samples)
    let rounded = try await converted(width: width, samples, dither: Dither.none)
    var different = 0
    for index in 0..<width * height where image[index] != rounded[index] {
      #expect(index % width >= 100)
      different += 1
    }
    #expect(different > width * height / 5)
  }

  /// A gradient of 10 bits whose steps are 40 pixels wide would become bands of 8 bits, were its plateaus rounded.
  @Test(arguments: [true, false])
  func plateausOfAGradientAreDithered(isVertical: Bool) async throws {
    let (width, height) = (400, 400)
    let samples = (0..<width * height).flatMap { index -> [UInt16] in
      let place = (isVertical ? index / width : index % width) / 40
      return [UInt16](repeating: UInt16(30_000 + 64 * place), count: 3)
    }
    let image = try await converted(width: width, samples)
    for plateau in 0..<10 {
      let place = plateau * 40 + 20
      let row = (0..<width).map { x in image[isVertical ? place * width + x : x * width + place] }
      // Three of four plateaus lie between codes.
      if plateau % 4 == 1 { #expect(Set(row).count > 1, "plateau \(plateau)") }
    }
    #expect(colors(image).count > 2)
  }

  /// The lowered paper of a page is one colour as well.
  @Test func softenedPaperStaysFlat() async throws {
    let (width, height) = (300, 240)
    let samples = (0..<width * height).flatMap { index -> [UInt16] in
      let (x, y) = (index % width, index / width)
      let isInk = (100..<200).contains(x) && (100..<140).contains(y) && (x / 5 + y / 5) % 2 == 0
      return isInk ? [3001, 3002, 3003] : [65_535, 65_535, 65_535]
    }
    let image = try await converted(width: width, samples, softening: SofteningOptions())
    #expect(colors(image).count <= 3, "\(colors(image).sorted { $0[0] < $1[0] })")
    #expect(image[0] != [65_535, 65_535, 65_535])
  }
}
