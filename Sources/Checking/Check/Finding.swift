public import ImageFiles

/// A finding of a rule on an image.
public struct Finding: Sendable, Hashable, Codable {
  /// The rule.
  public let rule: Rule
  /// The level of the finding.
  public let level: FindingLevel
  /// What, how much and where, in one line; without the file's name.
  public let message: String
  /// The places, largest or worst first, at most `mostPlaces`; empty for findings without a place.
  public let places: [ImageRegion]
  /// The measure in the rule's unit, which a LIMIT is compared with.
  public let value: Double
  /// Identifies the finding in other runs, also for a slightly changed image: 16 hexadecimal digits from path, rule and
  /// subject, never from numbers in the message.
  public package(set) var fingerprint: String
  /// The part of the fingerprint besides path and rule: a tag's name, a background.
  package let subject: String

  /// The most characters of a message, as profiles' names can have any length.
  private static let longestMessage = 1000

  /// The most places that are kept; the message has their number.
  static let mostPlaces = 12

  private enum CodingKeys: String, CodingKey {
    case rule, level, message, region, places, value, fingerprint
  }

  /// - Parameters:
  ///   - value: finite, at least 0; in the rule's unit.
  ///   - subject: distinguishes this finding from others of the same rule; does not depend on numbers.
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

  /// Writes `region`, the first place, if there is one, and all `places` if there are more.
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

/// The severity of a finding, least first; the words are those of SARIF and of GitHub's annotations.
public enum FindingLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A remark that needs no action.
  case note
  /// Probably visible.
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

// Identifies findings in other runs.

extension Finding {
  /// `findings` on the image at `path`, with fingerprints. Several findings of one rule and subject are numbered in
  /// order.
  package static func fingerprinted(_ findings: [Finding], path: String) -> [Finding] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      // A NUL cannot occur in a path, so no two triples give the same text.
      let identity = "\(path)\0\(finding.rule.rawValue)\0\(finding.subject)"
      let ordinal = counts[identity, default: 0]
      counts[identity] = ordinal + 1
      var finding = finding
      finding.fingerprint = hexDigest("\(identity)\0\(ordinal)")
      return finding
    }
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo): small, and the same everywhere. Forgery is no concern here.
  package static func hexDigest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// Selects the findings of a report.

extension Finding {
  /// The selected findings above their limits, in the order of the rules, with the fingerprints of the image at `path`.
  static func selected(
    _ findings: [Finding], _ rules: RuleSelection, _ policy: FindingPolicy, path: String
  ) -> [Finding] {
    let kept = findings.filter {
      rules.contains($0.rule) && $0.value > policy.reportingLimit(of: $0.rule)
    }
    let ordered = Rule.allCases.compactMap { rule in joined(kept.filter { $0.rule == rule }) }
    return fingerprinted(ordered, path: RepositoryPath.own(path))
  }

  /// Merges a rule's findings on a file, most severe first; nil for none. The measures of statements are added; of
  /// other measures the largest counts.
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
