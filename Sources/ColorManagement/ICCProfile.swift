import Pixels

/// An ICC profile (version 2 or 4) for RGB or grey images: its bytes and their meaning.
///
/// LittleCMS has opened the bytes once, which validates them. Colorants and curves are the exact numbers of the tags.
/// Profiles are equal if their bytes are.
public struct ICCProfile: Sendable {
  /// The bytes, of the size in the profile's header; ready to be embedded.
  public let bytes: [UInt8]

  /// The profile description (`desc`), English if there are several languages; may be empty.
  public let name: String

  /// The copyright (`cprt`); may be empty.
  package let copyright: String

  /// White of the medium (`wtpt`) in XYZ. D50 in version 4; often the display's own white in version 2.
  package let mediaWhitePoint: SIMD3<Double>?

  /// How codes become colour with the relative intent. `.lut` if LittleCMS would use tables in either direction;
  /// `model(for:as:)` gives the model of one direction and any intent.
  package let model: Model

  /// Tolerated irregularities, each a sentence for reports.
  package let remarks: [String]

  let header: ICCHeader
  let tags: ICCTagTable
  /// The matrix/TRC or grey model, also present beside tables.
  let shaper: Model?

  /// The most bytes of a profile. The largest in use (printer tables) have about 4 MB, and LittleCMS holds several
  /// copies while it makes a transform.
  package static let maximumByteCount = 16 << 20

  /// Parses and validates `bytes`. Bytes beyond the size in the header are dropped.
  ///
  /// Throws `ColorError` if the bytes are no profile, damaged, over the limit, of a class or colour space that PNG
  /// cannot hold, for high dynamic range, or lack the tags that an RGB or grey profile needs.
  public init(bytes: [UInt8]) throws(ColorError) {
    header = try ICCHeader(bytes)
    self.bytes = header.byteCount == bytes.count ? bytes : Array(bytes[..<header.byteCount])
    tags = try ICCTagTable(self.bytes)
    if let transfer = tags.highDynamicRangeTransfer { throw .highDynamicRange(transfer: transfer) }
    try ICCElements.check(tags)
    try Self.validate(self.bytes)
    name = tags.data("desc").map { ICCTextParser.text($0) } ?? ""
    copyright = tags.data("cprt").map { ICCTextParser.text($0) } ?? ""
    mediaWhitePoint = tags.data("wtpt").flatMap { Self.xyz($0) }
    shaper = try Self.shaper(tags, header)
    let roles: [Role] = [.source, .destination]
    let hasTables = roles.contains { [tags] in tags.table(for: .relative, as: $0) != nil }
    guard let model = hasTables ? .lut : shaper else {
      throw .malformedProfile(
        place: "tags", fact: "neither a matrix with three curves, a grey curve, nor a table is there")
    }
    self.model = model
    remarks = Self.remarks(tags, trailing: bytes.count - header.byteCount)
  }

  /// Opens the profile with LittleCMS; its message becomes the error.
  private static func validate(_ bytes: [UInt8]) throws(ColorError) {
    let context = try LittleCMSContext()
    _ = try LittleCMSProfile(bytes, in: context)
  }

  private static func remarks(_ tags: ICCTagTable, trailing: Int) -> [String] {
    var remarks = tags.outOfBounds.map { "tag '\($0)' lies outside the profile" }
    if trailing > 0 { remarks.append("\(trailing) bytes follow the end of the profile") }
    return remarks
  }
}

extension ICCProfile: Hashable {
  /// Compares the bytes.
  public static func == (a: ICCProfile, b: ICCProfile) -> Bool { a.bytes == b.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension ICCProfile {
  /// The ICC version, such as "2.1" or "4.3".
  package var version: String { header.version }

  /// What the profile describes.
  package var deviceClass: DeviceClass { header.deviceClass }

  /// RGB or grey.
  package var colorSpace: ColorModel { header.colorModel }

  /// XYZ or Lab.
  package var connectionSpace: ConnectionSpace { header.connectionSpace }

  /// Creation date, "YYYY-MM-DD hh:mm:ss"; empty if the header has none.
  package var creationDate: String { header.creationDate }

  /// The profile ID (MD5) as 32 hexadecimal digits; nil if the header has none.
  package var profileID: String? {
    guard header.profileID.contains(where: { $0 != 0 }) else { return nil }
    return header.profileID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
