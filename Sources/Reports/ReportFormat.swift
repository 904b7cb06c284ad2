/// The formats of a command's results.
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
