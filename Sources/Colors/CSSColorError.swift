import Basics

/// Why a text is not a colour, or not the kind of colour needed, and the place in the text.
package struct CSSColorError: Error, Hashable, Sendable {
  /// The problem with `part`.
  package enum Problem: Hashable, Sendable {
    /// The text is empty.
    case empty
    /// A word that is no colour; with the name that was probably meant.
    case unknownName(nearest: String?)
    /// An unknown function, with the function that was probably meant.
    case unknownFunction(nearest: String?)
    /// A space that `color()` does not accept, with the space that was probably meant.
    case unknownSpace(nearest: String?)
    /// This number of digits after `#`, which takes 3, 4, 6 or 8.
    case digitCount(Int)
    /// A character after `#` that is no hexadecimal digit.
    case notHexadecimal
    /// Something other than a finite number.
    case notANumber
    /// A component beyond the range of any colour: a mistake.
    case componentOutOfRange(Double)
    /// A component of `color()` far above 1: probably a byte or a percentage.
    case notAShare(Double)
    /// Something not allowed in the notation with commas; with what is allowed.
    case notBetweenCommas(needed: String)
    /// White space or a comment between a function's name and its parenthesis.
    case spaceBeforeParenthesis
    /// Numbers with different units that are added, compared or multiplied.
    case unlikeUnits
    /// The shares of `color-mix()` are both 0.
    case noShare
    /// The text is longer than any colour.
    case tooLong
    /// Functions are nested too deeply.
    case tooDeep
    /// An alpha outside 0…1.
    case alphaOutOfRange(Double)
    /// Something other than `expected`, which is a description or the character itself; the end of the text if `part`
    /// is empty.
    case unexpected(expected: String)
    /// A colour with this alpha where an opaque one is needed.
    case notOpaque(alpha: Double)
  }

  /// The whole text.
  package let text: String
  /// The wrong part; empty at the end of the text.
  package let part: String
  /// Number of characters before `part`.
  package let offset: Int
  package let problem: Problem

  /// The word that was probably meant instead of `part`; nil if none is similar.
  package var suggestion: String? {
    switch problem {
    case .unknownName(let nearest), .unknownFunction(let nearest), .unknownSpace(let nearest): nearest
    default: nil
    }
  }
}

extension CSSColorError: CustomStringConvertible {
  /// The text and its problem.
  package var description: String { "'\(text)' is not \(need): \(reason)" }

  private var need: String {
    if case .notOpaque = problem { "an opaque colour" } else { "a colour" }
  }

  /// The problem, without the text.
  package var reason: String {
    switch problem {
    case .empty: "it is empty"
    case .unknownName: "\(found) is no name of a colour\(hint)"
    case .unknownFunction: "the function \(found) is not supported\(hint)"
    case .unknownSpace:
      "the space \(found) is not one of \(CSSColorSpace.inColorFunction.map(\.rawValue).joined(separator: ", "))\(hint)"
    case .digitCount(let count):
      "\(Numbers.counted(count, "hexadecimal digit")) instead of 3, 4, 6 or 8"
    case .notHexadecimal: "\(found) is no hexadecimal digit"
    case .notANumber: "\(found) is no number"
    case .componentOutOfRange(let value): "the component \(value) is beyond any colour"
    case .notAShare: "\(found) is beyond any colour: color() takes 0 to 1, or percentages"
    case .notBetweenCommas(let needed): "\(found) must be \(needed) between commas (or write spaces instead)"
    case .spaceBeforeParenthesis: "\(found) must stand directly before its parenthesis"
    case .unlikeUnits: "\(found): numbers, percentages and angles are not counted together"
    case .noShare: "both shares are 0%"
    case .tooLong: "it has more than \(CSSColorParser.longest) characters"
    case .tooDeep: "\(found) lies in more than \(CSSColorParser.deepest) functions"
    case .alphaOutOfRange(let alpha): "the alpha \(alpha) is not in 0 to 1"
    case .unexpected(let expected): "\(expected) is needed instead of \(found)"
    case .notOpaque(let alpha): "its alpha is \(alpha)"
    }
  }

  private var found: String { part.isEmpty ? "the end" : "'\(part)' (character \(offset + 1))" }

  private var hint: String { suggestion.map { ", did you mean '\($0)'?" } ?? "" }
}
