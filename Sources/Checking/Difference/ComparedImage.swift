import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import Synchronization

/// One of the compared images, open and with known colours; any task can read its rows in strips.
final class ComparedImage: Sendable {
  let header: PNGHeader
  let format: PixelFormat
  let color: ComparedColor
  let profile: ICCProfile
  /// Profile and chunk, such as `Display P3 (iCCP)`.
  let tag: String
  /// The chunk that names the profile.
  private let chunk: SourceTag
  /// Remarks with the file's name.
  let notes: [String]
  /// Bytes of memory that the work on it takes.
  let memory: Int
  let name: String

  private struct State: ~Copyable {
    var reader: PNGReader
    /// The last rows read, which begin the next strip.
    var last: [UInt16] = []
  }

  private let state: Mutex<State>

  /// Opens the image of `source` for a comparison by `request`.
  ///
  /// - Parameter isPainted: whether a heat map is made of it.
  /// - Throws: `ImageError` if the file is damaged or its colours are unusable.
  init(_ source: ImageSource, _ request: DifferenceRequest, isPainted: Bool = false) throws(ImageError) {
    let cost = request.ignoresAntialiasing ? PNGMemoryCost.edgeComparison : .comparison
    var limits = request.limits.covering(cost)
    // The test for moved edges takes 200 ns per pixel of noise, and 20 ns per pixel of a flat picture.
    if request.ignoresAntialiasing { limits.cover(work: 3, pixels: 200_000_000) }
    // A heat map in which all pixels differ takes nine seconds for a gigapixel.
    if isPainted { limits.cover(pixels: 500_000_000) }
    let reader = try source.openReader(limits: limits)
    name = source.name
    let isGray = reader.header.colorType.isGray
    let resolved = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: source.name)
    let color = try ImageError.at(source.name) { () throws(ColorError) in
      try ComparedColor(resolved.profile, isGray: isGray)
    }
    header = reader.header
    format = reader.pixelFormat
    memory = reader.memory
    profile = resolved.profile
    self.color = color
    chunk = resolved.tag
    let isTagged = resolved.tag != .none
    tag = "\(resolved.profile.reportName) (\(isTagged ? resolved.tag.rawValue : "assumed"))".printable
    // The last note on an untagged image names an option of other commands.
    let remarks = isTagged ? resolved.notes : resolved.notes.dropLast() + ["no colour tag: read as sRGB"]
    notes = (remarks + color.notes).map { "\(source.name.printableName): \($0)".printable }
    state = Mutex(State(reader: reader))
  }

  /// Bits per sample of the colours; 8 for palettes.
  var bitDepth: Int { header.colorType == .palette ? 8 : header.bitDepth }

  /// Whether both files define their colours in the same way. A grey image may have the grey form of a colour image's
  /// profile.
  func isTaggedLike(_ other: ComparedImage) -> Bool {
    guard chunk == other.chunk, color.hasSameColors(as: other.color) else { return false }
    return format.isGray != other.format.isGray || profile == other.profile
  }

  /// The next rows in codes that `color` reads, at most `count`, preceded by at most `context` last rows of the
  /// previous strip. Nil after the last row.
  func next(_ count: Int, context: Int) throws(PNGError) -> SharedStrip? {
    let pixels: Handover<PixelBuffer>? = try state.withLock { state throws(PNGError) in
      guard state.reader.remainingRows > 0 else { return nil }
      let strip = try state.reader.readRows(count, below: state.last)
      if context > 0 {
        state.last = Array(strip.samples[(max(0, strip.height - context) * strip.rowStride)...])
      }
      return Handover(strip)
    }
    return pixels.map { SharedStrip(color.prepared($0.take())) }
  }

  /// Reads the rest of the file after the last row.
  func finish() throws(ImageError) {
    try ImageError.at(name) { () throws(PNGError) in
      try state.withLock { state throws(PNGError) in try state.reader.finish() }
    }
  }

  /// Reads the chunks after the image data without its rows.
  func skipToEnd() throws(ImageError) {
    try ImageError.at(name) { () throws(PNGError) in
      try state.withLock { state throws(PNGError) in try state.reader.skipToEnd() }
    }
  }
}
