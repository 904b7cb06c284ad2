import ArgumentParser

/// `--scales`: `1x,2x,3x`, or `single`.
struct ScaleList: ExpressibleByArgument {
  /// 1 to 3, without repetition; empty for a single scale.
  let scales: [Int]

  /// All three.
  static let standard = ScaleList(scales: [1, 2, 3])

  /// What help shows.
  var defaultValueDescription: String { scales.map { "\($0)x" }.joined(separator: ",") }

  private init(scales: [Int]) { self.scales = scales }

  init?(argument: String) {
    if argument == "single" {
      scales = []
      return
    }
    let numbers = argument.split(separator: ",").map { Int($0.hasSuffix("x") ? $0.dropLast() : $0) ?? 0 }
    guard !numbers.isEmpty, numbers.allSatisfy((1...3).contains), Set(numbers).count == numbers.count else {
      return nil
    }
    scales = numbers.sorted()
  }
}
