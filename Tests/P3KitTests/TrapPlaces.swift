import Foundation

/// The places in sources where Swift ends the process on a value that it cannot bear: found by reading the text, line by
/// line, so that a list of reviewed places can be kept.
///
/// Indices, and ranges with one bound, are left out: they come from the collection that they are used on, and there
/// would be hundreds. The fuzz targets look after those.
struct TrapPlaces {
  /// What may trap.
  enum Kind: String, CaseIterable {
    /// `Int(x)`, `UInt8(x)`: not a number, too large, negative. Those with a label do not trap.
    case conversion
    /// `a..<b`, `a...b` with a bound that is no literal: trap where b is less than a.
    case range
    /// `reduce(0, +)`: overflow.
    case sum
    /// `Dictionary(uniqueKeysWithValues:)`: two equal keys.
    case uniqueKeys
    /// `x << n` with an n that is no literal: bits fall out without a word.
    case shift
    /// `a - b`: below zero of an unsigned number, or of a count that must not be.
    case minus
  }

  /// The lines of one file with such a place, by kind.
  let lines: [Kind: [String]]

  init(_ text: String) {
    var lines: [Kind: [String]] = [:]
    for (number, line) in SourceRooms.codeLines(text).enumerated() {
      for kind in Kind.allCases where Self.has(kind, String(line)) {
        lines[kind, default: []].append("\(number + 1): \(line.drop { $0 == " " })")
      }
    }
    self.lines = lines
  }

  static func has(_ kind: Kind, _ line: String) -> Bool {
    switch kind {
    case .conversion: line.contains(conversion)
    case .range: line.matches(of: range).contains { !isLiteral($0.output.1) || !isLiteral($0.output.2) }
    case .sum: line.contains("reduce(0, +)")
    case .uniqueKeys: line.contains("uniqueKeysWithValues")
    case .shift: line.contains(shift)
    case .minus: line.contains(minus)
    }
  }

  nonisolated(unsafe) private static let conversion =
    /\bU?Int(8|16|32|64)?\((?!\)|\d|exactly|truncatingIfNeeded|clamping|bitPattern|ascii|big|little)/
  nonisolated(unsafe) private static let range = /([\w.)\]]+) ?\.\.[.<] ?([\w.(\-]+)/
  nonisolated(unsafe) private static let shift = /<<=? *[a-zA-Z(]/
  nonisolated(unsafe) private static let minus = /[\w)\]] - [\w(]/

  private static func isLiteral(_ bound: Substring) -> Bool {
    bound.drop { $0 == "-" || $0 == "(" }.first?.isNumber ?? true
  }
}
