/// Names the format of a file that is not PNG, from its first bytes.
enum FileMagic {
  /// The format's name with its article, or nil when unknown.
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "an empty file" }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "a JPEG image" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "a GIF image" }
    if bytes.starts(with: Array("%PDF".utf8)) { return "a PDF document" }
    if bytes.starts(with: Array("BM".utf8)) { return "a BMP image" }
    if bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
      return "a TIFF image (or a camera's raw file)"
    }
    if bytes.starts(with: [0x49, 0x49, 0x2b, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2b]) {
      return "a BigTIFF image"
    }
    if bytes.starts(with: [0xff, 0x0a]) || bytes.starts(with: [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]) {
      return "a JPEG XL image"
    }
    if bytes.starts(with: [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]) { return "a JPEG 2000 image" }
    if bytes.starts(with: Array("8BPS".utf8)) { return "a Photoshop document" }
    if bytes.starts(with: [0x8a, 0x4d, 0x4e, 0x47]) { return "an MNG animation" }
    if bytes.starts(with: [0x8b, 0x4a, 0x4e, 0x47]) { return "a JNG image" }
    if bytes.starts(with: [0x76, 0x2f, 0x31, 0x01]) { return "an OpenEXR image" }
    if ascii(bytes, 0..<4) == "RIFF", ascii(bytes, 8..<12) == "WEBP" { return "a WebP image" }
    if ascii(bytes, 36..<40) == "acsp" { return "an ICC profile" }
    if ascii(bytes, 4..<8) == "ftyp" { return isoMediaName(ascii(bytes, 8..<12)) }
    if bytes.starts(with: Array("version https://git-lfs".utf8)) { return gitLFSPointer }
    if isMangled(bytes) { return "a PNG damaged by a text-mode transfer" }
    if bytes.starts(with: Array("<svg".utf8)) || bytes.starts(with: Array("<?xml".utf8)) {
      return "an SVG or XML document"
    }
    return nil
  }

  /// The text that Git stores in place of a file whose content lies elsewhere.
  static let gitLFSPointer = "a Git LFS pointer"

  private static func isoMediaName(_ brand: String) -> String {
    switch brand {
    case "avif", "avis": "an AVIF image"
    case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1": "a HEIC image"
    default: "an MP4, HEIC or AVIF file"
    }
  }

  /// Whether the signature has bit 7 stripped or line ends changed, which it was designed to reveal (clause 5.2).
  private static func isMangled(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x09, 0x50, 0x4e, 0x47]) || bytes.starts(with: [0x89, 0x50, 0x4e, 0x47])
      || bytes.starts(with: [0xc2, 0x89, 0x50, 0x4e]) || bytes.starts(with: [0xef, 0xbf, 0xbd, 0x50])
  }

  private static func ascii(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    guard bytes.count >= range.upperBound else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
