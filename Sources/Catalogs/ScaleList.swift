/// The scales of an image set, in the notation of command line and pipelines.
package struct ScaleList: Sendable, Hashable {
  /// Scales from 1 to 3, sorted and unique; empty for a single scale.
  package let scales: [Int]

  /// All three.
  package static let standard = ScaleList(scales: [1, 2, 3])

  private init(scales: [Int]) { self.scales = scales }

  /// Parses words such as `1x` and `2`, or `single` alone. Nil for others, and for repetitions.
  package init?(_ words: [some StringProtocol]) {
    if words.count == 1, words[0] == "single" {
      scales = []
      return
    }
    let numbers = words.map { Int($0.hasSuffix("x") ? String($0.dropLast()) : String($0)) ?? 0 }
    guard !numbers.isEmpty, numbers.allSatisfy((1...3).contains), Set(numbers).count == numbers.count else {
      return nil
    }
    scales = numbers.sorted()
  }

  /// `1x`, or `single`.
  package var words: [String] { scales.isEmpty ? ["single"] : scales.map { "\($0)x" } }
}
