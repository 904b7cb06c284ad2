import ArgumentParser
import P3Kit

/// `p3tool check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what goes wrong when an image is shown where it will be shown.",
    discussion: """
      p3tool check icon.png                              what sRGB displays at 8 bits will lose
      p3tool check art/ -r --fail-on warning             exit 1 on any warning
      p3tool check art/ -r --fail-on gamut-clipping=1%   … when more than 1 % of a picture is clipped
      p3tool check art/ -r --format sarif > p3.sarif     for GitHub code scanning

      Rules, with what their LIMIT measures (they speak, and fail, above 0 if you give none):
      \(ruleTable)
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Where it is shown") var viewing: CheckOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Run") var run: RunOptions

  func run() async throws {
    let request = try request()
    let items = InputCollector(recursive: input.recursive).collect(input.inputs).map {
      entry -> ImageRun<CheckWorker>.Item in
      switch entry {
      case .success(let image): .init(path: image.source.name, job: .success(image.source))
      case .failure(let failure): .init(path: failure.path, job: .failure(failure.error))
      }
    }
    let worker = CheckWorker(check: ImageCheck(request), palette: run.console().palette)
    try await ImageRun(
      worker: worker, console: run.console(), format: run.format,
      jobCount: min(run.jobCount, max(items.count, 1))
    ).perform(items)
  }

  private func request() throws -> CheckRequest {
    var request = CheckRequest()
    try viewing.apply(to: &request)
    try rules.apply(to: &request)
    request.limits = run.limits
    return request
  }

  /// One line per rule for the help.
  private static var ruleTable: String {
    Rule.allCases.map { "  \($0.rawValue.padded(to: 21))\($0.level.rawValue.padded(to: 9))\($0.measure)" }
      .joined(separator: "\n")
  }
}
