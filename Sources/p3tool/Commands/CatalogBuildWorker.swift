import P3Kit

/// Builds one image set of `p3tool catalog build`.
struct CatalogBuildWorker: ImageWorker {
  let command = "catalog build"
  let reportsAreResults = true
  let budget: StripBudget

  func process(_ request: ImageSetRequest) async throws(ConversionError) -> ImageSetReport {
    try await ImageSetBuilder(request, budget: budget).build()
  }

  func text(_ report: ImageSetReport) -> String {
    ([report.text]
      + report.images.map {
        "  \($0.file)  \($0.slot)  \($0.width)×\($0.height)  \(ByteCount.text($0.bytes))"
      })
      .joined(separator: "\n")
  }

  func notes(_ report: ImageSetReport) -> [String] { report.notes.map { "\(report.output): \($0)" } }
}
