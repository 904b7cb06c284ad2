public import ArgumentParser

/// An option's value that is one of a few words, its raw values.
///
/// The argument parser's own defaults say the same, by key paths and casts that have to find every type's conformances
/// at run time: the start of the program was mostly that.
public protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceArgument {
  public init?(argument: String) { self.init(rawValue: argument) }

  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// The words have no longer descriptions.
  public static var allValueDescriptions: [String: String] { [:] }

  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  public var defaultValueDescription: String { rawValue }
}
