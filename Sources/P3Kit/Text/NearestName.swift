/// Finds the name that a mistyped one was probably meant to be.
enum NearestName {
  /// The candidate with the smallest edit distance, if it is near enough to be a slip: at most a third of the
  /// longer name, and at least one slip is always forgiven.
  static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
    let near = candidates.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= max(1, max(name.count, $0.name.count) / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
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
