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
    let near = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      let most = max(1, max(name.count, candidate.count) / 3)
      return distance(name.lowercased(), candidate.lowercased(), most: most).map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.name
  }

  /// The letters and digits of `name`, in small letters. Bytes are looked at where they suffice: a style sheet may have
  /// thousands of words that are compared with each name of a colour.
  private static func folded(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let bytes = name.lowercased().utf8.filter {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Edit distance with insertion, deletion, replacement and swapped neighbours (optimal string alignment); nil where it is
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
