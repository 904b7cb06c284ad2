package import Pixels

/// The IHDR chunk (PNG 3rd edition, clause 11.2.1).
package struct PNGHeader: Sendable, Hashable {
  /// Pixels per row: 1 to 2³¹ − 1.
  package let width: Int
  /// Rows: 1 to 2³¹ − 1.
  package let height: Int
  /// Bits per sample, or per palette index.
  package let bitDepth: Int
  /// What the samples mean.
  package let colorType: PNGColorType
  /// Whether the rows are stored in the seven passes of Adam7.
  package let isInterlaced: Bool

  /// A header; the standard must allow its values.
  package init(width: Int, height: Int, bitDepth: Int, colorType: PNGColorType, isInterlaced: Bool = false) {
    precondition(Self.sides.contains(width) && Self.sides.contains(height), "a PNG side is 1 to 2^31 - 1")
    precondition(colorType.bitDepths.contains(bitDepth), "no such bit depth for the colour type")
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.isInterlaced = isInterlaced
  }

  /// Widths and heights that the standard allows.
  static let sides = 1...0x7fff_ffff

  /// Width times height: fits, since both sides are below 2³¹.
  package var pixelCount: Int { width * height }

  /// Bits per pixel in the file.
  package var bitsPerPixel: Int { bitDepth * colorType.channelCount }

  /// Bytes of one row in the file, without its filter type byte.
  package var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }

  /// The format of delivered rows.
  ///
  /// - Parameter hasTransparency: whether a tRNS chunk adds alpha.
  package func pixelFormat(hasTransparency: Bool) -> PixelFormat {
    PixelFormat(isGray: colorType.isGray, hasAlpha: colorType.hasAlpha || hasTransparency)
  }

  /// The header that holds `format` at `bitDepth` 8 or 16.
  package init(width: Int, height: Int, bitDepth: Int, format: PixelFormat) {
    let type: PNGColorType =
      switch format {
      case .gray16: .gray
      case .grayAlpha16: .grayAlpha
      case .rgb16: .rgb
      case .rgba16: .rgba
      }
    self.init(width: width, height: height, bitDepth: bitDepth, colorType: type)
  }
}
