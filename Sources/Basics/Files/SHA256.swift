internal import CSHA256

/// SHA-256 (FIPS 180-4, section 6.2).
///
/// Why our own: a build cache must not miss an edit, so it needs a strong hash, and swift-crypto would bring BoringSSL
/// into every build for this one function.
///
/// The CPU's instructions (`CSHA256`) are used as they save 5 % or more of a whole run that hashes what it does not
/// convert. Milliseconds of processor time of `batch` with one `convert` step and one worker, on x86-64 with SHA-NI:
/// the least of nine runs, and of three first runs (which vary by more than the 30 ms that hashing the icons takes):
///
///     run                                         1,000 icons, 2.1 MB       40 photos, 10 MB
///                                              instructions     plain    instructions   plain
///     first, everything is converted                  3,820     4,220             146     200
///     second, nothing was touched                        69        71              12      11
///     second, sources have new times (checkout)          94       105              20      45
///     second, with --verify                              81        96              25      75
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes of an incomplete block; fewer than 64 between calls.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  /// Whether the CPU's own instructions are used.
  private let isAccelerated: Bool

  /// The hash of an empty message, to be updated.
  ///
  /// - Parameter allowsAcceleration: false for the plain form, for comparison in tests.
  init(allowsAcceleration: Bool = true) { isAccelerated = allowsAcceleration && sha256_is_accelerated() }

  package static func hash(_ bytes: [UInt8]) -> ContentHash {
    var hasher = SHA256()
    hasher.update(bytes[...])
    return hasher.finish()
  }

  /// The hash of the UTF-8 bytes of `text`.
  package static func hash(_ text: String) -> ContentHash { hash(Array(text.utf8)) }

  /// Adds the next bytes of the message.
  mutating func update(_ bytes: ArraySlice<UInt8>) {
    byteCount += UInt64(bytes.count)
    var bytes = bytes
    if !pending.isEmpty {
      let missing = min(64 - pending.count, bytes.count)
      pending += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard pending.count == 64 else { return }
      compress(pending[...])
      pending.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count & ~63
    if whole > 0 { compress(bytes.prefix(whole)) }
    pending += bytes.dropFirst(whole)
  }

  /// Pads the message (section 5.1.1) and returns its hash.
  consuming func finish() -> ContentHash {
    var tail = pending + [0x80]
    tail += [UInt8](repeating: 0, count: (120 - tail.count) % 64)
    let bitCount = byteCount &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    compress(tail[...])
    return ContentHash(words: state)
  }

  /// Section 6.2.2 over whole blocks.
  private mutating func compress(_ blocks: ArraySlice<UInt8>) {
    guard isAccelerated else { return compressPlainly(blocks) }
    unsafe blocks.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe sha256_compress_accelerated(&state, first, bytes.count / 64, Self.roundConstants)
    }
  }

  private mutating func compressPlainly(_ blocks: ArraySlice<UInt8>) {
    unsafe blocks.withUnsafeBufferPointer { bytes in
      unsafe schedule.withUnsafeMutableBufferPointer { w in
        unsafe Self.roundConstants.withUnsafeBufferPointer { k in
          unsafe state.withUnsafeMutableBufferPointer { state in
            for start in stride(from: 0, to: bytes.count, by: 64) {
              unsafe Self.compress(bytes, at: start, schedule: w, constants: k, into: state)
            }
          }
        }
      }
    }
  }

  // Pointers avoid bounds checks in the innermost loop: every index below is a constant of the algorithm, and `start +
  // 63` lies within `bytes`, whose count is a multiple of 64.
  @inline(__always)
  private static func compress(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, schedule w: UnsafeMutableBufferPointer<UInt32>,
    constants k: UnsafeBufferPointer<UInt32>, into state: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      let first = start &+ index &* 4
      unsafe w[index] =
        UInt32(bytes[first]) << 24 | UInt32(bytes[first &+ 1]) << 16 | UInt32(bytes[first &+ 2]) << 8
        | UInt32(bytes[first &+ 3])
    }
    for index in 16..<64 {
      let (x, y) = unsafe (w[index &- 15], w[index &- 2])
      let s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x &>> 3)
      let s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y &>> 10)
      unsafe w[index] = w[index &- 16] &+ s0 &+ w[index &- 7] &+ s1
    }
    var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
    // Eight rounds per turn: the variables swap roles, so no value is moved.
    for index in stride(from: 0, to: 64, by: 8) {
      unsafe round(a, b, c, &d, e, f, g, &h, k[index] &+ w[index])
      unsafe round(h, a, b, &c, d, e, f, &g, k[index &+ 1] &+ w[index &+ 1])
      unsafe round(g, h, a, &b, c, d, e, &f, k[index &+ 2] &+ w[index &+ 2])
      unsafe round(f, g, h, &a, b, c, d, &e, k[index &+ 3] &+ w[index &+ 3])
      unsafe round(e, f, g, &h, a, b, c, &d, k[index &+ 4] &+ w[index &+ 4])
      unsafe round(d, e, f, &g, h, a, b, &c, k[index &+ 5] &+ w[index &+ 5])
      unsafe round(c, d, e, &f, g, h, a, &b, k[index &+ 6] &+ w[index &+ 6])
      unsafe round(b, c, d, &e, f, g, h, &a, k[index &+ 7] &+ w[index &+ 7])
    }
    unsafe state[0] &+= a
    unsafe state[1] &+= b
    unsafe state[2] &+= c
    unsafe state[3] &+= d
    unsafe state[4] &+= e
    unsafe state[5] &+= f
    unsafe state[6] &+= g
    unsafe state[7] &+= h
  }

  /// One round: leaves the new `e` in `d` and the new `a` in `h`.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ input: UInt32
  ) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ input
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value &>> count | value &<< (32 &- count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
