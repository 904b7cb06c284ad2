/// `--format` of commands that print a report. Every command has text and JSON; those that find faults have
/// the others too, see `ImageWorker.formats`.
enum ReportFormat: String, CaseIterable {
  case text
  case json
  case sarif
  case junit
  case github
  case html
}
