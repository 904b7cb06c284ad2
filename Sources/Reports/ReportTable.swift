/// A table of a report: names in the first column, numbers in the others.
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
