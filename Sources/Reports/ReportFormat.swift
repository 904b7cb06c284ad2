/// The forms in which a command prints its results.
package enum ReportFormat: String, CaseIterable {
  case text
  case json
  case sarif
  case junit
  case github
  case xcode
  case html
  case markdown
}
