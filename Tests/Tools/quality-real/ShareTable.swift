import Checking
import Foundation

/// How many pictures of each kind carry what.
struct ShareTable {
  private let results: [RealResult]

  init(_ results: [RealResult]) { self.results = results }

  func printAll() {
    for half in RealPackage.Half.allCases {
      for kind in RealPackage.Kind.allCases {
        let own = results.filter { $0.picture.half == half && $0.picture.kind == kind && $0.findings != nil }
        if !own.isEmpty { printRow("\(kind.rawValue), \(half.rawValue) half", own) }
      }
    }
    let names = Set(results.map(\.picture.package)).sorted()
    print("\npackage by package:")
    for name in names {
      let own = results.filter { $0.picture.package == name && $0.findings != nil }
      print("  \(name): \(own.count), with a warning \(Self.warned(own))")
    }
    let unread = results.count { $0.findings == nil }
    if unread > 0 { print("\(unread) could not be read") }
  }

  private func printRow(_ title: String, _ own: [RealResult]) {
    print("\n\(title): \(own.count), with a warning \(Self.warned(own))")
    for rule in Rule.allCases {
      let levels = own.compactMap { $0.findings?.first { $0.rule == rule }?.level }
      guard !levels.isEmpty else { continue }
      let counts = FindingLevel.allCases.reversed().compactMap { level -> String? in
        let count = levels.count { $0 == level }
        return count == 0 ? nil : "\(count) × \(level.rawValue)"
      }
      print("  \(rule.rawValue): \(counts.joined(separator: ", "))")
    }
  }

  private static func warned(_ results: [RealResult]) -> String {
    String(format: "%.1f %%", 100 * Double(results.count(where: \.isWarned)) / Double(max(results.count, 1)))
  }
}
