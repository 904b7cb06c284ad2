public import ImageFiles
import PNGCodec
import Pixels

/// Compares images by their colours, not by their bytes: everything `p3tool diff` does except printing.
///
/// Each image is decoded with its own tag, unclipped; a pixel's difference is CIEDE2000 in D50 CIELAB, as in
/// `ImageCheck`. Alpha is composited in encoded sRGB over black and over white, and the larger difference counts.
///
///     let report = try await ImageDifference().compare(.file("reference.png"), .file("new.png"))
///     print(report.verdict, report.deltaE?.max ?? 0)
public struct ImageDifference: Sendable {
  /// The settings.
  public let request: DifferenceRequest

  /// A comparison by `request`.
  public init(_ request: DifferenceRequest = DifferenceRequest()) { self.request = request }

  /// The report on two images. Reads them in parallel in strips, so that memory does not grow with their height.
  ///
  /// - Parameters:
  ///   - first: the reference image.
  ///   - second: the new image.
  ///   - heatmap: where to write a picture of the differences; nil for none. Not written if pixels cannot be compared.
  ///   - paintsEqualImages: whether the picture is also written if no pixel is different.
  ///   - overwrite: whether an existing heat map may be replaced.
  ///   - budget: whether both images may be read while strips are compared. The report does not depend on it.
  /// - Throws: `ImageError` if a file is damaged, its colours are high dynamic range or unusable, the mask has another
  ///   size, or the heat map cannot be written; `cancelled` if the task is cancelled.
  public func compare(
    _ first: ImageSource, _ second: ImageSource, heatmap: ImageDestination? = nil,
    paintsEqualImages: Bool = true, overwrite: Bool = false,
    budget: StripPermits = StripPermits()
  ) async throws(ImageError) -> DifferenceReport {
    let one = try ComparedImage(first, request, isPainted: heatmap != nil)
    let two = try ComparedImage(second, request, isPainted: heatmap != nil)
    let memory = await budget.memory.take(one.memory + two.memory)
    defer { budget.memory.giveBack(memory) }
    let findings = DifferenceFinding.ofFiles(one, two, request.preset)
    if let size = DifferenceFinding.ofSize(one, two) {
      try one.skipToEnd()
      try two.skipToEnd()
      return report(one, two, nil, [size] + findings, previews: [])
    }
    let paint = try heatmap.map { destination throws(ImageError) in
      try DifferenceHeatmap(
        of: one, from: first, to: destination, overwrite: overwrite, isParallel: budget.isParallel)
    }
    var scanner = DifferenceScanner(one, two, request)
    let canvas = DifferenceCanvas(
      paint, request.makesPreviews ? DifferencePreviewBuilder(one, two, side: request.previewSide) : nil)
    if heatmap != nil || request.makesPreviews { scanner.canvas = canvas }
    try await scan(one, two, with: &scanner, isParallel: budget.isParallel)
    let result = scanner.finish()
    if paintsEqualImages || result.pixels.different > 0 { try await canvas.finishHeatmap() }
    let pixels = [DifferenceFinding.ofPixels(result, request), .ofArea(result, request)].compactMap(\.self)
    return report(one, two, result, findings + pixels, previews: try canvas.finishPreviews(one, two))
  }

  /// The pictures of images that have no other to be compared with.
  package func previews(
    of paths: [String], budget: StripPermits
  ) async throws(ImageError) -> [DifferencePreviews] {
    var pictures: [DifferencePreviews] = []
    for path in paths {
      pictures += try await compare(.file(path), .file(path), budget: budget).previews
    }
    return pictures
  }

  /// Reads both images to their ends and passes their strips to `scanner`.
  private func scan(
    _ one: ComparedImage, _ two: ComparedImage, with scanner: inout DifferenceScanner, isParallel: Bool
  ) async throws(ImageError) {
    var strips = try ComparedStrips(one, two, request)
    let plan = strips.reading
    var pair = try strips.pair(try one.next(plan), try two.next(plan))
    while let current = pair {
      guard isParallel, !strips.isLast else {
        scanner.scan(current)
        try await scanner.canvas?.advance()
        await Task.yield()
        pair = try strips.pair(try one.next(plan), try two.next(plan))
        continue
      }
      async let first = Result { () throws(ImageError) in try one.next(plan) }
      async let second = Result { () throws(ImageError) in try two.next(plan) }
      scanner.scan(current)
      let next = (await first, await second)
      try await scanner.canvas?.advance()
      pair = try strips.pair(try next.0.get(), try next.1.get())
    }
    try strips.finish()
    try one.finish()
    try two.finish()
  }

  private func report(
    _ one: ComparedImage, _ two: ComparedImage, _ result: DifferenceScanner.Result?,
    _ findings: [DifferenceFinding], previews: [DifferencePreviews]
  ) -> DifferenceReport {
    let ordered = DifferenceRule.allCases.flatMap { rule in findings.filter { $0.rule == rule } }
    return DifferenceReport(
      path: one.name, other: two.name, width: one.header.width, height: one.header.height,
      comparable: result != nil, pixels: result?.pixels, deltaE: result?.statistics, densest: result?.densest,
      regions: result?.regions ?? [], tags: .init(before: one.tag, after: two.tag),
      verdict: findings.contains { $0.level == .error } ? .different : .same, findings: ordered,
      notes: one.notes + two.notes, spread: result?.spread, previews: previews)
  }
}
