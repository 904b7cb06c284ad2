/// All findings of a run, whatever command found them, ready for the formats of code review and CI.
struct FindingsDocument: Sendable {
  /// The subcommand.
  let command: String
  /// The rules that ran, in their order.
  let rules: [ReportedRule]
  /// The inputs in command-line order.
  let files: [ReportedFile]
}
