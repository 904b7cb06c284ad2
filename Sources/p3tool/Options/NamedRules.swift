import ArgumentParser
import Checking

extension NamedRule {
  /// The rules that an option names, which may be repeated or list several with commas.
  ///
  /// - Throws: a usage error for a name that no rule has.
  static func named(_ names: [String], option: String) throws -> [Self] {
    try names.flatMap { $0.split(separator: ",") }.map { name in
      do { return try named(String(name)) } catch { throw ValidationError("\(option): \(error)") }
    }
  }
}
