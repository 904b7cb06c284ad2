import Reports

extension FindingsDocument {
  /// A document in `format` on `files`, each with its notes where there are any.
  static func of(
    _ files: [ReportedFile], notes: [HTMLPage.FileNotes] = [], command: String, rules: [ReportedRule],
    as format: ReportFormat, outline: HTMLPage.Outline = HTMLPage.Outline(headline: "Fine", lead: "")
  ) -> FindingsDocument {
    let records = ReportRecords(format: format)
    for (index, file) in files.enumerated() {
      records.add("") { _ in
        FindingsRecord(files: [file], notes: notes.indices.contains(index) ? notes[index] : nil)
      }
    }
    return FindingsDocument(command: command, rules: rules, records: records) { _ in outline }
  }
}
