import Analysis
import Basics
public import ColorManagement
import Dispatch
public import Pixels
import Synchronization

/// Converts pixels in memory from one profile to another.
///
///     let converter = try ColorConverter(from: .displayP3, to: .sRGB)
///     let layout = try PixelLayout(width: 640, height: 480, channels: .bgra, alpha: .premultiplied)
///     try converter.convert(&pixels, layout: layout)
///
/// Integers become the codes of `ImageConversion` without dithering. Floats are not clamped: colours that the
/// destination cannot hold are below 0 or above 1, unless the mapping is other than `clip`. Making a converter takes
/// some milliseconds, using it little: keep it for all images with its profiles. Several threads may use it at once.
public struct ColorConverter: Sendable {
  /// The profile of the pixels before the conversion.
  public var source: ICCProfile { plan.source }
  /// The profile of the pixels after the conversion.
  public var destination: ICCProfile { plan.destination }
  /// The mapping of colours that the destination cannot hold; always `clip` if LittleCMS converts.
  public var mapping: GamutMapping { executor.mapping }
  /// The executor: "identity", "matrix" or "lcms".
  public var executorName: String { plan.executor.name }
  /// Remarks for the user about the conversion, each a sentence.
  public var notes: [String] { plan.notes }

  /// The profile of grey pixels that become colours.
  package let colorDestination: ICCProfile
  let plan: ConversionPlan
  let executor: PixelExecutor
  let values: ValueConverter

  /// Pixels converted at a time: they and their floats stay in a core's cache.
  static let blockPixels = 4096

  /// - Parameters:
  ///   - source: the profile of the pixels.
  ///   - destination: the target profile; grey pixels use its grey counterpart.
  ///   - mapping: the mapping of colours that the destination cannot hold. `soft` reads the whole image first.
  ///   - intent: selects the profiles' tables, if they have some.
  ///   - blackPointCompensation: whether the source's darkest black becomes the destination's darkest black.
  ///   - isGray: whether the pixels have one colour channel; nil to use the source profile's.
  /// - Throws: `ColorError` if the profiles do not fit each other or the pixels, LittleCMS refuses one, or `mapping`
  ///   needs matrix profiles.
  public init(
    from source: ICCProfile, to destination: ICCProfile, mapping: GamutMapping = .clip,
    intent: RenderingIntent = .relative, blackPointCompensation: Bool = true, isGray: Bool? = nil
  ) throws(ColorError) {
    let isGray = isGray ?? (source.colorSpace == .gray)
    plan = try ConversionPlan(
      source: source, destination: isGray ? destination.grayCounterpart() : destination, intent: intent,
      blackPointCompensation: blackPointCompensation, sourceIsGrayImage: isGray)
    colorDestination = destination
    executor = try PixelExecutor(plan, mapping: mapping)
    values = ValueConverter(plan, executor)
  }

  /// A converter between two built-in spaces.
  public init(
    from source: RGBColorSpace, to destination: RGBColorSpace, mapping: GamutMapping = .clip
  ) throws(ColorError) {
    try self.init(from: source.profile, to: destination.profile, mapping: mapping)
  }

  private init(_ other: ColorConverter, _ executor: PixelExecutor) {
    colorDestination = other.colorDestination
    plan = other.plan
    self.executor = executor
    values = ValueConverter(plan, executor)
  }

  // MARK: Converting

  /// Converts an image into other memory, also with another layout. Bytes between rows do not change.
  ///
  /// - Parameters:
  ///   - source: at least as many bytes as `sourceLayout.byteCount`.
  ///   - sourceLayout: the source's layout. Grey pixels may become colours, not the reverse.
  ///   - destination: at least as many bytes as `destinationLayout.byteCount`.
  ///   - destinationLayout: the destination's layout, with the size of the source.
  ///   - jobs: number of threads that convert rows.
  /// - Throws: `PixelLayoutError` if layouts, memory and profiles do not fit; then nothing is written.
  public func convert(
    _ source: RawSpan, layout sourceLayout: PixelLayout, into destination: inout MutableRawSpan,
    layout destinationLayout: PixelLayout, jobs: Int = 1
  ) throws(PixelLayoutError) {
    try PixelRows.writing(&destination, destinationLayout) { to throws(PixelLayoutError) in
      try PixelRows.reading(source, sourceLayout) { from throws(PixelLayoutError) in
        try convert(from, to, jobs: jobs)
      }
    }
  }

  /// Converts an image in place.
  ///
  /// - Parameters:
  ///   - pixels: at least as many bytes as `layout.byteCount`.
  ///   - layout: the layout of the pixels.
  ///   - jobs: number of threads that convert rows.
  /// - Throws: `PixelLayoutError` if layout, memory and profiles do not fit; then nothing is written.
  public func convert(
    _ pixels: inout MutableRawSpan, layout: PixelLayout, jobs: Int = 1
  ) throws(PixelLayoutError) {
    try PixelRows.writing(&pixels, layout) { rows throws(PixelLayoutError) in
      try convert(rows, rows, jobs: jobs)
    }
  }

  /// Converts an image in an array, in place.
  public func convert(
    _ pixels: inout [UInt8], layout: PixelLayout, jobs: Int = 1
  ) throws(PixelLayoutError) {
    var span = pixels.mutableSpan
    var bytes = unsafe span.mutableBytes
    try convert(&bytes, layout: layout, jobs: jobs)
  }

  private func convert(_ source: PixelRows, _ destination: PixelRows, jobs: Int) throws(PixelLayoutError) {
    try check(source.layout, destination.layout)
    fitted(to: source).convert(source, into: destination, jobs: jobs)
  }

  private func convert(_ source: PixelRows, into destination: PixelRows, jobs: Int) {
    let height = source.layout.height
    let jobs = max(1, min(jobs, height))
    // The threads belong to no task.
    let progress = WorkProgress.current.map { RowProgress($0, height: height) }
    let convert = { @Sendable (job: Int) in
      let rows = height * job / jobs..<height * (job + 1) / jobs
      for part in progress?.parts(of: rows) ?? [rows] {
        self.convert(part, of: source, into: destination)
        progress?.add(part.count)
      }
    }
    if jobs > 1 {
      DispatchQueue.concurrentPerform(iterations: jobs, execute: convert)
    } else {
      convert(0)
    }
  }

  private func convert(_ rows: Range<Int>, of source: PixelRows, into destination: PixelRows) {
    let (from, to) = (source.layout, destination.layout)
    let isIdentity = plan.executor == .identity
    if isIdentity, from.hasPixels(of: to), from.channels.count < 4 || from.alpha != .ignored {
      source.copy(rows, to: destination)
    } else if let kernel = executor.plainKernel, from.isPixelFormat, to.isPixelFormat,
      from.channels == to.channels
    {
      source.convert(rows, into: destination, by: kernel)
    } else if let floats = floats(from, to) {
      floats.convert(rows, of: source, into: destination)
    } else if from.component.isFloat || to.component.isFloat {
      for block in source.blocks(of: rows, pixels: Self.blockPixels) {
        var pixels = source.values(of: block)
        values.convert(&pixels, from: from.transfer, to: to.transfer)
        destination.write(pixels, to: block)
      }
    } else {
      for block in source.blocks(of: rows, pixels: Self.blockPixels) {
        var pixels = source.codes(of: block)
        executor.convert(&pixels)
        destination.write(pixels, to: block)
      }
    }
  }

  /// A fast converter from floats to floats or bytes; nil for 16-bit codes, which single precision cannot hold exactly.
  private func floats(_ source: PixelLayout, _ destination: PixelLayout) -> FloatConverter? {
    let components = [source.component, destination.component]
    guard components.contains(where: \.isFloat), destination.component != .uint16 else { return nil }
    return values.floats(
      from: source.transfer, to: destination.transfer, colorCount: source.isGray ? 1 : 3)
  }

  // MARK: Steps

  /// The converter for a whole image: `soft` depends on the image's farthest colour.
  func fitted(to source: PixelRows) -> ColorConverter {
    guard executor.fitsKnee else { return self }
    var reach = 0.0
    for block in source.blocks(of: 0..<source.layout.height, pixels: Self.blockPixels) where reach < 1 {
      let next =
        source.layout.component.isFloat
        ? values.reach(of: source.values(of: block), source.layout.transfer)
        : executor.reach(of: source.codes(of: block))
      reach = max(reach, next)
    }
    return ColorConverter(self, executor.reaching(reach))
  }

  func check(_ source: PixelLayout, _ destination: PixelLayout) throws(PixelLayoutError) {
    guard source.width == destination.width, source.height == destination.height else {
      throw .unequalSizes(
        source: [source.width, source.height], destination: [destination.width, destination.height])
    }
    try check(source)
    if destination.isGray, !source.isGray {
      throw .otherColors(fact: "colours become no grey pixels (give the destination three colours)")
    }
    if source.hasAlpha, destination.channels.alphaPlace == nil { throw .losesAlpha }
    if destination.transfer == .linear { try values.checkLinear(plan.destination, as: .destination) }
  }

  /// Throws if this converter cannot take pixels of `layout`.
  func check(_ layout: PixelLayout) throws(PixelLayoutError) {
    if layout.isGray != plan.sourceIsGrayImage {
      throw .otherColors(
        fact: plan.sourceIsGrayImage
          ? "the conversion is one of grey, the pixels have colours (make it from a profile of colours)"
          : "the conversion is one of colours, the pixels are grey (make it with isGray: true)")
    }
    if layout.transfer == .linear { try values.checkLinear(plan.source, as: .source) }
  }
}

/// Counts the rows that several threads convert, for someone who wants to know.
private final class RowProgress: Sendable {
  private let progress: WorkProgress
  private let height: Int
  private let done = Mutex(0)

  init(_ progress: WorkProgress, height: Int) {
    self.progress = progress
    self.height = height
  }

  /// A few rows at a time.
  func parts(of rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound, to: rows.upperBound, by: 64).map { $0..<min($0 + 64, rows.upperBound) }
  }

  /// So many rows more are done. Told under the lock, so that what is told never falls.
  func add(_ rows: Int) {
    done.withLock {
      $0 += rows
      progress.tell(.writing, rows: $0, of: height)
    }
  }
}
