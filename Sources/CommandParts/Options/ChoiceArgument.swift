package import ArgumentParser

/// An option's value that is one of a few words, its raw values.
///
/// The argument parser has equivalent defaults, but they use key paths and descriptions that search for each type's
/// conformances at run time, among all in the program: a noticeable part of the start time.
package protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension ChoiceArgument {
  /// The case with the raw value `argument`.
  package init?(argument: String) { self.init(rawValue: argument) }

  /// All words.
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// Empty: the help explains the words elsewhere.
  package static var allValueDescriptions: [String: String] { [:] }

  /// A completion list of all words.
  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The word.
  package var defaultValueDescription: String { rawValue }
}
