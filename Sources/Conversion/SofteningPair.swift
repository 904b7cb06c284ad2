import ImageFiles

/// An image and its dark version, for a page that shows the version for the reader's appearance.
public struct SofteningPair: Sendable, Codable {
  /// The path of the unchanged image.
  public let light: String
  /// The path of its dark twin.
  public let dark: String
  /// The HTML element that shows them.
  public let picture: String

  init(light: String, dark: String, lightSize: (width: Int, height: Int), darkSize: (width: Int, height: Int))
  {
    self.light = light
    self.dark = dark
    let size = "width=\"\(darkSize.width)\" height=\"\(darkSize.height)\""
    picture = """
      <picture>
        <source srcset="\(Self.address(dark))" media="(prefers-color-scheme: dark)" \(size)>
        <img src="\(Self.address(light))" alt="" width="\(lightSize.width)" height="\(lightSize.height)">
      </picture>
      """
  }

  /// A path as a relative URL: bytes with a meaning in URLs or attributes are percent-encoded.
  private static func address(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain =
        byte > 0x2C && byte < 0x3A || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A
        || byte == 0x5F
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + digits.padded(onLeftTo: 2, with: "0")
    }
  }
}
