public import Foundation

/// Runs one of our programs as a user would: by its arguments, streams, environment and working directory.
///
/// Its streams are files rather than pipes: nothing can fill up, and no program that another test starts at the same
/// moment can hold them open.
public struct CommandRunner: Sendable {
  /// What the program reads from standard input.
  public enum Input: Sendable {
    /// The end of the file at once.
    case nothing
    /// These bytes.
    case bytes([UInt8])
    /// What the file, pipe or device at this path holds.
    case file(String)
  }

  /// Where standard output goes.
  public enum Output: Sendable {
    /// Into the result.
    case captured
    /// Into this file or device.
    case file(String)
    /// Into a pipe whose reading end is closed.
    case closedPipe
    /// Into this open file or pipe.
    case handle(FileHandle)
  }

  /// The program's path.
  public let program: URL

  /// The program under test: the one built with the tests, or that which the environment's `P3_TESTED_PROGRAM` names, such
  /// as one with a sanitizer.
  public static let p3tool =
    if let path = ProcessInfo.processInfo.environment["P3_TESTED_PROGRAM"] {
      CommandRunner(program: URL(fileURLWithPath: path))
    } else {
      CommandRunner(product: "p3tool")
    }

  /// The program that draws TestImages.
  public static let imageGenerator = CommandRunner(product: "generate-test-images")

  /// Runs the program to its end; `peak` is the most memory that it had resident, in bytes.
  public func runMeasured(
    _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> (result: CommandResult, peak: Int) {
    let notes = try TemporaryFolder()
    let result = try await CommandRunner(product: "peak-memory").run(
      [notes.path("bytes"), program.path] + arguments, in: folder)
    let text = String(decoding: try notes.bytes("bytes"), as: UTF8.self)
    guard let bytes = Int(text) else { throw CocoaError(.fileReadCorruptFile) }
    return (result, bytes)
  }

  /// A job in the background of a shell ignores SIGINT, and so would the programs that it starts.
  private static let heedsInterruption: Void = { signal(SIGINT, SIG_DFL) }()

  private init(product: String) { program = Self.productsFolder.appendingPathComponent(product) }

  private init(program: URL) { self.program = program }

  /// Runs a script of the shell, where `"$P3TOOL"` is the program under test: for streams, words and pipes that
  /// Foundation's `Process` cannot make.
  public static func shell(_ script: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await CommandRunner(program: URL(fileURLWithPath: "/bin/sh")).run(
      ["-c", script], environment: ["P3TOOL": p3tool.program.path], in: folder)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - environment: added to a clean environment, without what would change the program's output.
  ///   - folder: the working directory.
  ///   - whileRunning: called with the process's number after the start; what it throws is thrown after the end.
  public func run(
    _ arguments: [String], input: Input = .nothing, output: Output = .captured,
    environment: [String: String] = [:], in folder: TemporaryFolder? = nil,
    whileRunning: @Sendable (_ process: Int32) async throws -> Void = { _ in }
  ) async throws -> CommandResult {
    await CommandGate.shared.enter()
    let result: Result<CommandResult, any Error>
    do {
      result = .success(
        try await start(
          arguments, input: input, output: output, environment: environment, in: folder,
          whileRunning: whileRunning))
    } catch {
      result = .failure(error)
    }
    await CommandGate.shared.leave()
    return try result.get()
  }

  private func start(
    _ arguments: [String], input: Input, output: Output, environment: [String: String],
    in folder: TemporaryFolder?,
    whileRunning: @Sendable (_ process: Int32) async throws -> Void
  ) async throws -> CommandResult {
    _ = Self.heedsInterruption
    let streams = try TemporaryFolder()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = Self.cleanEnvironment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder.url }
    let (read, errors) = (try Self.inputHandle(input, streams), try Self.newFile("errors", streams))
    let written = try Self.outputHandle(output, streams)
    // Foundation keeps processes that have ended, and with them open files: past 1,024 of them it notices no end any more.
    defer {
      for handle in [read, errors] { try? handle.close() }
      if case .handle = output {} else { try? written.close() }
    }
    (process.standardInput, process.standardOutput, process.standardError) = (read, written, errors)
    let exitCode = try await Self.exitCode(of: process, whileRunning: whileRunning)
    return CommandResult(
      output: (try? streams.bytes("output")) ?? [],
      errors: String(decoding: try streams.bytes("errors"), as: UTF8.self), exitCode: exitCode)
  }

  // MARK: Process

  private static func exitCode(
    of process: Process, whileRunning: @Sendable (Int32) async throws -> Void
  ) async throws -> Int32 {
    let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      let wasKilled = process.terminationReason == .uncaughtSignal
      ended.yield(wasKilled ? -process.terminationStatus : process.terminationStatus)
      ended.finish()
    }
    try process.run()
    let number = process.processIdentifier
    let body: Result<Void, any Error>
    do { body = .success(try await whileRunning(number)) } catch { body = .failure(error) }
    if case .failure = body { kill(number, SIGKILL) }
    var exitCode: Int32 = -1
    for await code in ends { exitCode = code }
    try body.get()
    return exitCode
  }

  // MARK: Streams

  private static func inputHandle(_ input: Input, _ streams: TemporaryFolder) throws -> FileHandle {
    switch input {
    case .nothing: try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))
    case .bytes(let bytes):
      try FileHandle(forReadingFrom: URL(fileURLWithPath: streams.write(bytes, to: "input")))
    case .file(let path): try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }
  }

  private static func outputHandle(_ output: Output, _ streams: TemporaryFolder) throws -> FileHandle {
    switch output {
    case .captured: return try newFile("output", streams)
    case .file(let path): return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    case .handle(let handle): return handle
    case .closedPipe:
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      return pipe.fileHandleForWriting
    }
  }

  private static func newFile(_ name: String, _ streams: TemporaryFolder) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: streams.write([], to: name)))
  }

  // MARK: Environment

  /// Without what a terminal, a user or a test run may have set to change our programs.
  private static let cleanEnvironment = ProcessInfo.processInfo.environment.filter { name, _ in
    !name.hasPrefix("P3_") && !["NO_COLOR", "TERM", "COLUMNS", "LINES"].contains(name)
  }.merging([
    "XDG_STATE_HOME": userStates?.path ?? "/dev/null",
    // Reports of earlier runs would hide what a test looks for.
    "XDG_CACHE_HOME": "/dev/null",
  ]) { $1 }

  /// Where the programs keep what is the user's: nothing of a test stays in the real place.
  private static let userStates = try? TemporaryFolder()

  /// The folder that holds the test bundle and the programs built with it.
  private static var productsFolder: URL {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
  }
}
