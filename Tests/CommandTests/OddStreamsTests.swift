import Foundation
import PNGCodec
import TestSupport
import Testing

/// Streams that are closed, that do not block, or that deliver their bytes once.
@Suite struct OddStreamsTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    return folder
  }

  // MARK: Closed

  @Test(arguments: [
    "profiles >&-", "profiles >&- <&-", "inspect in.png >&-", "inspect in.png >&- <&-", "--version >&-",
    "convert in.png --to srgb -o out.png >&- <&-", "convert in.png --to srgb -o - >&-",
    "convert in.png --to srgb -o - >&- <&-",
  ])
  func aClosedStandardOutputIsSaidSo(words: String) async throws {
    let result = try await CommandRunner.shell("\"$P3TOOL\" \(words)", in: folder())
    #expect(result.exitCode == 2, "\(result.errors)")
    #expect(result.errors.contains("standard output: is closed"))
  }

  @Test(arguments: [
    "convert - --to srgb -o out.png <&-", "assign - --strip -o out.png <&-", "soften - -o out.png <&-",
    "inspect - <&-",
    "check - <&-",
  ])
  func aClosedStandardInputIsSaidSo(words: String) async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell("\"$P3TOOL\" \(words)", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("standard input: is closed"))
    #expect(try folder.names() == ["in.png"])
  }

  /// No output takes the number of a stream, so that nothing else is written into it.
  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-", ">&- 2>&-"])
  func outputsDoNotTakeTheNumbersOfClosedStreams(closed: String) async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell(
      """
      "$P3TOOL" convert in.png --to srgb -o whole.png -q || exit 9
      "$P3TOOL" convert in.png --to srgb -o out.png --verbose \(closed); echo $? > code
      """, in: folder)
    #expect(result.exitCode == 0)
    #expect(try folder.bytes("out.png") == folder.bytes("whole.png"))
    let code = String(decoding: try folder.bytes("code"), as: UTF8.self)
    #expect(code == (closed.contains(" >&-") || closed.hasPrefix(">&-") ? "2\n" : "0\n"))
  }

  @Test func quietRunsNeedNoStandardOutput() async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell(
      "\"$P3TOOL\" convert in.png --to srgb --quiet <&- >&- 2>&-", in: folder)
    #expect(result.exitCode == 0)
    #expect(try folder.names() == ["in.png", "in.srgb.png"])
  }

  // MARK: Not blocking

  @Test func aReportIsWholeWhereThePipeDoesNotBlock() async throws {
    let folder = try TemporaryFolder()
    for number in 100..<200 { try folder.copy(testImage: "patches-p3-16.png", as: "art/\(number).png") }
    let whole = try await CommandRunner.p3tool.run(["inspect", "-r", "art", "--format", "json"], in: folder)
    #expect(whole.output.count > 100_000)
    let pipe = Pipe()
    let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    #expect(fcntl(writing.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let path = folder.path("copy")
    let result = try await CommandRunner.p3tool.run(
      ["inspect", "-r", "art", "--format", "json"], output: .handle(writing), in: folder
    ) { process in
      // Until the pipe is full.
      var end = pollfd(fd: writing.fileDescriptor, events: Int16(POLLOUT), revents: 0)
      while kill(process, 0) == 0, poll(&end, 1, 0) != 0 { try await Task.sleep(for: .milliseconds(5)) }
      try writing.close()
      try (reading.readToEnd() ?? Data()).write(to: URL(fileURLWithPath: path))
    }
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try folder.bytes("copy") == whole.output)
  }

  // MARK: Named pipes

  /// The result through a pipe is that from the file, whether the image is read once or twice.
  @Test(arguments: [
    "convert IN --to srgb -o OUT", "convert IN --to srgb --soften -o OUT",
    "soften IN -o OUT --copy-unchanged",
    "assign IN --profile p3 -o OUT",
    "check IN --heatmap OUT",
  ])
  func aNamedPipeIsAnInput(words: String) async throws {
    let folder = try folder()
    func line(_ input: String, _ output: String) -> String {
      "\"$P3TOOL\" \(words.replacing("IN", with: input).replacing("OUT", with: output)) --quiet > \(output).txt"
    }
    let result = try await CommandRunner.shell(
      """
      \(line("in.png", "file.png")); mkfifo pipe; cat in.png > pipe & \(line("pipe", "piped.png")) || exit $?
      """, in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try folder.bytes("piped.png") == folder.bytes("file.png"))
    // The pipe's own permissions are no image's.
    #expect(try folder.permissions("piped.png") == folder.permissions("in.png"))
  }

  @Test func aNamedPipeThatNeverEndsIsNotCopiedForEver() async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell(
      "mkfifo pipe; cat /dev/zero > pipe & \"$P3TOOL\" soften pipe -o out.png", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("pipe: not a PNG file"), "\(result.errors)")
    // The signature of a PNG, and then no end: as much is copied as an image within the limits can have.
    let endless = try await CommandRunner.shell(
      "(head -c 8 in.png; cat /dev/zero) > pipe & \"$P3TOOL\" soften pipe -o out.png --max-pixels 10",
      in: folder)
    #expect(endless.exitCode == 2)
    #expect(endless.errors.contains("pipe: File too large"), "\(endless.errors)")
    #expect(!(try folder.names().contains("out.png")))
  }

  @Test func whatIsReadOftenIsNoPipe() async throws {
    let folder = try folder()
    let result = try await CommandRunner.shell(
      "mkfifo pipe; \"$P3TOOL\" catalog build in.png --dark pipe --name A --into A.xcassets", in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("pipe: is no regular file"))
    // Pipes in a catalog that someone else has made.
    let lint = try await CommandRunner.shell(
      """
      "$P3TOOL" catalog build in.png --name A --into A.xcassets -q || exit 9
      rm A.xcassets/A.imageset/A@3x.png; mkfifo A.xcassets/A.imageset/A@3x.png
      mkdir A.xcassets/B.imageset; mkfifo A.xcassets/B.imageset/Contents.json
      "$P3TOOL" catalog lint A.xcassets
      """, in: folder)
    #expect(lint.exitCode == 1, "\(lint.errors)")
    #expect(lint.text.contains("A@3x.png: error: is no regular file [unreadable-image]"))
    #expect(lint.text.contains("Contents.json: error: is no regular file"))
  }

  // MARK: Leftovers

  @Test(arguments: [
    "convert in.png --to srgb", "convert in.png --to srgb -o out.png",
    "soften in.png -o out.png --copy-unchanged",
  ])
  func aRunSweepsWhatKilledOnesLeftOfItsOutput(words: String) async throws {
    let folder = try folder()
    let output = words.contains("-o") ? "out.png" : "in.srgb.png"
    // 4194304 is the largest process number of Linux, and above macOS's: never alive in a test.
    try folder.write([1], to: ".\(output).4194304-x.p3tool-tmp")
    try folder.write([1], to: ".\(output).1-x.p3tool-tmp")
    try folder.write([1], to: ".other.png.4194304-x.p3tool-tmp")
    let arguments = words.split(separator: " ").map { String($0) }
    let dry = try await CommandRunner.p3tool.run(arguments + ["--dry-run"], in: folder)
    #expect(dry.exitCode == 0)
    #expect(try folder.names().count == 4, "a dry run changes nothing")
    #expect(try await CommandRunner.p3tool.run(arguments, in: folder).exitCode == 0)
    #expect(
      try Set(folder.names()) == [
        "in.png", output, ".\(output).1-x.p3tool-tmp", ".other.png.4194304-x.p3tool-tmp",
      ])
  }

  @Test func aKilledCatalogLeavesNothingToTheNextRun() async throws {
    let folder = try folder()
    let arguments = [
      "catalog", "build", "in.png", "--name", "A", "--into", "A.xcassets", "--dark", "auto", "--force",
    ]
    // Runs that were killed while they had a temporary file.
    var killed = 0
    while killed < 4 {
      let result = try await CommandRunner.p3tool.run(arguments, in: folder) { process in
        while kill(process, 0) == 0,
          (try? folder.names())?.contains(where: { $0.contains("p3tool-tmp") }) != true
        { try await Task.sleep(for: .microseconds(200)) }
        kill(process, SIGKILL)
      }
      if result.exitCode == -SIGKILL, try folder.names().contains(where: { $0.contains("p3tool-tmp") }) {
        killed += 1
      }
    }
    #expect(try await CommandRunner.p3tool.run(arguments, in: folder).exitCode == 0)
    #expect(try folder.names().filter { $0.contains("p3tool-tmp") } == [])
  }
}
