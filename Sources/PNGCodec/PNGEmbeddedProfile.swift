/// The iCCP chunk, inflated (PNG 3rd edition, clause 11.3.2.3).
package struct PNGEmbeddedProfile: Sendable, Hashable {
  /// The profile's name in the chunk, 1 to 79 Latin-1 characters; not the profile's own description.
  package let name: String
  /// The bytes as the chunk holds them, inflated; whether they are a profile has not been checked.
  package let bytes: [UInt8]

  /// A profile and its name.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
