/// An option names a file that cannot be used. The process reports it and ends with the exit code of a failed input.
package struct UnusableFile: Error, CustomStringConvertible {
  /// The file and the fact.
  package let description: String

  /// - Parameter description: the file and the fact.
  package init(_ description: String) { self.description = description }

  /// - Parameter option: the option with its value, if the error does not name the file.
  package init(_ error: any Error, of option: String? = nil) {
    description = (option.map { "\($0): " } ?? "") + "\(error)"
  }
}
