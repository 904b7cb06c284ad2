import Foundation
import TestSupport
import Testing

/// What is said while a run goes on, at its end, and when it is interrupted.
@Suite struct ProgressTests {
  @Test(.enabled(if: ExternalProgram.script.isAvailable, "\(ExternalProgram.script.skipReason)"))
  func aTerminalSeesHowFarOneLargeFileIs() throws {
    let folder = try TemporaryFolder()
    let noise = (0..<3 * 600 * 600).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    let bytes = PNGFile.image8(width: 600, colorType: 2, noise).bytes
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half")
    try folder.write(Array(bytes.dropFirst(bytes.count / 2)), to: "rest")
    #expect(mkfifo(folder.path("big.png"), 0o600) == 0)
    let program = CommandRunner.p3tool.program.path
    // The writer begins when the program opens the pipe, and waits a second before the second half: the run lasts longer
    // than the time in which nothing is drawn, on any machine.
    func onTerminal(_ words: String) throws -> String {
      let command = "(cat half; sleep 1; cat rest) >big.png & '\(program)' \(words)"
      return try ExternalProgram.script.output(["-qec", command, "/dev/null"], in: folder)
    }
    let seen = try onTerminal("convert big.png --to p3 -f")
    #expect(seen.contains(#/\r█*░* (reading|writing) \d+ %  big\.png\u{1B}\[K/#), "\(seen)")
    let last = try #require(seen.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last)
    #expect(
      last.contains("big.png → big.display-p3.png") && !last.contains("█"), "cleared before results: \(last)")
    #expect(!(try onTerminal("convert big.png --to p3 -f --quiet")).contains("█"))
    #expect(!(try onTerminal("convert big.png --to p3 -f 2>errors")).contains("█"))
    let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    #expect(!errors.contains("█") && !errors.contains("\r"), "no terminal, no progress: \(errors)")
  }

  @Test(arguments: ["convert --to srgb", "soften", "assign --strip", "simulate --vision tritanopia"])
  func severalOutputsEndWithOneLine(words: String) async throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "b.png"] { try folder.copy(testImage: "card-srgb-8.png", as: name) }
    try folder.write([1], to: "broken.png")
    func run(_ more: String...) async throws -> CommandResult {
      try await CommandRunner.p3tool.run(words.split(separator: " ").map { String($0) } + more, in: folder)
    }
    let sound = try await run("a.png", "b.png", "-o", "out/")
    let last = try #require(sound.text.split(separator: "\n").last)
    #expect(last.contains(#/^2 images done  (.* → .*  )?[\d.]+ m?s$/#), "\(sound.text)")
    let broken = try await run("a.png", "b.png", "broken.png", "-o", "out/", "--force")
    #expect(broken.exitCode == 2 && broken.text.contains("2 of 3 images done, 1 failed"), "\(broken.text)")
    #expect(!(try await run("a.png", "-o", "out/", "--force")).text.contains("done"), "one file has one line")
    #expect(try await run("a.png", "b.png", "-o", "out/", "--force", "--quiet").text.isEmpty)
    #expect(
      try await run("a.png", "b.png", "-o", "out/", "-n").text.contains("dry run: 2 images would be written"))
  }

  @Test func anInterruptionSaysWhatIsDone() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "a.png")
    #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    // The second image never comes.
    let writingEnd = open(folder.path("pipe.png"), O_RDWR)
    defer { close(writingEnd) }
    let results = try folder.write([], to: "results")
    let run = try await CommandRunner.p3tool.run(
      ["convert", "a.png", "pipe.png", "--to", "rec2020", "-o", "out/"], output: .file(results), in: folder
    ) { process in
      // An image counts as done before its line is printed.
      while kill(process, 0) == 0, try folder.bytes("results").isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
      kill(process, SIGINT)
    }
    #expect(run.exitCode == 130)
    #expect(
      run.errors.hasSuffix("interrupted: 1 of 2 inputs done; what was in work is removed\n"), "\(run.errors)")
    #expect(try folder.names().allSatisfy { !$0.contains("p3tool-tmp") })
  }
}
