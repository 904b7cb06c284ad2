@testable import Pixels

/// Kinds of pictures that people convert, made row by row: the same samples on every machine.
public enum TestPicture: String, Sendable, CaseIterable {
  /// Smooth colours of three sizes with sensor noise: nothing repeats, all 16 bits are used. About a third of it is
  /// out of the sRGB gamut when its codes are Display P3.
  case photo
  /// Cards, bars of text and soft shadows in flat 8-bit colours; transparent around the cards.
  case interface
  /// A diagonal gradient that uses 16 bits, clean of noise.
  case gradient
  /// The same gradient rounded to 8 bits: visible bands.
  case banded
  /// Dark strokes on white paper.
  case document

  /// Rows of this kind, to be asked for in any order.
  public func rows(width: Int, height: Int, format: PixelFormat, seed: UInt64 = 1) -> any PictureRows {
    precondition(!format.isGray, "pictures have colours")
    switch self {
    case .photo: return PhotoRows(width: width, format: format, seed: seed)
    case .interface: return InterfaceRows(width: width, height: height, format: format, seed: seed)
    case .gradient: return GradientRows(width: width, height: height, format: format, step: 1)
    case .banded: return GradientRows(width: width, height: height, format: format, step: 257)
    case .document: return DocumentRows(width: width, height: height, format: format)
    }
  }

  /// A whole picture.
  public func pixels(width: Int, height: Int, format: PixelFormat, seed: UInt64 = 1) -> PixelBuffer {
    var buffer = PixelBuffer(width: width, height: height, format: format)
    var rows = rows(width: width, height: height, format: format, seed: seed)
    for y in 0..<height { rows.fill(&buffer.samples, from: buffer.rowRange(y).lowerBound, y: y) }
    return buffer
  }
}
