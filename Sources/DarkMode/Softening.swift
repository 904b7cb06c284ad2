package import Pixels

/// What the first pass decided about an image, and the second pass itself.
///
/// Any number of threads may apply it to strips of the image, in any order and of any height: the result of a pixel
/// depends on nothing but the decision, the pixel and its position.
public struct Softening: Sendable {
  /// The mode asked for.
  package let requestedMode: SofteningMode

  /// The mode that is applied (never `auto`), or nil where the image is left alone.
  public let mode: SofteningMode?

  /// Why the image is softened in this mode, or left alone.
  package let reason: SofteningReason

  /// One sentence for the report: what is done and why, without a full stop.
  public package(set) var note: String

  /// Whether parts of artwork on transparency vanish on the dark background (`auto` alone looks for it): `suggestion` is
  /// the remedy.
  package var vanishes = false

  /// The mode that may serve better than the one applied, or than leaving the image alone: `outline`, `plate` or
  /// `knockoutInk`. `auto` alone suggests.
  package var suggestion: SofteningMode?

  /// The relative luminance of the white found, 0 to 1, or nil where none was looked for or found.
  package let whiteLuminance: Double?

  /// The share of the visible pixels that is background to lower, 0 to 1.
  package let backgroundShare: Double

  /// The bits that the image's samples need, as far as the reader told.
  package var sampleBits = 16

  let plan: Plan

  /// The paper that becomes transparent, or nil where it is lowered.
  var knockout: SofteningKnockout?

  /// What turns dark ink light, or nil where ink stays.
  var ink: SofteningInkTurn?

  /// What `apply` does.
  enum Plan: Sendable {
    case nothing
    /// Lowers the share of paper in each pixel, as the first pass's tokens of regions and of edges say, but not in
    /// photographs.
    case background(
      regions: SofteningMap, edges: SofteningMap, photos: [SofteningPhotoFrames.Frame], SofteningCurves,
      SofteningTables)
    /// Lowers all that is white in each pixel.
    case paper(SofteningCurves, SofteningTables)
    /// Lowers every pixel by its glare.
    case tone(SofteningTone, SofteningTables)
    /// Draws a contour around the artwork.
    case outline(OutlineMap)
  }

  /// The pixels that `apply` makes of those in `format`: with alpha, where paper becomes transparent.
  package func format(of format: PixelFormat) -> PixelFormat {
    knockout == nil ? format : PixelFormat(isGray: format.isGray, hasAlpha: true)
  }

  /// Whether `apply` changes any pixel. If not, there is no need for a second pass.
  public var changesPixels: Bool { mode != nil }

  /// Softens the rows of one strip. It gets alpha where paper becomes transparent.
  ///
  /// - Parameters:
  ///   - strip: encoded samples in the image's own colour space, in the format and width of the first pass.
  ///   - firstRow: the image row of the strip's first one.
  package func apply(to strip: inout PixelBuffer, firstRow: Int) {
    if let knockout {
      SofteningFringes.remove(from: &strip)
      let before = strip.clone()
      lower(&strip, firstRow: firstRow)
      strip = knockout.unmixed(
        before, without: strip, firstRow: firstRow, alphaStep: sampleBits > 8 ? 1 : 257)
    } else {
      lower(&strip, firstRow: firstRow)
    }
    ink?.apply(to: &strip, firstRow: firstRow)
  }

  private func lower(_ strip: inout PixelBuffer, firstRow: Int) {
    switch plan {
    case .nothing: return
    case .background(let regions, let edges, let photos, let curves, let tables):
      let rows = firstRow..<firstRow + strip.height
      let near = photos.filter { $0.rows.overlaps(rows) }
      for y in 0..<strip.height {
        let range = strip.rowRange(y)
        SofteningPhotoFrames.Frame.keeping(near, inRow: firstRow + y, from: range.lowerBound, of: &strip) {
          strip in
          regions.withBytes(ofRow: firstRow + y) { regionTokens in
            edges.withBytes(ofRow: firstRow + y) { edgeTokens in
              var samples = strip.samples.mutableSpan
              curves.apply(
                regionTokens: regionTokens, edgeTokens: edgeTokens, to: &samples, in: range, tables: tables)
            }
          }
        }
      }
    case .paper(let curves, let tables):
      var samples = strip.samples.mutableSpan
      curves.lowerPaper(in: &samples, tables: tables)
    case .tone(let tone, let tables):
      var samples = strip.samples.mutableSpan
      tables.lower(&samples, by: tone)
    case .outline(let map):
      for y in 0..<strip.height { map.draw(row: firstRow + y, in: &strip, at: y) }
    }
  }
}
