public import ImageFiles

/// One thing that a rule found in one image.
public struct Finding: Sendable, Hashable, Codable {
  /// What was looked for.
  public let rule: Rule
  /// How much it matters.
  public let level: FindingLevel
  /// What was found, how much and where, in one line for people; without the file's name.
  public let message: String
  /// Where, the largest or worst place first, at most `mostPlaces`; empty for findings that have no place.
  public let places: [ImageRegion]
  /// The measure in the rule's unit; a LIMIT compares with it.
  public let value: Double
  /// The same for the same finding in another run of a slightly changed image: 16 hexadecimal digits of path,
  /// rule and what is found, never of the numbers in the message.
  public package(set) var fingerprint: String
  /// The part of the fingerprint beside path and rule: a tag's name, a background.
  package let subject: String

  /// Characters of a message: profiles' names are as long as those who make them like.
  private static let longestMessage = 1000

  /// So many places are kept; the message has their number.
  static let mostPlaces = 12

  private enum CodingKeys: String, CodingKey {
    case rule, level, message, region, places, value, fingerprint
  }

  /// - Parameters:
  ///   - value: finite, 0 or more; in the rule's unit.
  ///   - subject: distinguishes this finding from others of the same rule, and stays when numbers change.
  package init(
    _ rule: Rule, level: FindingLevel? = nil, value: Double = 1, subject: String = "",
    places: [ImageRegion] = [], _ message: String
  ) {
    precondition(value.isFinite && value >= 0, "a measure is a finite number from 0 on")
    self.rule = rule
    self.level = level ?? rule.level
    self.message = String(message.printable.prefix(Self.longestMessage))
    self.places = Array(places.prefix(Self.mostPlaces))
    self.value = value
    self.subject = subject
    fingerprint = ""
  }

  /// Reads a finding of an earlier report.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rule = try container.decode(Rule.self, forKey: .rule)
    level = try container.decode(FindingLevel.self, forKey: .level)
    message = try container.decode(String.self, forKey: .message)
    let region = try container.decodeIfPresent(ImageRegion.self, forKey: .region)
    places = try container.decodeIfPresent([ImageRegion].self, forKey: .places) ?? [region].compactMap(\.self)
    value = try container.decode(Double.self, forKey: .value)
    fingerprint = try container.decode(String.self, forKey: .fingerprint)
    subject = ""
  }

  /// Writes `region`, the first place, where there is one, and all `places` where there are more.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(level, forKey: .level)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(region, forKey: .region)
    if places.count > 1 { try container.encode(places, forKey: .places) }
    try container.encode(value, forKey: .value)
    try container.encode(fingerprint, forKey: .fingerprint)
  }

  /// The first place.
  public var region: ImageRegion? { places.first }
}

/// How much a finding matters, least first; the words of SARIF and of GitHub's annotations.
public enum FindingLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Worth knowing.
  case note
  /// Likely to be seen.
  case warning
  /// Wrong.
  case error

  /// `note` is least, `error` most.
  public static func < (a: FindingLevel, b: FindingLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

// How a finding is recognised in another run.

extension Finding {
  /// `findings` of the image at `path` with their fingerprints. Several of one rule and subject are counted
  /// in their order.
  package static func fingerprinted(_ findings: [Finding], path: String) -> [Finding] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      // A NUL cannot occur in a path, so that no two triples read the same.
      let identity = "\(path)\0\(finding.rule.rawValue)\0\(finding.subject)"
      let ordinal = counts[identity, default: 0]
      counts[identity] = ordinal + 1
      var finding = finding
      finding.fingerprint = hexDigest("\(identity)\0\(ordinal)")
      return finding
    }
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo): small, and the same everywhere. It need not withstand forgery.
  package static func hexDigest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// Which findings a report has.

extension Finding {
  /// Those of `findings` that were asked for and are over their limits, in the order of the rules, with the fingerprints
  /// of the image at `path`.
  static func selected(
    _ findings: [Finding], _ rules: RuleSelection, _ policy: FindingPolicy, path: String
  ) -> [Finding] {
    let kept = findings.filter {
      rules.contains($0.rule) && $0.value > policy.reportingLimit(of: $0.rule)
    }
    let ordered = Rule.allCases.compactMap { rule in joined(kept.filter { $0.rule == rule }) }
    return fingerprinted(ordered, path: RepositoryPath.own(path))
  }

  /// Merges a rule's findings in a file, most severe first; nil for none. Statements of the file add up,
  /// of other measures the largest counts.
  private static func joined(_ findings: [Finding]) -> Finding? {
    guard findings.count > 1 else { return findings.first }
    let gravest = FindingLevel.allCases.reversed().flatMap { level in findings.filter { $0.level == level } }
    let values = findings.map(\.value)
    return Finding(
      gravest[0].rule, level: gravest[0].level,
      value: gravest[0].rule.unit == .tags ? values.reduce(0, +) : values.max() ?? 0,
      subject: gravest.map(\.subject).joined(separator: "+"), places: gravest.flatMap(\.places),
      gravest.map(\.message).joined(separator: "; "))
  }
}
