import TestSupport
import Testing

/// The section `check` of a `p3tool.yml`.
@Suite struct CheckConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "art/wide.png")
    try folder.copy(testImage: "icon-p3-16.png", as: "art/old/wide.png")
    try folder.copy(testImage: "untagged-8.png", as: "art/untagged.png")
  }

  private func check(_ arguments: String...) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(["check"] + arguments, in: folder)
  }

  private func write(_ text: String, to name: String = "p3tool.yml") throws {
    try folder.write(Array(text.utf8), to: name)
  }

  private static let section = """
    check:
      fail-on: warning
      skip: [clipped-gradient]
      rules: {untagged: error, white-glow: off}
      overrides:
        - paths: art/old/**
          fail-on: none

    """

  @Test func optionsHoldForImagesBelowTheFile() async throws {
    try write(Self.section)
    let result = try await check("art", "-r")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("art/wide.png") && !result.text.contains("clipped-gradient"))
    #expect(result.text.contains("error"))
    #expect(try await check("art/old/wide.png").exitCode == 0)
    #expect(try await check("art/wide.png").exitCode == 1)
    #expect(try await check("art/untagged.png", "--skip", "untagged").exitCode == 0)
    #expect(try await check("art/wide.png", "--no-config").exitCode == 0)
    try write("check: {fail-on: none}\n", to: "other.yml")
    #expect(try await check("art/wide.png", "--config", "other.yml").exitCode == 0)
    try write("check: {fail-on: none}\n", to: "art/p3tool.yml")
    #expect(try await check("art", "-r").exitCode == 0)
  }

  @Test func aPipelineWithoutTheSectionSaysNothing() async throws {
    try write("sources: art/*.png\nsteps: [{check: {fail-on: note}}]\n")
    #expect(try await check("art", "-r").exitCode == 0)
    try write(Self.section + "sources: art/*.png\nsteps: [{check: {fail-on: none}}]\n")
    #expect(try await check("art", "-r").exitCode == 1)
    #expect(try await CommandRunner.p3tool.run(["batch", "--dry-run"], in: folder).exitCode == 0)
  }

  /// What stands beside an image goes before what holds for its folder, rule by rule, and the command line before both.
  @Test(arguments: ["art/wide.p3tool.yml", "art/wide.png.p3tool.yml"])
  func anImageHasAFileOfItsOwn(name: String) async throws {
    try write(Self.section)
    try write("check: {rules: {gamut-clipping: note}}\n", to: name)
    #expect(try await check("art/wide.png").exitCode == 0)
    #expect(try await check("art/untagged.png").exitCode == 1)
    #expect(try await check("art/wide.png", "--fail-on", "note").exitCode == 1)
    #expect(try await check("art/wide.png", "--no-config").text.contains("warning  gamut-clipping"))
    for fault in [
      "rules: {}\n", "check: {overrides: [{paths: a, fail-on: note}]}\n", "check: {fial-on: note}\n",
    ] {
      try write(fault, to: name)
      let result = try await check("art/wide.png")
      #expect(result.exitCode == 2 && result.errors.contains("\(name):"), "\(result.errors)")
    }
  }

  /// Files, and what is said of them.
  private static let faults: [(text: String, words: String)] = [
    ("check: {fial-on: note}", "p3tool.yml:1:9: "), ("check:\n  skip: gamut-cliping", "p3tool.yml:2:9: "),
    ("check:\n  overrides: [{fail-on: note}]", "lacks 'paths'"), ("check: {heatmap: a.png}", "no pictures"),
    ("check: {baseline: ../known.txt}", "p3tool.yml:1:19: "), ("check: [", "p3tool.yml:"),
    ("check: {overrides: [{paths: a, only: nothing}]}", "'nothing'"),
  ]

  @Test(arguments: faults)
  func faultsAreToldWithTheirPlace(text: String, words: String) async throws {
    try write(text)
    let result = try await check("art/wide.png")
    #expect(result.exitCode == 2 && result.errors.contains(words), "\(result.errors)")
  }
}
