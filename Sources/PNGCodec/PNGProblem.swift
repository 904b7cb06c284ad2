/// Something wrong with an ancillary chunk: worth a note, not a refusal.
public struct PNGProblem: Sendable, Hashable, CustomStringConvertible {
  /// The chunk's type, or nil when the problem is not in a chunk.
  public let chunk: String?
  /// The fact and its consequence.
  public let message: String

  /// What a note prints: `iCCP: …`.
  public var description: String { chunk.map { "\($0): \(message)" } ?? message }
}
