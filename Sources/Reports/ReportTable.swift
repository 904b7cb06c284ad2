/// A table of a report: a first column of names, then figures.
package struct ReportTable {
  package let caption: String
  package let heads: [String]
  package let rows: [[String]]

  package init(caption: String, heads: [String], rows: [[String]]) {
    self.caption = caption
    self.heads = heads
    self.rows = rows
  }
}
