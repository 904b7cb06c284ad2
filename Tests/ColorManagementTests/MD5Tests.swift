import TestSupport
import Testing

@testable import ColorManagement

@Suite("MD5")
struct MD5Tests {
  @Test(
    "gives the digests of RFC 1321, appendix A.5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func publishedDigests(message: String, digest: String) {
    #expect(hexadecimal(MD5.digest(Array(message.utf8))) == digest)
  }

  @Test(
    "gives the profile ID of other makers' profiles",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: CorpusProfiles.names)
  func profileIDs(name: String) throws {
    var bytes = try CorpusProfiles.bytes(name)
    let profile = try ICCProfile(bytes: bytes)
    for range in [44..<48, 64..<68, 84..<100] { for index in range { bytes[index] = 0 } }
    #expect(hexadecimal(MD5.digest(bytes)) == profile.profileID)
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
