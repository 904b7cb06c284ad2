/// A table of a report: a first column of names, then figures.
struct ReportTable {
  let caption: String
  let heads: [String]
  let rows: [[String]]
}
