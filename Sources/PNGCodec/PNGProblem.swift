/// A problem of an ancillary chunk, which is noted but does not stop reading.
package struct PNGProblem: Sendable, Hashable, CustomStringConvertible {
  /// The chunk's type; nil if the problem is not in a chunk.
  package let chunk: String?
  /// The problem and its consequence.
  package let message: String

  /// The text of a note: `iCCP: …`.
  package var description: String { chunk.map { "\($0): \(message)" } ?? message }
}
