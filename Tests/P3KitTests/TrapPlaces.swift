/// The places in sources where Swift ends the process on a value that it cannot bear: found by reading the text, line by
/// line, so that a list of reviewed places can be kept.
///
/// Indices, and ranges with one bound, are left out: they come from the collection that they are used on, and there
/// would be hundreds. So are sums and products of two numbers. The fuzz targets look after those.
struct TrapPlaces {
  /// What may trap.
  enum Kind: String, CaseIterable {
    /// `Int(x)`, `UInt8(x)`, `Int.init(x)`, `numericCast(x)`: not a number, too large, negative. Those with a label do
    /// not trap.
    case conversion
    /// `a..<b`, `a...b` with a bound that is no literal: trap where b is less than a.
    case range
    /// `reduce(0, +)`, `reduce(0) { $0 + $1.count }`: overflow.
    case sum
    /// `Dictionary(uniqueKeysWithValues:)`: two equal keys.
    case uniqueKeys
    /// `x << n` with an n that is no literal: bits fall out without a word.
    case shift
    /// `a - b`, `a -= b`: below zero of an unsigned number, or of a count that must not be.
    case minus
    /// `a % b` with a b that is no literal: 0.
    case remainder
    /// `stride(from:to:by:)` with a step that is no literal: 0.
    case step
    /// `removeFirst()`, `removeLast()`: from nothing, or more than there is.
    case removal
    /// `a!`, `try!`, `as!`: nil, an error, another type.
    case unwrap
  }

  /// The lines of one file with such a place, by kind: a line with two of them twice.
  let lines: [Kind: [String]]

  init(_ text: String) {
    var lines: [Kind: [String]] = [:]
    for (number, line) in SwiftCode(text).lines.enumerated() {
      for kind in Kind.allCases {
        let text = "\(number + 1): \(line.drop { $0 == " " })"
        for _ in 0..<Self.count(kind, line) { lines[kind, default: []].append(text) }
      }
    }
    self.lines = lines
  }

  /// How many places of a kind there are in a line of code.
  static func count(_ kind: Kind, _ line: Substring) -> Int {
    switch kind {
    case .conversion: line.matches(of: conversion).count
    case .range: line.matches(of: range).count { !isLiteral($0.output.1) || !isLiteral($0.output.2) }
    case .sum: line.matches(of: sum).count
    case .uniqueKeys: line.contains("uniqueKeysWithValues") ? 1 : 0
    case .shift: line.matches(of: shift).count
    case .minus: line.matches(of: minus).count
    case .remainder: line.matches(of: remainder).count
    case .step: line.matches(of: step).count
    case .removal: line.matches(of: removal).count
    case .unwrap: line.matches(of: unwrap).count
    }
  }

  nonisolated(unsafe) private static let conversion =
    /\bU?Int(8|16|32|64|128)?(\.init)?\((?!\)|\d|exactly|truncatingIfNeeded|clamping|bitPattern|ascii|big|little)|\bnumericCast\(/
  nonisolated(unsafe) private static let range = /([\w.)\]]+) *\.\.[.<] *([\w.(\-]+)/
  nonisolated(unsafe) private static let sum = /reduce\(0, \+\)|reduce\(0\) \{[^}]*\+/
  nonisolated(unsafe) private static let shift = /<<=? *[a-zA-Z(]/
  nonisolated(unsafe) private static let minus = /[\w)\]] -=? [\w(]|^ *- [\w(]/
  nonisolated(unsafe) private static let remainder = /[\w)\]] %=? (?!\d)/
  nonisolated(unsafe) private static let step = /\bstride\(.*by: (?!-?\d)/
  nonisolated(unsafe) private static let removal = /\.remove(First|Last)\(/
  nonisolated(unsafe) private static let unwrap = /[\w)\]"}]!(?!=)|\b(try|as)!/

  private static func isLiteral(_ bound: Substring) -> Bool {
    bound.drop { $0 == "-" || $0 == "(" }.first?.isNumber ?? true
  }
}
