import ArgumentParser
import Batch
import Checking
import CommandParts
import ImageFiles
import Reports

/// `p3tool check`.
struct CheckCommand: AsyncParsableCommand, RuledCommand {
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
      p3tool check art/ -r --write-baseline known.txt    and then fail on what is new:
      p3tool check art/ -r --baseline known.txt --fail-on warning
      p3tool check --changed-since origin/main
      p3tool check --explain banding            what a rule finds, and what to do

      Rules, their levels, and what a LIMIT measures (and the default above which
      they report; shares may be written as 5%):
      \(ruleTable)
      """)

  @OptionGroup var input: CheckInputs
  @OptionGroup(title: "Where it is shown") var viewing: CheckOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Rules") var explaining: ExplainOption<CheckCommand>

  @Option(
    help: ArgumentHelp(
      "Write a picture of what is lost; a folder when there are several inputs.", valueName: "file"),
    completion: .images)
  var heatmap: String?

  @Flag(name: .shortAndLong, help: "Replace heat maps and baselines that exist.")
  var force = false

  @OptionGroup var caching: CacheOptions

  @OptionGroup var configured: ConfigurationOptions

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<FindingsFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  static var explained: [any NamedRule] { Rule.allCases }

  func run() async throws {
    let items = try items()
    var request = try request()
    request.previewSide = HTMLPage.pictureSide(inputs: items.count)
    let results: StandardStream = heatmap == "-" ? .error : .output
    let found = FoundFindings()
    // Reports with pictures or times are not cached.
    let isKept = heatmap == nil && !run.timings && !request.makesPreviews
    let cache = isKept ? caching.opened(count: items.count) : nil
    var choices = CheckChoices(
      configured, limits: run.limits, standard: choice(request, section: nil)
    ) { section in
      var request = section.request
      request.previewSide = HTMLPage.pictureSide(inputs: items.count)
      return choice(request, section: section)
    }
    let chosen = try chosen(items, from: &choices)
    let worker = CheckWorker(
      standard: choices.standard, choices: chosen, target: viewing.target, overwritesHeatmaps: force,
      budget: run.budget, withTimings: run.timings,
      palette: ConsolePalette(isEnabled: run.color.isEnabled(on: results)),
      detail: run.quiet ? .failing : run.verbose ? .all : .new, results: results, found: found,
      shard: input.part, cache: cache,
      keepsBaseline: rules.writeBaseline != nil)
    try await judged(found, request) {
      defer { if let cache { keep(cache) } }
      try await ImageRun(
        worker, run, results: results, skipsUnsupported: input.folders.unsupported.skipUnsupported
      ).perform(items)
    }
  }

  /// Writes the cache. Failures of a default cache are ignored: a container may have no place for it.
  private func keep(_ cache: CheckCache) {
    do throws(FileError) { try cache.write() } catch {
      if caching.cache != nil { run.console().note("nothing is kept for later runs: \(error)") }
    }
  }

  private func choice(
    _ request: CheckRequest, section: CheckConfiguration.Choice?
  ) -> CheckChoices.Choice {
    let words = viewing.words + ["\(run.limits)", section?.recipe ?? ""]
    return CheckChoices.Choice(
      check: ImageCheck(request), recipe: CacheOptions.recipe(request, options: words), section: section)
  }

  /// The options of images that a file of options changes, by the images' names.
  private func chosen(
    _ items: [ImageRun<CheckWorker>.Item], from choices: inout CheckChoices
  ) throws -> [String: CheckChoices.Choice] {
    var chosen: [String: CheckChoices.Choice] = [:]
    for item in items {
      guard let source = try? item.job.get().source else { continue }
      let choice = try choices.choice(for: source)
      if choice.section != nil { chosen[item.path] = choice }
    }
    return chosen
  }

  /// Performs `run`, then writes the requested baselines. Findings written to a baseline do not fail the run.
  private func judged(
    _ found: FoundFindings, _ request: CheckRequest, _ run: () async throws -> Void
  ) async throws {
    var outcome = Outcome.success
    do { try await run() } catch let end as Outcome { outcome = end }
    do {
      if let path = rules.writeBaseline {
        try OutputFile.write(Array(found.baseline.utf8), to: path, overwrite: force)
        if outcome == .findings { outcome = .success }
      }
      try settle(found, request)
    } catch {
      StandardStream.error.write(error: error)
      outcome = .failedInputs
    }
    if outcome != .success { throw outcome }
  }

  /// Reports the entries of the baseline that are no longer found, or removes them.
  private func settle(_ found: FoundFindings, _ request: CheckRequest) throws(ImageError) {
    guard let path = rules.baseline, let entries = request.policy.baseline?.entries else { return }
    let gone = Set(found.gone(of: entries, rules: request.rules))
    guard !gone.isEmpty else { return }
    let words = "\(path): \(Numbers.counted(gone.count, "finding")) found no more"
    guard rules.pruneBaseline else { return run.console().note("\(words) (--prune-baseline takes them out)") }
    let text = BaselineEntry.text(entries.filter { !gone.contains($0) })
    try OutputFile.write(Array(text.utf8), to: path, overwrite: true)
    run.console().note("\(words): taken out")
  }

  func request() throws -> CheckRequest {
    var request = CheckRequest()
    try viewing.apply(to: &request)
    try rules.apply(to: &request)
    if rules.pruneBaseline, request.policy.baseline?.entries == nil {
      throw ValidationError(
        "--prune-baseline: the baseline is a JSON report (write one with --write-baseline)")
    }
    request.makesPreviews = run.format == .html
    request.limits = run.limits
    return request
  }

  private func items() throws -> [ImageRun<CheckWorker>.Item] {
    let collected = try input.collect(run.console())
    let images = collected.compactMap { try? $0.get() }
    let heatmaps = try heatmap.map {
      try SidePictures(option: "heatmap", place: $0).destinations(for: images)
    }
    LeftoverFiles.remove(for: heatmaps?.values.compactMap(\.path) ?? [])
    return ImageRun.items(collected) { CheckJob(source: $0.source, heatmap: heatmaps?[$0.source]) }
  }

  /// One line per rule, for the help text.
  private static var ruleTable: String {
    Rule.allCases.map { rule in
      let whole = rule.defaultLimit.rounded() == rule.defaultLimit
      let limit = whole ? "\(Int(rule.defaultLimit))" : "\(rule.defaultLimit)"
      return
        "  \(rule.rawValue.padded(to: 20)) \(rule.level.rawValue.padded(to: 8))\(rule.measure) (\(limit))"
    }.joined(separator: "\n")
  }
}
