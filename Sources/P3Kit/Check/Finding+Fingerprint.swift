// How a finding is recognised in another run.

extension Finding {
  /// `findings` of the image at `path` with their fingerprints. Several of one rule and subject are counted
  /// in their order, largest first by convention of the rules.
  static func fingerprinted(_ findings: [Finding], path: String) -> [Finding] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      // A NUL cannot occur in a path, so that no two triples read the same.
      let identity = "\(path)\0\(finding.rule.rawValue)\0\(finding.subject)"
      let ordinal = counts[identity, default: 0]
      counts[identity] = ordinal + 1
      var finding = finding
      finding.fingerprint = hexDigest("\(identity)\0\(ordinal)")
      return finding
    }
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo): small, and the same everywhere; nobody gains by forging it.
  private static func hexDigest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
