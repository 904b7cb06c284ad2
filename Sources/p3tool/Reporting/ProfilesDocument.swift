/// The JSON document of `profiles`.
struct ProfilesDocument: Encodable {
  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command = "profiles"
  let profiles: [BuiltInProfileReport]

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, profiles
  }

  /// The document as text.
  func json() throws -> String { try JSONText.encode(self) }
}
