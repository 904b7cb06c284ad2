/// An option names a file that cannot be used: the process says why and ends as if an input had failed.
struct UnusableFile: Error, CustomStringConvertible {
  /// The file and the fact.
  let description: String

  /// - Parameter option: the option with its value, where the error does not name the file.
  init(_ error: any Error, of option: String? = nil) {
    description = (option.map { "\($0): " } ?? "") + "\(error)"
  }
}
