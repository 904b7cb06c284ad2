/// The layout of one pixel: 16-bit native-endian samples, interleaved, alpha last and straight (not
/// premultiplied), as PNG stores it (PNG 3rd edition, clause 4.4).
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// One channel: grey.
  case gray16
  /// Two channels: grey and alpha.
  case grayAlpha16
  /// Three channels: red, green and blue.
  case rgb16
  /// Four channels: red, green, blue and alpha.
  case rgba16

  /// The format with `isGray` one or three colour channels, and alpha or none.
  package init(isGray: Bool, hasAlpha: Bool) {
    switch (isGray, hasAlpha) {
    case (true, false): self = .gray16
    case (true, true): self = .grayAlpha16
    case (false, false): self = .rgb16
    case (false, true): self = .rgba16
    }
  }

  /// Whether the pixel has one colour channel instead of three.
  @inlinable package var isGray: Bool { self == .gray16 || self == .grayAlpha16 }

  /// Whether the last sample of the pixel is straight alpha.
  @inlinable package var hasAlpha: Bool { self == .grayAlpha16 || self == .rgba16 }

  /// Colour channels without alpha: 1 or 3.
  @inlinable package var colorChannelCount: Int { isGray ? 1 : 3 }

  /// Samples per pixel: 1 to 4.
  @inlinable package var channelCount: Int { colorChannelCount + (hasAlpha ? 1 : 0) }

  /// Bytes per pixel: 2 to 8.
  @inlinable package var bytesPerPixel: Int { channelCount * MemoryLayout<UInt16>.size }
}
