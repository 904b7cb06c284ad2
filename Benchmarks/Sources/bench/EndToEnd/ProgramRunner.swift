import Foundation

/// Runs commands through `measured-run`, whose own memory is too small to show in theirs.
struct ProgramRunner {
  private let program: String
  private let list: String

  init(work: WorkFolder) throws {
    program =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/measured-run"
    list = "\(work.path)/commands"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Options.Failure(description: "\(program) is missing: build the whole package")
    }
  }

  /// Runs `commands` one after the other.
  func run(_ commands: [[String]]) throws(Options.Failure) -> ProgramRun {
    let text: String
    do { text = try output(of: commands) } catch {
      throw Options.Failure(description: "\(program): \(error)")
    }
    let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard figures.count == 4 else {
      throw Options.Failure(description: "failed: \(commands[0].joined(separator: " "))")
    }
    return ProgramRun(wall: figures[0], processor: figures[1] + figures[2], peakMegabytes: figures[3] / 1024)
  }

  /// What `measured-run` prints: nothing when a command fails.
  private func output(of commands: [[String]]) throws -> String {
    let lines = commands.map { $0.joined(separator: "\t") + "\n" }
    try lines.joined().write(toFile: list, atomically: false, encoding: .utf8)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [list]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : ""
  }
}
