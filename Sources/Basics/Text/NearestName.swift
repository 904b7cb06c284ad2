/// Finds the name that a mistyped name probably means.
package enum NearestName {
  /// The candidate that `name` most probably means. In this order: one that differs only in case and punctuation; the
  /// synonym's candidate; the only candidate that begins with `name`; the candidate with the smallest edit distance, if
  /// that is at most a third of the longer name or one.
  ///
  /// - Parameter synonyms: other names in lower-case letters and digits only, each with the candidates it may mean,
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
    let near = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      let most = max(1, max(name.count, candidate.count) / 3)
      return distance(name.lowercased(), candidate.lowercased(), most: most).map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.name
  }

  /// The letters and digits of `name` in lower case. Uses bytes where possible, as a style sheet may compare thousands
  /// of words with each colour name.
  private static func folded(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let bytes = name.lowercased().utf8.filter {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The edit distance with insertion, deletion, replacement and swapped neighbours (optimal string alignment); nil if
  /// over `most`.
  static func distance(_ first: String, _ second: String, most: Int = .max) -> Int? {
    let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    guard abs(a.count - b.count) <= most else { return nil }
    // The two rows above, and this one.
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count] <= most ? last[b.count] : nil
  }
}
