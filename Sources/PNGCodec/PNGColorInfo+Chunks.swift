// Makes chunks from a file's colour information.

extension PNGColorInfo {
  /// The colour chunks for new samples in the same colours. sBIT is left out, as it describes the old samples.
  package var chunks: [PNGChunk] {
    var chunks: [PNGChunk] = []
    if let cicp { chunks.append(.codePoints(cicp)) }
    if let embeddedProfile {
      chunks.append(.embeddedProfile(name: embeddedProfile.printableName, profile: embeddedProfile.bytes))
    }
    if let renderingIntent, embeddedProfile == nil { chunks += PNGChunk.sRGB(intent: renderingIntent) }
    if embeddedProfile == nil, renderingIntent == nil {
      if let gamma { chunks.append(.gamma(gamma)) }
      if let chromaticities { chunks.append(.chromaticities(chromaticities)) }
    }
    return chunks
  }
}

extension PNGEmbeddedProfile {
  /// The name without characters that a writer must not write.
  fileprivate var printableName: String {
    let printable = name.unicodeScalars.filter {
      (32...126).contains($0.value) || (161...255).contains($0.value)
    }
    let text = String(String.UnicodeScalarView(printable.prefix(79)))
    return text.isEmpty ? "ICC profile" : text
  }
}
