/// How the pixels of an image lie in memory.
///
///     let layout = try PixelLayout(width: 640, height: 480, channels: .bgra, alpha: .premultiplied)
///     precondition(bytes.count >= layout.byteCount)
public struct PixelLayout: Sendable, Hashable {
  /// The components of a pixel, in the order of their addresses.
  public enum Channels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Grey alone, or grey and alpha.
    case gray, grayAlpha
    /// Colours alone.
    case rgb, bgr
    /// Colours and alpha, or colours and a component that nothing reads.
    case rgba, bgra, argb, abgr
  }

  /// The number type of a component.
  public enum Component: String, Sendable, Hashable, Codable, CaseIterable {
    /// Integers, of which the greatest is 1.
    case uint8, uint16
    /// Numbers of IEEE 754, binary16 and binary32. Colours may be below 0 and above 1.
    case float16, float32
  }

  /// What the alpha of a pixel means. Layouts without such a component are opaque.
  public enum Alpha: String, Sendable, Hashable, Codable, CaseIterable {
    /// Colours are independent of alpha, as in PNG.
    case straight
    /// Colours are multiplied by alpha, as they are stored: encoded or linear.
    case premultiplied
    /// The component is read as opaque, and written as opaque.
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

  /// What colours are in.
  public enum Transfer: String, Sendable, Hashable, Codable, CaseIterable {
    /// The encoding of the profile.
    case encoded
    /// Linear light of the profile's primaries; for floats alone.
    case linear
  }

  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// From the start of a row to the start of the next.
  public let bytesPerRow: Int
  /// The components of a pixel.
  public let channels: Channels
  /// Their number type.
  public let component: Component
  /// What alpha means, where there is one.
  public let alpha: Alpha
  /// The order of the bytes of a component.
  public let byteOrder: ByteOrder
  /// What colours are in.
  public let transfer: Transfer

  /// - Parameters:
  ///   - width: pixels per row, 0 or more.
  ///   - height: rows, 0 or more.
  ///   - channels: the components of a pixel.
  ///   - component: their number type.
  ///   - bytesPerRow: from row to row; nil for rows without padding.
  ///   - alpha: what alpha means, where there is one.
  ///   - byteOrder: the order of the bytes of a component.
  ///   - transfer: what colours are in.
  /// - Throws: `PixelLayoutError` for sizes that are negative, that contradict each other or that no memory has, and for
  ///   linear integers.
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

  /// Bytes from the first to the last of the image. The last row needs no padding.
  public var byteCount: Int {
    width == 0 || height == 0 ? 0 : (height - 1) * bytesPerRow + width * bytesPerPixel
  }

  /// Whether pixels have one colour instead of three.
  public var isGray: Bool { channels.places.count == 1 }

  /// Whether pixels have an alpha that is not ignored.
  public var hasAlpha: Bool { channels.alphaPlace != nil && alpha != .ignored }
}

/// A layout that no image can have, or that does not fit where it is used.
public enum PixelLayoutError: Error, Sendable, Hashable {
  /// A side is negative, or the image is larger than any memory.
  case badSize(width: Int, height: Int)
  /// Rows that are shorter than their pixels, in bytes.
  case shortRows(bytesPerRow: Int, least: Int)
  /// Linear light in integers, which have too few dark values.
  case linearIntegers(PixelLayout.Component)
  /// Memory of `byteCount` bytes for an image of `needed`.
  case shortMemory(byteCount: Int, needed: Int)
  /// Two images of one conversion, of different sizes.
  case unequalSizes(source: [Int], destination: [Int])
  /// A destination without the alpha of its source.
  case losesAlpha
  /// Grey pixels where the profiles are for colours, or the other way round; a conversion of colours to grey.
  case otherColors(fact: String)
  /// Linear light where a profile has none.
  case notLinear(profile: String)
  /// Linear light in an image that is written, where a profile states what values mean.
  case linearImage
}

extension PixelLayoutError: CustomStringConvertible {
  /// The fact and its remedy, one line.
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

  /// The places of grey, or of red, green and blue.
  var places: [UInt32] {
    switch self {
    case .gray, .grayAlpha: [0]
    case .rgb, .rgba: [0, 1, 2]
    case .bgr, .bgra: [2, 1, 0]
    case .argb: [1, 2, 3]
    case .abgr: [3, 2, 1]
    }
  }

  /// The place of alpha; nil where there is none.
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
