// Which chunks of a file go on into its conversion.

extension PNGMetadata {
  /// Chunks that are not safe to copy by their name, yet do not depend on the samples.
  private static let knownSurvivors: Set<String> = ["tIME", "sCAL", "sTER"]

  /// Chunks that describe the old samples, whatever their names promise. cLLi and mDCv were their draft names. bKGD is
  /// written anew, see `PNGReader.background`.
  private static let stale: Set<String> = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "bKGD", "tRNS", "hIST", "sPLT", "pCAL",
    "mDCV", "mDCv", "cLLI", "cLLi", "acTL", "fcTL", "fdAT",
  ]

  /// The survivors among `chunks`.
  static func surviving(_ chunks: [PNGChunk]) -> PNGMetadata {
    PNGMetadata(chunks: chunks.filter(survives))
  }

  private static func survives(_ chunk: PNGChunk) -> Bool {
    if stale.contains(chunk.type) { return false }
    // ImageMagick once kept ICC profiles in texts.
    if ["tEXt", "zTXt", "iTXt"].contains(chunk.type) {
      return !["Raw profile type icc", "Raw profile type icm"].contains(chunk.textKeyword)
    }
    return chunk.isSafeToCopy || knownSurvivors.contains(chunk.type)
  }
}
