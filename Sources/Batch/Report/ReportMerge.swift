package import ImageFiles

/// Joins the JSON reports of several runs of one command into the report of one run over all their inputs.
package struct ReportMerge: Sendable {
  /// The reason why reports cannot be joined. `file` is the report that does not fit.
  package enum Mismatch: Error, Sendable, Hashable {
    /// The list of reports is empty.
    case noReports
    /// The file is no JSON.
    case notJSON(file: String, JSONError)
    /// The file is JSON, but no report of this tool.
    case notAReport(file: String)
    /// A member that must be the same in all reports differs from that of the report `first`.
    case otherRun(file: String, member: String, first: String)
    /// An input is also in another report.
    case repeatedInput(file: String, input: String, other: String)
    /// The file is named twice.
    case repeatedReport(file: String)
    /// Some reports are shards and others not, or their numbers of shards differ.
    case mixedShards
    /// A shard that occurs twice, or whose number is not in 1…`count`.
    case repeatedShard(file: String, count: Int)
    /// Shards without a report: the lowest numbers, and the number of all missing shards.
    case missingShards([Int], missingCount: Int, count: Int)
    /// The sum of the counts in this member exceeds `Int`.
    case overflow(member: String)
  }

  /// A report with the name of its file.
  package struct Part: Sendable {
    let name: String
    let document: JSONValue

    /// Parses a report.
    ///
    /// - Throws: `Mismatch` if it is no report of this tool.
    package init(name: String, bytes: [UInt8]) throws(Mismatch) {
      do throws(JSONError) {
        document = try JSONValue(parsing: bytes)
      } catch {
        throw .notJSON(file: name, error)
      }
      guard document["tool"]?.string == "p3tool", case .array? = document["inputs"],
        case .object? = document["summary"]
      else { throw .notAReport(file: name) }
      self.name = name
    }
  }

  /// Members that must be the same in all parts.
  private static let common = ["tool", "version", "schema", "command"]

  /// The joint report of `parts`: lists are concatenated, counts added. The parts of a sharded run give, byte for byte,
  /// the report of an undivided run.
  ///
  /// - Parameter isPartial: accept that parts of a sharded run are missing.
  /// - Throws: `Mismatch` for reports of different commands or versions, for inputs that are in two reports, and for
  ///   missing or repeated shards.
  package static func merge(_ parts: [Part], isPartial: Bool = false) throws(Mismatch) -> JSONValue {
    guard let first = parts.first else { throw .noReports }
    for part in parts {
      for name in common where part.document[name] != first.document[name] {
        throw .otherRun(file: part.name, member: name, first: first.name)
      }
    }
    let isSharded = try checkShards(parts, isPartial: isPartial)
    try refuseRepetitions(parts)
    var merged: [JSONValue.Member] = []
    for (name, values) in valuesByName(parts.map(\.document)) where name != "shard" {
      merged.append(
        .init(name: name, value: common.contains(name) ? values[0] : try join(values, name: name)))
    }
    var document = JSONValue.object(merged)
    // The inputs of a sharded run are sorted by path; other inputs stay in the order of the reports.
    if isSharded {
      for name in ["inputs", "orphans", "pruned"] {
        if case .array(let elements)? = document[name] { document[name] = .array(sorted(elements)) }
      }
    }
    return document
  }

  /// The values of all `objects` for each name, sorted by name.
  private static func valuesByName(_ objects: [JSONValue]) -> [(name: String, values: [JSONValue])] {
    var values: [String: [JSONValue]] = [:]
    for member in objects.flatMap(\.members) { values[member.name, default: []].append(member.value) }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func sorted(_ elements: [JSONValue]) -> [JSONValue] {
    func key(_ value: JSONValue) -> String { value.string ?? value["path"]?.string ?? "" }
    return elements.sorted { key($0) < key($1) }
  }

  private static func refuseRepetitions(_ parts: [Part]) throws(Mismatch) {
    var names: Set<String> = []
    for part in parts where !names.insert(FilePath.normalized(part.name)).inserted {
      throw .repeatedReport(file: part.name)
    }
    var owners: [String: Int] = [:]
    for (index, part) in parts.enumerated() {
      for input in part.document["inputs"]?.elements ?? [] {
        guard let path = input["path"]?.string else { continue }
        if let other = owners.updateValue(index, forKey: path), other != index {
          throw .repeatedInput(file: part.name, input: path, other: parts[other].name)
        }
      }
    }
  }

  /// Whether the parts are shards. If so, checks that each shard is there exactly once.
  private static func checkShards(_ parts: [Part], isPartial: Bool) throws(Mismatch) -> Bool {
    let shards = parts.compactMap { $0.document["shard"] }
    guard !shards.isEmpty else { return false }
    let counts = Set(shards.map { $0["count"] })
    guard shards.count == parts.count, counts.count == 1, case .number(let text)?? = counts.first,
      let count = BoundedInteger.parse(text, in: 1...BatchShard.maximumCount)
    else { throw .mixedShards }
    var seen: Set<Int> = []
    for (part, shard) in zip(parts, shards) {
      guard case .number(let text)? = shard["index"],
        let index = BoundedInteger.parse(text, in: 1...count),
        seen.insert(index).inserted
      else { throw .repeatedShard(file: part.name, count: count) }
    }
    let missing = (1...count).lazy.filter { !seen.contains($0) }
    if seen.count < count, !isPartial {
      throw .missingShards(
        Array(missing.prefix(listedShards)), missingCount: count - seen.count, count: count)
    }
    return true
  }

  /// The most shards in a message.
  private static let listedShards = 20

  /// Joins values: concatenates lists, adds counts, joins members of objects by name, and takes `true` if any boolean
  /// is true. Of all other values, the first is taken.
  ///
  /// - Throws: `Mismatch` for counts whose sum does not fit 64 bits.
  private static func join(_ values: [JSONValue], name: String) throws(Mismatch) -> JSONValue {
    switch values[0] {
    case .array: return .array(values.flatMap(\.elements))
    case .object:
      var members: [(String, JSONValue)] = []
      for (name, values) in valuesByName(values) { members.append((name, try join(values, name: name))) }
      return .object(members)
    case .number:
      let numbers = values.compactMap(\.integer)
      guard numbers.count == values.count else { return values[0] }
      guard let sum = BoundedInteger.sum(numbers) else {
        throw .overflow(member: name)
      }
      return .number("\(sum)")
    case .boolean:
      return .boolean(values.contains(.boolean(true)))
    case .string, .null: return values[0]
    }
  }
}

extension ReportMerge.Mismatch: CustomStringConvertible {
  /// `file: fact (remedy)`.
  package var description: String {
    switch self {
    case .noReports: "no report to merge"
    case .notJSON(let file, let error): "\(file): not JSON: \(error)"
    case .notAReport(let file): "\(file): is no p3tool report (made with --format json)"
    case .otherRun(let file, let member, let first):
      "\(file): its '\(member)' is not that of \(first): they are not of one run"
    case .repeatedInput(let file, let input, let other):
      "\(file): \(input) is in \(other) too: they are no parts of one run"
    case .repeatedReport(let file): "\(file): is named twice, and counts once (name it once)"
    case .mixedShards: "the reports are not all shards of one run"
    case .repeatedShard(let file, let count): "\(file): its shard is no new one of \(count)"
    case .missingShards(let numbers, let missingCount, let count):
      "the report of shard \(numbers.map { "\($0)/\(count)" }.joined(separator: ", "))"
        + (missingCount > numbers.count ? " and \(missingCount - numbers.count) more" : "")
        + " is missing (--partial does without)"
    case .overflow(let member):
      "the counts '\(member)' add up to more than 2^63: they are no counts of a run"
    }
  }
}
