import ArgumentParser
package import Checking

extension NamedRule {
  /// The rules in the values of an option, which may be repeated or contain several names with commas.
  ///
  /// - Throws: a usage error for a name that no rule has.
  package static func named(_ names: [String], option: String) throws -> [Self] {
    try names.flatMap { $0.split(separator: ",") }.map { name in
      do { return try named(String(name)) } catch { throw ValidationError("\(option): \(error)") }
    }
  }
}
