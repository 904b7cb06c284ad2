import Basics

/// Why a text is no colour, or not the kind of colour that is needed, and where in the text.
package struct CSSColorError: Error, Hashable, Sendable {
  /// What is wrong with `part`.
  package enum Problem: Hashable, Sendable {
    /// There is no text.
    case empty
    /// A word that CSS has no colour for; the name that was probably meant.
    case unknownName(nearest: String?)
    /// A function that is not read; the one that was probably meant.
    case unknownFunction(nearest: String?)
    /// A space that `color()` is not read with; the one that was probably meant.
    case unknownSpace(nearest: String?)
    /// So many digits after `#`, which takes 3, 4, 6 or 8.
    case digitCount(Int)
    /// A character after `#` that is no hexadecimal digit.
    case notHexadecimal
    /// Something that is no finite number where one must be.
    case notANumber
    /// A component of a magnitude beyond any colour: a slip.
    case componentOutOfRange(Double)
    /// A component of `color()` that is many times full: a byte, or a share of 100.
    case notAShare(Double)
    /// What CSS does not take between commas, and what it takes instead.
    case notBetweenCommas(needed: String)
    /// White space or a comment between a function's name and its parenthesis.
    case spaceBeforeParenthesis
    /// Numbers of two units that are added or compared, or multiplied with each other.
    case unlikeUnits
    /// Two shares of `color-mix()` that are 0 together.
    case noShare
    /// More characters than a colour has.
    case tooLong
    /// Functions in functions, more than anybody writes.
    case tooDeep
    /// An alpha that is not in 0 to 1.
    case alphaOutOfRange(Double)
    /// Something else than `expected`, a description or the character itself; the text's end where `part` is empty.
    case unexpected(expected: String)
    /// The text is a colour of this alpha where an opaque one is needed.
    case notOpaque(alpha: Double)
  }

  /// The whole text.
  package let text: String
  /// The part that is wrong; empty at the end of the text.
  package let part: String
  /// How many characters of the text come before `part`.
  package let offset: Int
  /// What is wrong.
  package let problem: Problem

  /// The word that was probably meant instead of `part`.
  package var suggestion: String? {
    switch problem {
    case .unknownName(let nearest), .unknownFunction(let nearest), .unknownSpace(let nearest): nearest
    default: nil
    }
  }
}

extension CSSColorError: CustomStringConvertible {
  /// The text, and what is wrong with it.
  package var description: String { "'\(text)' is not \(need): \(reason)" }

  private var need: String {
    if case .notOpaque = problem { "an opaque colour" } else { "a colour" }
  }

  /// What is wrong, without the text.
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
