@testable import Batch

extension BatchStateKey {
  /// That of the user who runs the tests.
  static let test = BatchStateKey(Array("the user's key".utf8))
  /// That of somebody else.
  static let foreign = BatchStateKey(Array("another key".utf8))
}

extension BatchStateFile {
  /// A file that the user's runs write.
  convenience init(path: String, version: String) { self.init(path: path, version: version, key: .test) }
}

extension BatchStateLine {
  /// As the user's runs write it.
  var text: String { text(sealedBy: .test) }
}

extension BatchStateKey {
  /// The seal of a text.
  func seal(_ text: String) -> String { seal(ArraySlice(text.utf8)) }
}
