import Foundation

/// How a program ended and what it said.
public struct CommandResult: Sendable {
  /// Everything it wrote to standard output, where that was captured.
  public let output: [UInt8]

  /// Everything it wrote to standard error.
  public let errors: String

  /// Its exit code; negative the number of the signal that killed it.
  public let exitCode: Int32

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard output as a JSON object.
  public func json() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(output))
    guard let dictionary = object as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
    return dictionary
  }

  /// The objects of the JSON document's `inputs`.
  public func jsonInputs() throws -> [[String: Any]] {
    guard let inputs = try json()["inputs"] as? [[String: Any]] else {
      throw CocoaError(.propertyListReadCorrupt)
    }
    return inputs
  }
}
