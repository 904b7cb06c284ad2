/// Sets of the numbers from 0 on, each of which begins as a set of its own: a union-find.
struct DisjointSets: Sendable {
  /// By number, its parent: a number of the same set that is not greater. The least number of a set is the root of the set, and its own
  /// parent.
  private(set) var parents: [Int]

  /// The sets of `count` numbers.
  init(count: Int = 0) { parents = Array(0..<count) }

  /// Adds the next number.
  mutating func append() { parents.append(parents.count) }

  /// The least number of the set that a number is in.
  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Joins the sets of two numbers.
  ///
  /// - Returns: the root of the joined set, and the root of the set that was joined to it; nil if both numbers are in one set already.
  mutating func join(_ one: Int, _ other: Int) -> (kept: Int, gone: Int)? {
    let (one, other) = (root(of: one), root(of: other))
    guard one != other else { return nil }
    parents[max(one, other)] = min(one, other)
    return (min(one, other), max(one, other))
  }

  /// Makes the root of each number's set the parent of the number. Parents are not greater, and so are roots before their children.
  mutating func flatten() {
    for number in parents.indices { parents[number] = parents[parents[number]] }
  }
}
