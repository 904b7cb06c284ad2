/// What is judged of a component, in eight bytes and its size.
struct SofteningSummary: Sendable, Hashable {
  /// Mean lightness (15 bits from bit 48, in 1/32768), greatest and least lightness (16 bits from 32 and 16),
  /// tint (7 bits from 1, in 1/256), open (bit 0). The top bit is free.
  let packed: UInt64

  /// Its pixels.
  let pixels: UInt32

  init(packed: UInt64, pixels: UInt32) {
    self.packed = packed
    self.pixels = pixels
  }

  /// - Parameters:
  ///   - level: mean lightness in 1/65536.
  ///   - tint: mean lightness less mean whiteness, in 1/65536.
  init(level: UInt64, lightest: UInt16, darkest: UInt16, tint: UInt64, isOpen: Bool, pixels: UInt64) {
    packed =
      (level >> 1) << 48 | UInt64(lightest) << 32 | UInt64(darkest) << 16 | min(127, tint >> 8) << 1
      | (isOpen ? 1 : 0)
    self.pixels = UInt32(clamping: pixels)
  }

  /// Mean lightness, 0 to 1.
  var level: Double { Double(packed >> 48) / 32768 }

  /// Greatest lightness, 0 to 1.
  var lightest: Double { Double(packed >> 32 & 0xFFFF) / 65535 }

  /// Least lightness, 0 to 1.
  var darkest: Double { Double(packed >> 16 & 0xFFFF) / 65535 }

  /// How far mean whiteness lies below mean lightness: 0 for greys, more for tints.
  var tint: Double { Double(packed >> 1 & 0x7F) / 256 }

  /// Whether it meets the image's border or an invisible pixel.
  var isOpen: Bool { packed & 1 == 1 }
}
