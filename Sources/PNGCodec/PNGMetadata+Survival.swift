// Selects the chunks of a file that its conversion keeps.

extension PNGMetadata {
  /// Chunks whose names mark them unsafe to copy, but which do not depend on the samples.
  private static let knownSurvivors: Set<String> = ["tIME", "sCAL", "sTER"]

  /// Chunks that describe the old samples, even if their names mark them safe to copy. cLLi and mDCv are draft names.
  /// bKGD is rewritten from `PNGReader.background`.
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
    // Old versions of ImageMagick kept ICC profiles in texts.
    if ["tEXt", "zTXt", "iTXt"].contains(chunk.type) {
      return !["Raw profile type icc", "Raw profile type icm"].contains(chunk.textKeyword)
    }
    return chunk.isSafeToCopy || knownSurvivors.contains(chunk.type)
  }
}
