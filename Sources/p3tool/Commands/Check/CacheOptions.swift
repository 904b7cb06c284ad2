import ArgumentParser
import Checking
import ColorManagement
import ImageFiles
import Reports

/// Where reports of earlier checks are kept.
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

  /// The cache of a run over `count` images; nil where none is used: one image is not worth a file.
  func opened(count: Int) -> CheckCache? {
    guard !noCache, CheckCache.program != nil, let folder = cache ?? (count > 1 ? CheckCache.userFolder : nil)
    else {
      return nil
    }
    return CheckCache(folder: folder)
  }

  /// What a report depends on beside the image: equal text, equal report.
  ///
  /// - Parameter options: what `request` was made of, but the profiles and the limits of rules.
  static func recipe(_ request: CheckRequest, options: [String]) -> String {
    let profiles = [request.target.profile, request.assumedProfile, request.sourceOverride].map { profile in
      profile.map { "\(SHA256.hash($0.bytes))" } ?? "none"
    }
    let rules = Rule.allCases.filter(request.rules.contains).map { rule in
      "\(rule.rawValue)=\(request.policy.reportingLimit(of: rule))"
    }
    let program = [Version.current, CheckCache.program ?? ""]
    return (program + options + profiles + rules).joined(separator: "\0")
  }
}
