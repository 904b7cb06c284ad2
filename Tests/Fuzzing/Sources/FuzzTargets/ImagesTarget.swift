@testable import Analysis
@testable import Checking
import CodecTargets
@testable import ColorManagement
@testable import Colors
@testable import Conversion
@testable import DarkMode
import Dispatch
@testable import Basics
@testable import ImageFiles
@testable import PNGCodec

/// Small images through all that is done with pixels: checked, converted, softened, simulated and compared, as the options
/// have it. What is written can be read, has the same size, and a second softening changes nothing.
///
/// Not to be called on a thread of Swift's tasks: the caller waits for one.
enum ImagesTarget {
  private static let limits = PNGLimits(maxPixels: 1 << 16, maxMemory: 64 << 20, maxProfileBytes: 1 << 20)

  static func run(_ bytes: [UInt8]) {
    guard let input = ImagesInput(bytes) else { return }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await perform(input)
      } catch {
        _ = "\(error)"
      }
      done.signal()
    }
    done.wait()
  }

  private static func perform(_ input: ImagesInput) async throws(ImageError) {
    let source = ImageSource.bytes(input.file, name: "fuzz")
    switch input.work % 6 {
    case 0: try await check(source, input.options)
    case 1, 2: try await convert(source, input.options, reduces: input.work % 6 == 2)
    case 3: try await soften(source, input.options)
    case 4: try await simulate(source, input.options)
    default: try await compare(source, .bytes(input.other, name: "other"), input.options)
    }
  }

  private static func check(_ source: ImageSource, _ options: Int) async throws(ImageError) {
    var request = CheckRequest()
    request.target = .space(choice(RGBColorSpace.allCases, options))
    request.targetDepth = options & 8 == 0 ? .eight : .sixteen
    request.rules = RuleSelection(only: Rule.allCases)
    request.makesPreviews = options & 16 != 0
    request.limits = limits
    let heatmap = ImageInMemory()
    let report = try await ImageCheck(request).check(
      source, heatmap: options & 32 == 0 ? nil : .memory(heatmap), budget: StripPermits(jobs: 1))
    requireSize(heatmap.bytes, report.width, report.height, atLeast: true)
  }

  private static func convert(
    _ source: ImageSource, _ options: Int, reduces: Bool
  ) async throws(ImageError) {
    var request = ConversionRequest(target: .space(choice(RGBColorSpace.allCases, options)))
    request.gamutMapping = choice(GamutMapping.allCases, options >> 3)
    request.depth = choice(OutputDepth.allCases, options >> 4)
    request.dither = options & 64 == 0 ? nil : choice(Dither.allCases, options >> 5)
    request.softening = options & 128 == 0 ? nil : SofteningOptions()
    request.reduces = reduces
    request.limits = limits
    let output = ImageInMemory()
    let report = try await ImageConversion(request).convert(source, to: .memory(output))
    requireSize(output.bytes, report.width, report.height)
  }

  private static func soften(_ source: ImageSource, _ options: Int) async throws(ImageError) {
    var softening = ImageSoftening(SofteningOptions(mode: choice(SofteningMode.allCases, options)))
    softening.depth = choice(OutputDepth.allCases, options >> 3)
    softening.dither = options & 32 == 0 ? nil : choice(Dither.allCases, options >> 6)
    softening.limits = limits
    let output = ImageInMemory(), preview = ImageInMemory()
    let report = try await softening.soften(
      source, to: .memory(output), preview: options & 16 == 0 ? nil : .memory(preview))
    requireSize(output.bytes, report.width, report.height)
    guard let bytes = output.bytes else { return }
    let again = ImageInMemory()
    _ = try await softening.soften(.bytes(bytes, name: "softened"), to: .memory(again))
    requireSize(again.bytes, report.width, report.height)
  }

  private static func simulate(_ source: ImageSource, _ options: Int) async throws(ImageError) {
    var simulation = ImageSimulation(
      choice(ColorVision.allCases, options), severity: Double(options >> 2 & 7) / 7)
    simulation.depth = choice(OutputDepth.allCases, options >> 5)
    simulation.limits = limits
    let output = ImageInMemory()
    let report = try await simulation.simulate(source, to: .memory(output))
    requireSize(output.bytes, report.width, report.height)
  }

  private static func compare(
    _ source: ImageSource, _ other: ImageSource, _ options: Int
  ) async throws(ImageError) {
    var request = DifferenceRequest(choice(DifferencePreset.allCases, options))
    request.ignoresAntialiasing = options & 4 != 0
    request.makesPreviews = options & 8 != 0
    request.mask = options & 32 == 0 ? nil : source
    request.limits = limits
    let heatmap = ImageInMemory()
    let report = try await ImageDifference(request).compare(
      source, other, heatmap: options & 16 == 0 ? nil : .memory(heatmap), budget: StripPermits(jobs: 1))
    if let width = report.width, let height = report.height {
      requireSize(heatmap.bytes, width, height, atLeast: true)
    }
    let same = try await ImageDifference(request).compare(source, source, budget: StripPermits(jobs: 1))
    require(same.verdict == .same, "an image differs from itself")
  }

  private static func choice<Value>(_ values: [Value], _ number: Int) -> Value {
    values[number % values.count]
  }

  /// A finding where `bytes`, if there are any, are no PNG of so many pixels; a heat map has its legend besides.
  private static func requireSize(_ bytes: [UInt8]?, _ width: Int, _ height: Int, atLeast: Bool = false) {
    guard let bytes else { return }
    do {
      var reader = try PNGReader(bytes: bytes, name: "output")
      let (columns, rows) = (reader.header.width, reader.header.height)
      require(
        atLeast ? columns >= width && rows >= height : columns == width && rows == height,
        "\(columns)×\(rows) for \(width)×\(height)")
      while reader.remainingRows > 0 { _ = try reader.readRows(64) }
      try reader.finish()
    } catch {
      fatalError("what was written cannot be read: \(error)")
    }
  }
}
