import P3Kit

/// What a subcommand does with each image; everything around it is the same for all.
protocol ImageWorker<Job>: Sendable {
  associatedtype Job: Sendable
  associatedtype Report: Sendable, Encodable

  /// The subcommand's name in JSON.
  var command: String { get }

  /// Whether the report in words is what the user asked for, or a remark on images that were written, which
  /// `--quiet` drops.
  var reportsAreResults: Bool { get }

  /// Processes one image.
  func process(_ job: Job) async throws(ConversionError) -> Report

  /// The report in words, one line or more.
  func text(_ report: Report) -> String

  /// Remarks for standard error, each one line with the file's name.
  func notes(_ report: Report) -> [String]

  /// Whether the report makes the run exit with 1.
  func hasFindings(_ report: Report) -> Bool

  /// The values of `--format` that the subcommand has.
  var formats: [ReportFormat] { get }

  /// The document of a run in one of `formats` other than text and JSON.
  func document(_ inputs: [ReportEntry<Report>], as format: ReportFormat) throws -> String
}

extension ImageWorker {
  func hasFindings(_ report: Report) -> Bool { false }
  func notes(_ report: Report) -> [String] { [] }
  var formats: [ReportFormat] { [.text, .json] }
  func document(_ inputs: [ReportEntry<Report>], as format: ReportFormat) throws -> String {
    preconditionFailure("\(command) has no format \(format.rawValue)")
  }
}
