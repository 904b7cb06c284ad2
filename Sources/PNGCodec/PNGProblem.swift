/// Something wrong with an ancillary chunk: worth a note, not a refusal.
package struct PNGProblem: Sendable, Hashable, CustomStringConvertible {
  /// The chunk's type, or nil when the problem is not in a chunk.
  package let chunk: String?
  /// The fact and its consequence.
  package let message: String

  /// What a note prints: `iCCP: …`.
  package var description: String { chunk.map { "\($0): \(message)" } ?? message }
}
