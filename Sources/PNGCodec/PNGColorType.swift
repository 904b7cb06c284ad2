/// What the samples of an image mean (PNG 3rd edition, clause 11.2.1, table 12).
package enum PNGColorType: UInt8, Sendable, Hashable, CaseIterable {
  /// One sample: grey.
  case gray = 0
  /// Three samples: red, green and blue.
  case rgb = 2
  /// One sample: an index into PLTE.
  case palette = 3
  /// Two samples: grey and alpha.
  case grayAlpha = 4
  /// Four samples: red, green, blue and alpha.
  case rgba = 6

  /// Samples per pixel in the file: an index counts as one.
  package var channelCount: Int {
    switch self {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Whether the colour has one channel; a palette's colours have three.
  package var isGray: Bool { self == .gray || self == .grayAlpha }

  /// Whether each pixel carries its own alpha sample.
  package var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

  /// The bit depths that the standard allows.
  package var bitDepths: [Int] {
    switch self {
    case .gray: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .grayAlpha, .rgba: [8, 16]
    }
  }
}
