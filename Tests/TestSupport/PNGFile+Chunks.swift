// Chunks that many tests need.

extension PNGFile.Chunk {
  /// Colour primaries and transfer characteristics by their H.273 numbers, RGB, full range.
  public static func cICP(_ primaries: UInt8, _ transfer: UInt8, matrix: UInt8 = 0, range: UInt8 = 1) -> Self
  {
    Self("cICP", [primaries, transfer, matrix, range])
  }

  /// An embedded profile.
  public static func iCCP(_ profile: [UInt8], name: String = "test") -> Self {
    Self("iCCP", Array(name.utf8) + [0, 0] + PNGFile.storedZlib(profile))
  }

  /// sRGB with a rendering intent.
  public static func sRGB(_ intent: UInt8 = 1) -> Self { Self("sRGB", [intent]) }

  /// The encoding exponent in hundred thousandths.
  public static func gAMA(_ value: UInt32) -> Self { Self("gAMA", PNGFile.big(value)) }

  /// White, red, green, blue as x, y in hundred thousandths.
  public static func cHRM(_ values: [UInt32]) -> Self { Self("cHRM", values.flatMap { PNGFile.big($0) }) }

  /// The primaries of Adobe RGB, as cHRM.
  public static let adobeChromaticities = cHRM([31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000])

  /// The primaries of sRGB, as cHRM.
  public static let sRGBChromaticities = cHRM([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])

  /// Latin-1 text.
  public static func tEXt(_ keyword: String, _ text: String) -> Self {
    Self("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }
}
