extension FindingsDocument {
  /// The document in `format`, one of sarif, junit, github and html; `page` makes the last, of which each command has
  /// its own.
  func text(as format: ReportFormat, page: () throws -> String) throws -> String {
    switch format {
    case .sarif: try sarif()
    case .junit: junit()
    case .github: githubAnnotations()
    case .html: try page()
    case .text, .json: preconditionFailure("those that report print these themselves")
    }
  }
}
