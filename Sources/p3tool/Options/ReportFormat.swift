import ArgumentParser

/// `--format` of commands that print a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}
