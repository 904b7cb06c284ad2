import CLittleCMS

/// The MD5 message digest (RFC 1321), which ICC uses for profile IDs (ICC.1:2022, clause 7.2.18), by LittleCMS.
/// It identifies profiles; nothing relies on it for security.
enum MD5 {
  /// 16 bytes.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    guard let state = unsafe cmsMD5alloc(nil) else { fatalError("out of memory") }
    unsafe cmsMD5add(state, message, UInt32(message.count))
    var digest = cmsProfileID()
    unsafe cmsMD5finish(&digest, state)
    return unsafe withUnsafeBytes(of: &digest) { unsafe Array($0) }
  }
}
