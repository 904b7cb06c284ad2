/// The iCCP chunk, inflated (PNG 3rd edition, clause 11.3.2.3).
package struct PNGEmbeddedProfile: Sendable, Hashable {
  /// The profile's name in the chunk, 1 to 79 Latin-1 characters; not the profile's own description.
  package let name: String
  /// The inflated bytes of the chunk. They may not be a valid profile.
  package let bytes: [UInt8]

  /// A profile and its name.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
