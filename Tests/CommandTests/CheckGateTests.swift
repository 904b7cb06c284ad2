import Foundation
import TestSupport
import Testing

/// `p3tool check` as the gate of a repository: which images are looked at, what is known, and what is kept for later runs.
@Suite struct CheckGateTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "art/wide.png")
    try folder.copy(testImage: "card-srgb-8.png", as: "art/plain.png")
    try folder.copy(testImage: "untagged-8.png", as: "more/untagged.png")
  }

  private func check(_ arguments: String...) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(["check"] + arguments, in: folder)
  }

  private func paths(_ result: CommandResult) throws -> [String] {
    try result.jsonInputs().compactMap { $0["path"] as? String }
  }

  /// A repository of all that is there.
  private func commit() async throws {
    let script = """
      git init -q . && git add -A && git -c user.name=n -c user.email=n@example.org commit -q -m x
      """
    try #require(await CommandRunner.shell(script, in: folder).exitCode == 0)
  }

  // MARK: Baselines

  @Test func whatABaselineHasFailsNoMoreFromAnyFolder() async throws {
    try await commit()
    let written = try await check(".", "-r", "--fail-on", "note", "--write-baseline", "known.txt")
    #expect(written.exitCode == 0 && !written.text.contains("exit 1"))
    let lines = String(decoding: try folder.bytes("known.txt"), as: UTF8.self).split(separator: "\n")
    let paths = lines.dropFirst().compactMap { $0.split(separator: " ").last }
    #expect(lines.count > 3 && paths == paths.sorted())
    #expect(lines.allSatisfy { $0.utf8.count < 100 })
    #expect(lines.contains { $0.contains("gamut-clipping") && $0.hasSuffix(" art/wide.png") })
    let known = try await check(".", "-r", "--fail-on", "note", "--baseline", "known.txt")
    #expect(known.exitCode == 0)
    #expect(known.text.contains("(\(lines.count - 1) known from the baseline)"))
    let outside = try await CommandRunner.p3tool.run(
      ["check", folder.path, "-r", "--fail-on", "note", "--baseline", folder.path("known.txt")])
    #expect(outside.exitCode == 0, "\(outside.text)")
    let again = try await check(".", "-r", "--write-baseline", "known.txt", "--skip", "untagged")
    #expect(again.exitCode == 2 && again.errors.contains("known.txt"))
  }

  @Test func whatIsFoundNoMoreIsSaidAndTakenOut() async throws {
    try await commit()
    _ = try await check(".", "-r", "--write-baseline", "known.txt")
    let before = try folder.bytes("known.txt")
    try folder.copy(testImage: "card-srgb-8.png", as: "art/wide.png")
    let partial = try await check(
      "art/wide.png", "--only", "untagged", "--baseline", "known.txt", "--prune-baseline")
    #expect(partial.errors.isEmpty)
    #expect(try folder.bytes("known.txt") == before)
    #expect(try await check("art", "-r", "--baseline", "known.txt").errors.contains("found no more"))
    #expect(try folder.bytes("known.txt") == before)
    _ = try await check("art", "-r", "--baseline", "known.txt", "--prune-baseline")
    let text = String(decoding: try folder.bytes("known.txt"), as: UTF8.self)
    #expect(!text.contains("gamut-clipping") && text.contains("untagged"))
    #expect(try await check("art", "-r", "--baseline", "known.txt").errors.isEmpty)
    // From outside of the repository nothing is taken for gone that is there.
    let outside = try await CommandRunner.p3tool.run(
      ["check", folder.path("art/wide.png"), "--baseline", folder.path("known.txt"), "--prune-baseline"])
    let kept = String(decoding: try folder.bytes("known.txt"), as: UTF8.self)
    #expect(outside.errors.isEmpty && kept == text, "\(outside.errors)")
    try FileManager.default.removeItem(atPath: folder.path("more/untagged.png"))
    _ = try await check("art", "-r", "--baseline", "known.txt", "--prune-baseline")
    let rest = String(decoding: try folder.bytes("known.txt"), as: UTF8.self)
    #expect(text.contains("more/untagged.png") && !rest.contains("more/untagged.png"))
  }

  @Test func linesThatAreNoBaselineAreToldWithTheirPlace() async throws {
    try folder.write(Array("# p3tool baseline: x\nnonsense\n".utf8), to: "known.txt")
    let result = try await check("art/wide.png", "--baseline", "known.txt")
    #expect(result.exitCode == 2 && result.errors.contains("known.txt:2: "))
    try folder.write(Array(#"{"tool": "p3tool", "inputs": []}"#.utf8), to: "report.json")
    let report = try await check("art/wide.png", "--baseline", "report.json", "--prune-baseline")
    #expect(report.exitCode == 64 && report.errors.contains("--write-baseline"))
  }

  // MARK: What is looked at

  @Test(arguments: [
    "art/wide.png\r\nart/plain.png\n", "art/wide.png\0art/plain.png\0", "art/wide.png\nart/plain.png",
  ])
  func listsNameInputs(list: String) async throws {
    try folder.write(Array(list.utf8), to: "list")
    #expect(
      try await paths(check("--files-from", "list", "--format", "json")) == ["art/wide.png", "art/plain.png"])
    let piped = try await CommandRunner.shell(
      #"cat list | "$P3TOOL" check --files-from - more/untagged.png --format json"#, in: folder)
    #expect(try paths(piped) == ["more/untagged.png", "art/wide.png", "art/plain.png"])
  }

  @Test func anEmptyListIsNothingToCheck() async throws {
    try folder.write([], to: "list")
    let result = try await check("--files-from", "list")
    #expect(result.exitCode == 0 && result.text == "nothing to check\n")
    #expect(try await check("--files-from", "missing").exitCode == 2)
    #expect(try await check("-", "--files-from", "-").exitCode == 64)
    let excluding = try await check("art", "-r", "--exclude", "*.gif", "--exclude", "wide*")
    #expect(excluding.errors == "note: --exclude '*.gif' leaves nothing out\n")
  }

  @Test func ignoredFilesArePassedOver() async throws {
    try folder.copy(testImage: "card-srgb-8.png", as: "build/x/made.png")
    try folder.copy(testImage: "card-srgb-8.png", as: "art/old/draft.png")
    try folder.write(Array("build/\n".utf8), to: ".gitignore")
    try folder.write(Array("# drafts\nart/old/\n".utf8), to: ".p3toolignore")
    try await commit()
    let taken = ["art/plain.png", "art/wide.png", "more/untagged.png"]
    #expect(try await paths(check(".", "-r", "--format", "json")) == taken.map { "./" + $0 })
    #expect(try await paths(check("art", "-r", "--format", "json")) == ["art/plain.png", "art/wide.png"])
    #expect(try await paths(check(".", "-r", "--no-ignore", "--format", "json")).count == 5)
    #expect(try await paths(check("build/x/made.png", "--format", "json")) == ["build/x/made.png"])
  }

  @Test func changedImagesAreThoseSinceTheBranchLeft() async throws {
    try await commit()
    #expect(try await check("--changed-since", "HEAD").text == "nothing to check\n")
    try folder.copy(testImage: "card-srgb-8.png", as: "art/wide.png")
    try folder.copy(testImage: "card-srgb-8.png", as: "odd\nname/-new.png")
    try folder.write([1], to: "notes.txt")
    let changed = ["art/wide.png", "odd\nname/-new.png"]
    #expect(try await paths(check("--changed-since", "HEAD", "--format", "json")) == changed)
    let below = try await check("--changed-since", "HEAD", "art", "more/untagged.png", "--format", "json")
    #expect(try paths(below) == ["art/wide.png"])
    let hook = try await CommandRunner.shell(
      #"GIT_DIR=.git GIT_INDEX_FILE=.git/index "$P3TOOL" check --changed-since HEAD art --format json"#,
      in: folder)
    #expect(try paths(hook) == ["art/wide.png"])
    for name in ["missing", "--output=x", "-q"] {
      let result = try await check("--changed-since=\(name)")
      #expect(result.exitCode == 2 && result.errors.contains("Git knows no commit '\(name)'"))
    }
    #expect(try !folder.names().contains("x"))
  }

  /// A repository's configuration may name a program that watches its files.
  @Test func noProgramOfARepositoryRuns() async throws {
    try await commit()
    _ = try await CommandRunner.shell(
      #"printf '#!/bin/sh\ntouch "$PWD/ran"\n' > watch; chmod +x watch; git config core.fsmonitor "$PWD/watch""#,
      in: folder)
    _ = try await check(".", "-r")
    _ = try await check("--changed-since", "HEAD")
    #expect(try !folder.names().contains("ran"))
  }

  /// Filters of a repository are programs too, which Git runs on files whose time is new.
  @Test(arguments: [("evil", Int32(0)), ("a=b", 2)])
  func noFilterOfARepositoryRuns(name: String, exitCode: Int32) async throws {
    try await commit()
    _ = try await CommandRunner.shell(
      """
      echo '*.png filter=\(name)' > .git/info/attributes
      for key in clean process; do git config 'filter.\(name)'.$key "touch $PWD/ran; cat"; done
      git config 'filter.\(name).required' true
      find . -name '*.png' -exec touch -d 2020-01-01 {} +
      """, in: folder)
    let run = try await check("--changed-since", "HEAD")
    #expect(run.exitCode == exitCode)
    #expect(try !folder.names().contains("ran"))
  }

  @Test func shardsAreAllAndMerge() async throws {
    let whole = try await check("art", "more", "-r", "--format", "json")
    for index in 1...3 {
      let part = try await check("art", "more", "-r", "--shard", "\(index)/3", "--format", "json")
      try folder.write(part.output, to: "\(index).json")
    }
    let merged = try await CommandRunner.p3tool.run(
      ["report", "merge", "2.json", "1.json", "3.json"], in: folder)
    #expect(merged.output == whole.output)
    #expect(try await check("art", "-r", "--shard", "4/3").exitCode == 64)
  }

  @Test(arguments: ["github", "xcode"])
  func lineFormatsCloseOnStandardError(format: String) async throws {
    let run = try await check("art", "-r", "--only", "untagged", "--format", format)
    #expect(run.text.isEmpty && run.errors == "nothing to complain about in 2 images\n")
    #expect(try await check("art", "-r", "--only", "untagged", "--format", format, "-q").errors.isEmpty)
  }

  @Test func merged() async throws {
    let report = try await check("art", "-r", "--fail-on", "warning", "--format", "json")
    try folder.write(report.output, to: "a.json")
    for format in ["sarif", "junit", "github", "xcode", "markdown"] {
      let direct = try await check("art", "-r", "--fail-on", "warning", "--format", format)
      let merged = try await CommandRunner.p3tool.run(
        ["report", "merge", "a.json", "--format", format], in: folder)
      #expect(merged.exitCode == 1)
      let rows = { (text: String) in
        text.split(separator: "\n").filter { $0.contains("gamut-clipping") }.count
      }
      #expect(rows(merged.text) > 0, "\(format)")
      if format != "markdown", format != "sarif" { #expect(merged.text == direct.text) }
    }
    let text = try await CommandRunner.p3tool.run(
      ["report", "merge", "a.json", "--format", "text"], in: folder
    ).text
    #expect(text.contains("warning  gamut-clipping: ") && text.hasSuffix(" in 2 inputs\n"))

    // As a later version may write it.
    try folder.write(
      Array(report.text.replacing("\"gamut-clipping\"", with: "\"a-later-rule\"").utf8), to: "b.json")
    let later = try await CommandRunner.p3tool.run(
      ["report", "merge", "b.json", "--format", "sarif"], in: folder)
    #expect(later.exitCode == 1 && later.text.contains("\"ruleId\" : \"a-later-rule\""))
  }

  @Test func kindsThatAreNotCheckedArePassedOver() async throws {
    try folder.write(
      Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n".utf8), to: "art/large.png")
    let failing = try await check("art", "-r")
    #expect(failing.exitCode == 2 && failing.errors.contains("git lfs pull"))
    let result = try await check("art", "-r", "--skip-unsupported")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("art/large.png: not a PNG file: this is a Git LFS pointer"))
    #expect(result.errors.hasSuffix("note: 1 image passed over (--skip-unsupported)\n"))
  }

  /// Kinds that no command works on: a pointer of Git LFS, an animation.
  @Test(arguments: [
    "convert art -r --to srgb -o out", "assign art -r --profile srgb -o out", "inspect art -r",
    "simulate art -r --vision protanopia -o out", "soften art -r -o out", "diff art more", "batch",
  ])
  func allCommandsPassThemOver(words: String) async throws {
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n".utf8)
    for name in ["art/large.png", "more/large.png"] { try folder.write(pointer, to: name) }
    try folder.write(
      Array("sources: art/*.png\noutput: {folder: out}\nsteps: [{convert: {to: srgb}}]\n".utf8),
      to: "p3tool.yml")
    let words = words.split(separator: " ").map { String($0) }
    let failing = try await CommandRunner.p3tool.run(words, in: folder)
    #expect(failing.exitCode == 2 && failing.errors.contains("git lfs pull"), "\(failing.errors)")
    let options = ["--skip-unsupported"] + (words[0] == "batch" ? [] : ["--format", "json"])
    let passing = try await CommandRunner.p3tool.run(
      words.map { $0 == "out" ? "new" : $0 } + options, in: folder)
    #expect([0, 1].contains(passing.exitCode), "\(passing.errors)")
    #expect(passing.errors.contains("note: ") && passing.errors.contains("large.png: not a PNG file"))
    #expect(passing.errors.hasSuffix("note: 1 image passed over (--skip-unsupported)\n"), "\(passing.errors)")
    #expect(!passing.text.contains("large.png"))
  }

  /// A batch leaves out what its check leaves out by the same options.
  @Test func aBatchSaysAsLittleAsIsAsked() async throws {
    try folder.write(
      Array("sources: \"{art,more}/*.png\"\nsteps: [{check: {}}]\n".utf8), to: "p3tool.yml")
    let all = try await CommandRunner.p3tool.run(["batch", "--no-cache"], in: folder).text
    #expect(all.contains(": note: ") && all.contains(": warning: "))
    let warnings = try await CommandRunner.p3tool.run(
      ["batch", "--no-cache", "--min-level", "warning"], in: folder
    ).text
    #expect(!warnings.contains(": note: ") && warnings.contains(": warning: "))
    let quiet = try await CommandRunner.p3tool.run(["batch", "--no-cache", "-q"], in: folder)
    #expect(quiet.text.isEmpty && quiet.exitCode == 0, "\(quiet.text)")
  }

  // MARK: What is said

  @Test func quietSaysWhatFailsAndTheClosingLine() async throws {
    let lines = try await check("art", "more", "-r", "-q").text.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("in 3 of 3 images"))
    let failing = try await check("art", "more", "-r", "-q", "--fail-on", "gamut-clipping").text
    #expect(failing.contains("gamut-clipping: ") && !failing.contains("clipped-gradient"))
  }

  @Test func lowLevelsAreLeftOutUnlessTheyFail() async throws {
    let warnings = try await check("more", "art", "-r", "--min-level", "warning")
    #expect(!warnings.text.contains("note") && warnings.text.contains("gamut-clipping"))
    let failing = try await check("more", "-r", "--min-level", "error", "--fail-on", "untagged")
    #expect(failing.exitCode == 1 && failing.text.contains("untagged"))
  }

  // MARK: The cache

  @Test(arguments: ["text", "json", "sarif", "markdown"])
  func aCachedReportIsTheSame(format: String) async throws {
    let arguments = ["check", "art", "more", "-r", "--format", format]
    let plain = try await CommandRunner.p3tool.run(arguments + ["--no-cache"], in: folder)
    for _ in 1...2 {
      let cached = try await CommandRunner.p3tool.run(arguments + ["--cache", "kept"], in: folder)
      #expect(cached.output == plain.output && cached.errors == plain.errors)
    }
    #expect(try folder.names().contains { $0.hasPrefix("kept/check-") })
  }

  @Test func whatChangesIsLookedAtAnew() async throws {
    let first = try await check("art/wide.png", "--cache", "kept").text
    #expect(try await check("art/wide.png", "--cache", "kept", "--target", "p3").text != first)
    #expect(try await check("art/wide.png", "--cache", "kept", "--skip", "gamut-clipping").text != first)
    #expect(try await check("art/wide.png", "--cache", "kept", "--max-pixels", "9").exitCode == 2)
    try folder.copy(testImage: "card-srgb-8.png", as: "art/wide.png")
    #expect(try await check("art/wide.png", "--cache", "kept").text != first)
    try folder.copy(testImage: "icon-p3-16.png", as: "art/wide.png")
    #expect(try await check("art/wide.png", "--cache", "kept").text == first)
  }

  @Test func aDamagedCacheIsNone() async throws {
    let first = try await check("art/wide.png", "--cache", "kept").text
    for name in try folder.names() where name.hasPrefix("kept/check-") {
      var bytes = try folder.bytes(name)
      bytes.removeLast(30)
      try folder.write(bytes, to: name)
    }
    #expect(try await check("art/wide.png", "--cache", "kept").text == first)
    try folder.write([1], to: "file")
    let result = try await check("art/wide.png", "--cache", "file")
    #expect(result.exitCode == 0 && result.text == first && result.errors.contains("nothing is kept"))
  }
}
