package import ArgumentParser

/// An option's value that is one of a few words, its raw values.
///
/// The argument parser's own defaults say the same by key paths and descriptions that look for each type's conformances
/// at run time, among all of the program's: a noticeable part of its start.
package protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension ChoiceArgument {
  /// The choice whose word is `argument`.
  package init?(argument: String) { self.init(rawValue: argument) }

  /// All words.
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// None: help says elsewhere what the words mean.
  package static var allValueDescriptions: [String: String] { [:] }

  /// A list of all words.
  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The word.
  package var defaultValueDescription: String { rawValue }
}
