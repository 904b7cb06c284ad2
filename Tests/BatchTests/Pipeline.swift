import Foundation
import ImageFiles
import TestSupport

@testable import Batch
@testable import p3tool

/// A folder with a pipeline in it, and what runs of it say.
struct Pipeline {
  let folder: TemporaryFolder
  var settings = {
    var settings = BatchSettings(version: "1", jobs: 2)
    settings.stateKey = .fixed(.test)
    return settings
  }()
  /// Folders that the command line allows.
  var allowed: [String] = []

  init(_ yaml: String = "sources: art/**/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb}]")
    throws
  {
    folder = try TemporaryFolder()
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
  }

  func add(_ names: String...) throws {
    for name in names { try folder.copy(testImage: "patches-p3-16.png", as: name) }
  }

  func rewrite(_ yaml: String) throws { try folder.write(Array(yaml.utf8), to: "p3tool.yml") }

  func run() async throws -> (reports: [String: BatchFileReport], outcome: BatchOutcome) {
    let configuration = try BatchConfiguration(
      file: folder.path("p3tool.yml"), allowing: allowed, commands: ProgramSteps())
    var reports: [String: BatchFileReport] = [:]
    let outcome = try await BatchRun(configuration, settings: settings).perform { _, _ in
    } deliver: { report in
      reports[String(report.path.dropFirst(folder.path.count + 1))] = report
    }
    return (reports, outcome)
  }

  /// `path: status/reason` of every step, sorted.
  func summary() async throws -> [String] {
    try await run().reports.flatMap { path, report in
      report.steps.map { "\(path) \($0.step): \($0.reason?.text ?? $0.status.rawValue)" }
        + (report.error.map { ["\(path): \($0.replacing(folder.path + "/", with: ""))"] } ?? [])
    }.sorted()
  }

  /// Inode and time of every file below `build`: unchanged exactly where nothing was written.
  func stamps() throws -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for name in try folder.names() where name.hasPrefix("build") {
      stamps[name] = FileStatus(path: folder.path(name)).map { FileStamp($0) }
    }
    return stamps
  }
}

extension BatchConfiguration {
  /// Reads `text` with the steps of the program.
  init(yaml text: String, path: String) throws(ConfigurationError) {
    try self.init(yaml: text, path: path, commands: ProgramSteps())
  }
}

/// The steps of the program; their options are worked out once, which takes a while without optimisation.
struct ProgramSteps: StepCommands {
  private static let options = Dictionary(
    uniqueKeysWithValues: StepKind.allCases.map { ($0, Subcommands().options(of: $0)) })

  func options(of kind: StepKind) -> [StepOption] { Self.options[kind] ?? [] }

  func request(of kind: StepKind, _ arguments: [StepArgument]) throws(StepRefusal) -> StepRequest {
    try Subcommands().request(of: kind, arguments)
  }
}
