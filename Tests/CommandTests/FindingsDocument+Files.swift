import Checking
import Reports

extension FindingsDocument {
  /// A document in `format` on `files`, each with its notes where there are any.
  static func of(
    _ files: [ReportedFile], notes: [HTMLPage.FileNotes] = [], command: String, rules: [ReportedRule],
    as format: ReportFormat, outline: HTMLPage.Outline = HTMLPage.Outline(headline: "Fine", lead: "")
  ) throws -> FindingsDocument {
    let document = FindingsDocument(format, command: command, rules: rules) { _ in outline }
    for (index, file) in files.enumerated() {
      try document.add(
        FindingsRecord(files: [file], notes: notes.indices.contains(index) ? notes[index] : nil))
    }
    return document
  }

  /// The document as one text, without the newline at its end.
  func text() throws -> String {
    var text = ""
    try write { text += $0 }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
