public import Pixels

/// What the first pass decided about an image, and the second pass itself.
///
/// A value that any number of threads may apply to strips of the image, in any order and of any height:
/// the result of a pixel depends on nothing but the decision and its place.
public struct Softening: Sendable {
  /// The mode asked for.
  public let requestedMode: SofteningMode

  /// The mode that is applied (never `auto`), or nil where the image is left alone.
  public let mode: SofteningMode?

  /// Why.
  public let reason: SofteningReason

  /// One sentence for the report: what is done and why, without a full stop.
  public let note: String

  /// The relative luminance of the white found, 0 to 1, or nil where none was looked for or found.
  public let whiteLuminance: Double?

  /// The share of the visible pixels that is background to lower, 0 to 1.
  public let backgroundShare: Double

  let plan: Plan

  /// What `apply` does.
  enum Plan: Sendable {
    case nothing
    /// Tokens of the first pass, and curves for them.
    case background(SofteningMap, SofteningCurves, SofteningTables)
    /// A loss by luminance for every pixel.
    case tone([UInt16], SofteningTables)
    case outline(OutlineMap)
  }

  /// Whether `apply` changes anything at all. Where not, pixels need no second pass.
  public var changesPixels: Bool { mode != nil }

  /// Softens the rows of one strip in place.
  ///
  /// - Parameters:
  ///   - strip: encoded samples in the image's own colour space, in the format and width of the first pass.
  ///   - firstRow: the image row of the strip's first one.
  public func apply(to strip: inout PixelBuffer, firstRow: Int) {
    switch plan {
    case .nothing: return
    case .background(let map, let curves, let tables):
      for y in 0..<strip.height {
        let range = strip.rowRange(y)
        map.withTokens(ofRow: firstRow + y) { tokens in
          var samples = strip.samples.mutableSpan
          curves.apply(tokens: tokens, to: &samples, in: range, tables: tables)
        }
      }
    case .tone(let losses, let tables):
      var samples = strip.samples.mutableSpan
      tables.lower(&samples, by: losses)
    case .outline(let map):
      for y in 0..<strip.height { map.draw(row: firstRow + y, in: &strip, at: y) }
    }
  }
}

/// The first pass's tokens of every row, in chunks so that growing never copies much.
struct SofteningMap: Sendable {
  private struct Chunk: Sendable {
    let firstRow: Int
    /// Where each row ends in `bytes`.
    var ends: [UInt32] = []
    var bytes: [UInt8] = []
  }

  private static let chunkBytes = 1 << 19
  private var chunks: [Chunk] = []

  /// Rows so far.
  private(set) var rowCount = 0

  /// Bytes held, near enough.
  private(set) var byteCount = 0

  /// Appends the next row: `write` adds its tokens to the bytes given.
  mutating func appendRow(_ write: (inout [UInt8]) -> Void) {
    if chunks.last.map({ $0.bytes.count >= Self.chunkBytes }) ?? true {
      chunks.append(Chunk(firstRow: rowCount))
    }
    let last = chunks.count - 1
    let before = chunks[last].bytes.count
    write(&chunks[last].bytes)
    chunks[last].ends.append(UInt32(chunks[last].bytes.count))
    byteCount += chunks[last].bytes.count - before + MemoryLayout<UInt32>.size
    rowCount += 1
  }

  /// Calls `body` with the tokens of row `y`.
  func withTokens(ofRow y: Int, _ body: (Span<UInt8>) -> Void) {
    precondition(y >= 0 && y < rowCount, "a row that the first pass has not seen")
    var low = 0
    var high = chunks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].firstRow <= y { low = middle } else { high = middle }
    }
    let index = y - chunks[low].firstRow
    let chunk = chunks[low]
    let start = index > 0 ? Int(chunk.ends[index - 1]) : 0
    let bytes = chunk.bytes.span
    body(bytes.extracting(start..<Int(chunk.ends[index])))
  }
}
