import ArgumentParser
import Checking
import ImageFiles
import Reports

/// `p3tool check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: P3Tool.name,
    abstract: "Say what goes wrong when an image is shown where it will be shown.",
    discussion: """
      p3tool check icon.png                     what sRGB at 8 bits will lose
      p3tool check icon.png --heatmap lost.png  and a picture of it
      p3tool check art/ -r --fail-on warning    exit 1 on any warning
      p3tool check art/ -r --fail-on gamut-clipping=1%
      p3tool check art/ -r --format sarif       for GitHub code scanning
      p3tool check art/ -r --format html > report.html
      p3tool check --explain banding            what a rule finds, and what to do

      Rules, their levels, and what a LIMIT measures (and the default above which
      they speak; shares may be written as 5%):
      \(ruleTable)
      """)

  @OptionGroup var input: CheckInputs
  @OptionGroup(title: "Where it is shown") var viewing: CheckOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions

  @Option(
    help: ArgumentHelp(
      "Write a picture of what is lost; a folder when there are several inputs.", valueName: "file"),
    completion: .images)
  var heatmap: String?

  @Flag(name: .shortAndLong, help: "Replace heat maps that exist.")
  var force = false

  @OptionGroup(title: HelpPage.commonTitle) var run: RunOptions<FindingsFormat>

  func run() async throws {
    let explained = try input.explainedRules()
    guard explained.isEmpty else {
      StandardStream.output.write(line: explained.map(\.explanation).joined(separator: "\n\n"))
      return
    }
    let items = try items()
    var request = try request()
    request.previewSide = HTMLPage.pictureSide(inputs: items.count)
    let results: StandardStream = heatmap == "-" ? .error : .output
    let worker = CheckWorker(
      check: ImageCheck(request), target: viewing.target, overwritesHeatmaps: force,
      budget: run.budget, withTimings: run.timings,
      palette: ConsolePalette(isEnabled: run.color.isEnabled(on: results)),
      isVerbose: run.verbose, results: results)
    try await ImageRun(worker, run, results: results).perform(items)
  }

  func request() throws -> CheckRequest {
    var request = CheckRequest()
    try viewing.apply(to: &request)
    try rules.apply(to: &request)
    request.makesPreviews = run.format == .html
    request.limits = run.limits
    return request
  }

  private func items() throws -> [ImageRun<CheckWorker>.Item] {
    let collected = try input.collect()
    let images = collected.compactMap { try? $0.get() }
    let heatmaps = try heatmap.map {
      try SidePictures(option: "heatmap", place: $0).destinations(for: images)
    }
    LeftoverFiles.remove(for: heatmaps?.values.compactMap(\.path) ?? [])
    return ImageRun.items(collected) { CheckJob(source: $0.source, heatmap: heatmaps?[$0.source]) }
  }

  /// One line per rule for the help.
  private static var ruleTable: String {
    Rule.allCases.map { rule in
      let whole = rule.defaultLimit.rounded() == rule.defaultLimit
      let limit = whole ? "\(Int(rule.defaultLimit))" : "\(rule.defaultLimit)"
      return
        "  \(rule.rawValue.padded(to: 20)) \(rule.level.rawValue.padded(to: 8))\(rule.measure) (\(limit))"
    }.joined(separator: "\n")
  }
}
