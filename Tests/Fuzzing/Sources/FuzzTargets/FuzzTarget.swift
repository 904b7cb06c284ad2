/// What the fuzzers call with each input, and the ordinary tests with every file of the corpus.
public enum FuzzTarget: String, Sendable, CaseIterable {
  /// A PNG file, damaged or not.
  case reader
  /// An ICC profile.
  case profile
  /// Colour and metadata chunks: see `ChunksInput`.
  case chunks

  /// A zlib stream, after the sizes in which it is fed and read: see `InflateTarget`.
  case inflate
  /// Data to compress: see `DeflateTarget`.
  case deflate

  /// Reads `bytes`. Any error is an answer; a trap or a sanitizer's report is a finding.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .reader: ReaderTarget.run(bytes)
    case .profile: ProfileTarget.run(bytes)
    case .chunks: ChunksTarget.run(bytes)
    case .inflate: InflateTarget.run(bytes)
    case .deflate: DeflateTarget.run(bytes)
    }
  }
}
