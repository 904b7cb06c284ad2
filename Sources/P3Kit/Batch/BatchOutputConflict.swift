/// Why a source's outputs cannot be written where they should go.
struct BatchOutputConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fact with its remedy.
  let description: String
}
