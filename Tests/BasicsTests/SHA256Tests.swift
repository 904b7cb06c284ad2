import Testing

@testable import Basics

@Suite("SHA-256")
struct SHA256Tests {
  /// FIPS 180-2, appendix B, and the empty message of NIST's short-message vectors.
  @Test(
    "NIST's messages give NIST's hashes",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func nistVectors(message: String, hash: String) {
    #expect("\(SHA256.hash(message))" == hash)
  }

  @Test("a million letters a give NIST's hash, however they are cut into pieces")
  func million() {
    var hasher = SHA256()
    var left = 1_000_000
    var size = 1
    while left > 0 {
      let count = min(size, left)
      hasher.update([UInt8](repeating: 0x61, count: count)[...])
      left -= count
      size = size % 131 + 17
    }
    #expect("\(hasher.finish())" == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("the CPU's instructions give what the plain form gives, for every length and any cut")
  func acceleration() {
    let message = (0..<1200).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
    for length in message.indices {
      var fast = SHA256()
      fast.update(message[..<(length / 3)])
      fast.update(message[(length / 3)..<length])
      var plain = SHA256(allowsAcceleration: false)
      plain.update(message[..<length])
      #expect(fast.finish() == plain.finish(), "\(length) bytes")
    }
  }

  @Test("a hash survives its hexadecimal form, other text does not pass for one")
  func hexadecimal() {
    let hash = SHA256.hash("abc")
    let digits = Array("\(hash)".utf8)
    #expect(ContentHash(hexadecimal: digits[...]) == hash)
    #expect(ContentHash(hexadecimal: digits.dropLast()) == nil)
    #expect(ContentHash(hexadecimal: [UInt8](repeating: UInt8(ascii: "g"), count: 64)[...]) == nil)
  }
}
