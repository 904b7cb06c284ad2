/// How the pixels of an image lie in memory.
///
///     let layout = try PixelLayout(width: 640, height: 480, channels: .bgra, alpha: .premultiplied)
///     precondition(bytes.count >= layout.byteCount)
public struct PixelLayout: Sendable, Hashable {
  /// The components of a pixel, in the order of their addresses.
  public enum Channels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Grey only, or grey and alpha.
    case gray, grayAlpha
    /// Colours only.
    case rgb, bgr
    /// Colours and alpha (or an ignored component, see ``PixelLayout/Alpha/ignored``).
    case rgba, bgra, argb, abgr
  }

  /// The number type of a component.
  public enum Component: String, Sendable, Hashable, Codable, CaseIterable {
    /// Unsigned integers; the greatest stands for 1.
    case uint8, uint16
    /// IEEE 754 binary16 and binary32. Colours may be below 0 and above 1.
    case float16, float32
  }

  /// The meaning of a pixel's alpha. Layouts without alpha are opaque.
  public enum Alpha: String, Sendable, Hashable, Codable, CaseIterable {
    /// Colours are independent of alpha, as in PNG.
    case straight
    /// Stored colours, encoded or linear, are multiplied by alpha.
    case premultiplied
    /// Alpha takes room, but is read as opaque and written as opaque.
    case ignored
  }

  /// The order of the bytes of a component.
  public enum ByteOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// The least significant byte first.
    case little
    /// The most significant byte first, as in PNG.
    case big

    /// This machine's.
    public static var native: ByteOrder { UInt16(1).littleEndian == 1 ? .little : .big }
  }

  /// The encoding of colours.
  public enum Transfer: String, Sendable, Hashable, Codable, CaseIterable {
    /// The encoding of the profile.
    case encoded
    /// Linear light of the profile's primaries; only for floats.
    case linear
  }

  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Bytes from the start of a row to the start of the next.
  public let bytesPerRow: Int
  /// The components of a pixel.
  public let channels: Channels
  /// The type of the components.
  public let component: Component
  /// The meaning of alpha, if the layout has alpha.
  public let alpha: Alpha
  /// The order of the bytes of a component.
  public let byteOrder: ByteOrder
  /// The encoding of colours.
  public let transfer: Transfer

  /// - Parameters:
  ///   - width: pixels per row, 0 or more.
  ///   - height: rows, 0 or more.
  ///   - channels: the components of a pixel.
  ///   - component: the type of the components.
  ///   - bytesPerRow: bytes from row to row; nil for rows without padding.
  ///   - alpha: the meaning of alpha, if the layout has alpha.
  ///   - byteOrder: the order of the bytes of a component.
  ///   - transfer: the encoding of colours.
  /// - Throws: `PixelLayoutError` for sizes that are negative, contradict each other or exceed all memory,
  ///   and for linear integers.
  public init(
    width: Int, height: Int, channels: Channels, component: Component = .uint8, bytesPerRow: Int? = nil,
    alpha: Alpha = .straight, byteOrder: ByteOrder = .native, transfer: Transfer = .encoded
  ) throws(PixelLayoutError) {
    guard width >= 0, height >= 0 else { throw .badSize(width: width, height: height) }
    guard transfer == .encoded || component.isFloat else { throw .linearIntegers(component) }
    let (least, isTooWide) = width.multipliedReportingOverflow(by: channels.count * component.byteCount)
    if isTooWide { throw .badSize(width: width, height: height) }
    let bytesPerRow = bytesPerRow ?? least
    guard bytesPerRow >= least else { throw .shortRows(bytesPerRow: bytesPerRow, least: least) }
    if bytesPerRow.multipliedReportingOverflow(by: height).overflow {
      throw .badSize(width: width, height: height)
    }
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.channels = channels
    self.component = component
    self.alpha = alpha
    self.byteOrder = byteOrder
    self.transfer = transfer
  }

  /// Bytes of a pixel.
  public var bytesPerPixel: Int { channels.count * component.byteCount }

  /// Bytes from the image's first to its last byte; the last row has no padding.
  public var byteCount: Int {
    width == 0 || height == 0 ? 0 : (height - 1) * bytesPerRow + width * bytesPerPixel
  }

  /// Whether pixels have one colour component instead of three.
  public var isGray: Bool { channels.places.count == 1 }

  /// Whether pixels have an alpha that is not ignored.
  public var hasAlpha: Bool { channels.alphaPlace != nil && alpha != .ignored }
}

/// A layout that no image can have, or that does not fit its use.
public enum PixelLayoutError: Error, Sendable, Hashable {
  /// A side is negative, or the image exceeds all memory.
  case badSize(width: Int, height: Int)
  /// Rows are shorter than their pixels, in bytes.
  case shortRows(bytesPerRow: Int, least: Int)
  /// Linear light in integers, which have too few dark values.
  case linearIntegers(PixelLayout.Component)
  /// Memory of `byteCount` bytes for an image that needs `needed` bytes.
  case shortMemory(byteCount: Int, needed: Int)
  /// The images of a conversion have different sizes.
  case unequalSizes(source: [Int], destination: [Int])
  /// The source has alpha, the destination has none.
  case losesAlpha
  /// Grey pixels with a colour profile, colour pixels with a grey profile, or a conversion of colours to
  /// grey.
  case otherColors(fact: String)
  /// Linear light with a profile that defines none.
  case notLinear(profile: String)
  /// Linear light in an image to be written, where the profile states what values mean.
  case linearImage
}

extension PixelLayoutError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .badSize(let width, let height):
      "no image has \(width)×\(height) pixels (sides are 0 or more, and an image has fewer than 2^63 bytes)"
    case .shortRows(let bytesPerRow, let least):
      "rows of \(bytesPerRow) bytes are too short for pixels of \(least) bytes (leave out bytesPerRow for rows without "
        + "padding)"
    case .linearIntegers(let component):
      "linear light in \(component.rawValue) loses dark colours (use float16 or float32)"
    case .shortMemory(let byteCount, let needed):
      "\(byteCount) bytes for an image of \(needed) bytes (compare with the layout's byteCount)"
    case .unequalSizes(let source, let destination):
      "the source has \(source[0])×\(source[1]) pixels, the destination \(destination[0])×\(destination[1])"
    case .losesAlpha:
      "the destination has no alpha, but the source has (ignore it in the source's layout, or composite before)"
    case .otherColors(let fact): fact
    case .notLinear(let profile):
      "'\(profile)' is made of tables and has no linear light (use encoded values)"
    case .linearImage:
      "an image with a profile holds encoded values (convert it to an encoded layout first)"
    }
  }
}

extension PixelLayout.Channels {
  /// Components of a pixel: 1 to 4.
  package var count: Int { places.count + (alphaPlace == nil ? 0 : 1) }

  /// The indices of grey, or of red, green and blue.
  var places: [UInt32] {
    switch self {
    case .gray, .grayAlpha: [0]
    case .rgb, .rgba: [0, 1, 2]
    case .bgr, .bgra: [2, 1, 0]
    case .argb: [1, 2, 3]
    case .abgr: [3, 2, 1]
    }
  }

  /// The index of alpha; nil without alpha.
  package var alphaPlace: UInt32? {
    switch self {
    case .gray, .rgb, .bgr: nil
    case .grayAlpha: 1
    case .rgba, .bgra: 3
    case .argb, .abgr: 0
    }
  }
}

extension PixelLayout.Component {
  /// Bytes of a component.
  public var byteCount: Int {
    switch self {
    case .uint8: 1
    case .uint16, .float16: 2
    case .float32: 4
    }
  }

  /// Whether values may be below 0 and above 1.
  package var isFloat: Bool { self == .float16 || self == .float32 }
}
