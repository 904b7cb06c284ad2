/// The fields that p3tool uses of the 128-byte header of an ICC profile (ICC.1:2022, clause 7.2).
struct ICCHeader: Sendable, Hashable {
  let byteCount: Int
  let version: String
  let majorVersion: Int
  let deviceClass: ICCProfile.DeviceClass
  let colorModel: ICCProfile.ColorModel
  let connectionSpace: ICCProfile.ConnectionSpace
  let creationDate: String
  let renderingIntent: RenderingIntent?
  let profileID: [UInt8]

  /// Reads and checks the header of `bytes`.
  init(_ bytes: [UInt8]) throws(ColorError) {
    byteCount = try Self.checkedByteCount(bytes)
    let number = { (offset: Int) in FourCC(ICCTagTable.unsigned32(bytes, at: offset)) }
    majorVersion = Int(bytes[8])
    version = "\(bytes[8]).\(bytes[9] >> 4)"
    // Some old writers leave version 0; LittleCMS reads those profiles as version 2.
    guard majorVersion <= 4 else { throw .unsupportedProfileVersion(version) }
    deviceClass = try Self.deviceClass(number(12))
    colorModel = try Self.colorModel(number(16))
    switch number(20) {
    case "XYZ ": connectionSpace = .xyz
    case "Lab ": connectionSpace = .lab
    case let other:
      throw .malformedProfile(place: "header", fact: "connection space '\(other)' is neither XYZ nor Lab")
    }
    creationDate = Self.date(bytes)
    // The intent is in the low 16 bits only.
    renderingIntent = RenderingIntent(iccValue: ICCTagTable.unsigned32(bytes, at: 64) & 0xFFFF)
    profileID = Array(bytes[84..<100])
  }

  /// The size in the header, checked: the bytes are a profile, and complete.
  private static func checkedByteCount(_ bytes: [UInt8]) throws(ColorError) -> Int {
    guard bytes.count <= ICCProfile.maximumByteCount else {
      throw .profileTooLarge(byteCount: bytes.count, limit: ICCProfile.maximumByteCount)
    }
    guard bytes.count >= 132 else {
      throw .notAProfile(fact: "\(bytes.count) bytes are fewer than a header and a tag count (132)")
    }
    guard FourCC(ICCTagTable.unsigned32(bytes, at: 36)) == "acsp" else {
      throw .notAProfile(fact: "the signature 'acsp' is missing at byte 36")
    }
    let stated = Int(ICCTagTable.unsigned32(bytes, at: 0))
    guard stated >= 132, stated <= bytes.count else {
      throw .notAProfile(
        fact: "its size field says \(stated) bytes, but there are \(bytes.count) (truncated?)")
    }
    return stated
  }

  private static func deviceClass(_ signature: FourCC) throws(ColorError) -> ICCProfile.DeviceClass {
    if let known = ICCProfile.DeviceClass(signature) { return known }
    switch signature {
    case "link": throw .unsupportedProfileClass("device link")
    case "abst": throw .unsupportedProfileClass("abstract")
    case "nmcl": throw .unsupportedProfileClass("named colour")
    default: throw .unsupportedProfileClass("'\(signature)'")
    }
  }

  private static func colorModel(_ signature: FourCC) throws(ColorError) -> ICCProfile.ColorModel {
    switch signature {
    case "RGB ": return .rgb
    case "GRAY": return .gray
    case "CMYK", "CMY ": throw .unsupportedColorSpace("\(signature)".filter { $0 != " " })
    case "Lab ", "XYZ ", "Luv ", "YCbr", "Yxy ", "HSV ", "HLS ":
      throw .unsupportedColorSpace("\(signature)".filter { $0 != " " })
    default: throw .unsupportedColorSpace("'\(signature)'")
    }
  }

  /// The creation date and time as "YYYY-MM-DD hh:mm:ss"; empty when it is all zeros.
  private static func date(_ bytes: [UInt8]) -> String {
    let fields = stride(from: 24, to: 36, by: 2).map { ICCTagTable.unsigned16(bytes, at: $0) }
    guard fields.contains(where: { $0 != 0 }) else { return "" }
    let padded = fields.enumerated().map { index, value in
      let digits = String(value)
      return String(repeating: "0", count: max(0, (index == 0 ? 4 : 2) - digits.count)) + digits
    }
    return padded[0..<3].joined(separator: "-") + " " + padded[3...].joined(separator: ":")
  }
}
