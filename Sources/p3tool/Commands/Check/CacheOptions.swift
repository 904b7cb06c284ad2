import ArgumentParser
import Checking
import ColorManagement
import ImageFiles
import Reports

/// The place of reports from earlier checks.
struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep what is found in this folder, so that later runs look at new and changed images alone (default: the user's folder for caches, for several images).",
      valueName: "folder"), completion: .directory)
  var cache: String?

  @Flag(help: "Look at every image, and keep nothing.")
  var noCache = false

  func validate() throws {
    if noCache, cache != nil { throw ValidationError("--cache and --no-cache exclude each other") }
    if cache == "" { throw ValidationError("--cache takes a folder") }
  }

  /// The cache of a run on `count` images; nil if none is used. Without `--cache`, a run on one image uses none.
  func opened(count: Int) -> CheckCache? {
    guard !noCache, CheckCache.program != nil, let folder = cache ?? (count > 1 ? CheckCache.userFolder : nil)
    else {
      return nil
    }
    return CheckCache(folder: folder)
  }

  /// A text of everything beside the image that decides a report: equal texts give equal reports.
  ///
  /// - Parameter options: the options of `request`, except profiles and limits of rules.
  static func recipe(_ request: CheckRequest, options: [String]) -> String {
    let profiles = [request.target.profile, request.assumedProfile, request.sourceOverride].map { profile in
      profile.map { "\(SHA256.hash($0.bytes))" } ?? "none"
    }
    let rules = Rule.allCases.filter(request.rules.contains).map { rule in
      "\(rule.rawValue)=\(request.policy.reportingLimit(of: rule))\(request.policy.names(rule) ? "!" : "")"
    }
    let program = [Version.current, CheckCache.program ?? ""]
    return (program + options + profiles + rules).joined(separator: "\0")
  }
}
