/// A file that the fuzzers start from, made here: the same bytes each time.
struct FuzzSeed {
  /// The name of a `FuzzTarget`.
  let target: String
  /// Its name in `Tests/Fuzzing/Corpus/<target>`.
  let name: String
  let bytes: [UInt8]

  static var all: [FuzzSeed] {
    files + profiles + chunks + images + streams + data + pipelines + patterns + states + catalogs + colors
      + palettes
      + roles + reports
  }
}
