/// Finds the name that a mistyped one was probably meant to be.
package enum NearestName {
  /// The candidate that `name` most probably means: one that differs in case and punctuation alone; else the word for it
  /// in `synonyms`; else the only one that it begins; else the one with the smallest edit distance, if it is near enough
  /// to be a slip: at most a third of the longer name, and at least one slip is always forgiven.
  ///
  /// - Parameter synonyms: other words, in small letters and digits alone, each with the candidates that it may mean, the
  ///   likeliest first.
  package static func to(
    _ name: String, among candidates: some Sequence<String>, synonyms: [String: [String]] = [:]
  ) -> String? {
    let candidates = Array(candidates)
    let typed = folded(name)
    if !typed.isEmpty {
      if let same = candidates.filter({ folded($0) == typed }).min() { return same }
      if let known = synonyms[typed]?.first(where: candidates.contains) { return known }
      let begun = candidates.filter { folded($0).hasPrefix(typed) }
      if typed.count > 2, begun.count == 1 { return begun[0] }
    }
    let near = candidates.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= max(1, max(name.count, $0.name.count) / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// The letters and digits of `name`, in small letters.
  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Edit distance with insertion, deletion, replacement and swapped neighbours (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
