public import CodecTargets

extension FuzzTarget {
  /// The targets of the program `fuzz`.
  public static let parsers = [
    FuzzTarget("reader") { ReaderTarget.run(Array($0)) },
    FuzzTarget("chunks") { ChunksTarget.run(Array($0)) },
    FuzzTarget("images") { ImagesTarget.run(Array($0)) },
    FuzzTarget("profile") { ProfileTarget.run(Array($0)) },
    FuzzTarget("pipeline") { PipelineTarget.run(String(decoding: $0, as: UTF8.self)) },
    FuzzTarget("patterns") { PatternsTarget.run(Array($0)) },
    FuzzTarget("state") { StateTarget.run(String(decoding: $0, as: UTF8.self)) },
    FuzzTarget("catalog") { CatalogTarget.run(Array($0)) },
    FuzzTarget("colors") { ColorsTarget.run(String(decoding: $0, as: UTF8.self)) },
    FuzzTarget("palettes") { PalettesTarget.run(Array($0)) },
    FuzzTarget("roles") { RolesTarget.run(String(decoding: $0, as: UTF8.self)) },
    FuzzTarget("reports") { ReportsTarget.run(Array($0)) },
  ]

  /// Every target. Makefile, README and the folders of the corpus have the same names, which a test compares.
  public static let all = codec + parsers
}
