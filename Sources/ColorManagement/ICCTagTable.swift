/// Bounds-checked view of the bytes of an ICC profile: big-endian numbers and the tag directory
/// (ICC.1:2022, clauses 4 and 7.3).
struct ICCTagTable: Sendable {
  /// The profile's bytes, of the size in its header.
  let bytes: [UInt8]

  /// The range of each tag's data; tags whose range exceeds the file are absent.
  let ranges: [FourCC: Range<Int>]

  /// Signatures of tags whose range exceeds the file, in file order.
  let outOfBounds: [FourCC]

  /// The most tags that are read; real profiles have under 60.
  private static let maximumTagCount = 1024

  /// Reads the directory of `bytes`, which hold at least a header and a tag count.
  init(_ bytes: [UInt8]) throws(ColorError) {
    precondition(bytes.count >= 132, "header and tag count are checked before")
    self.bytes = bytes
    let count = Int(Self.unsigned32(bytes, at: 128))
    guard count <= Self.maximumTagCount, 132 + 12 * count <= bytes.count else {
      throw .malformedProfile(
        place: "tag table", fact: "\(count) tags do not fit into \(bytes.count) bytes")
    }
    var ranges: [FourCC: Range<Int>] = [:]
    var outOfBounds: [FourCC] = []
    for entry in stride(from: 132, to: 132 + 12 * count, by: 12) {
      let signature = FourCC(Self.unsigned32(bytes, at: entry))
      let offset = Int(Self.unsigned32(bytes, at: entry + 4))
      let size = Int(Self.unsigned32(bytes, at: entry + 8))
      if offset >= 128, offset + size <= bytes.count {
        // The first entry of a signature counts, as in LittleCMS.
        if ranges[signature] == nil { ranges[signature] = offset..<offset + size }
      } else {
        outOfBounds.append(signature)
      }
    }
    self.ranges = ranges
    self.outOfBounds = outOfBounds
  }

  /// Whether the profile has tag `signature` inside its bytes.
  func contains(_ signature: FourCC) -> Bool { ranges[signature] != nil }

  /// The table that LittleCMS uses instead of matrix and curves (`_cmsReadInputLUT`, `_cmsReadOutputLUT` in cmsio1.c):
  /// the float table of the intent, else its integer table (absolute uses relative's), else the perceptual one. Nil if
  /// the profile has none of these tables.
  func table(for intent: RenderingIntent, as role: ICCProfile.Role) -> FourCC? {
    let float: [FourCC]
    let integer: [FourCC]
    switch role {
    case .source: (float, integer) = (["D2B0", "D2B1", "D2B2", "D2B3"], ["A2B0", "A2B1", "A2B2", "A2B1"])
    case .destination:
      (float, integer) = (["B2D0", "B2D1", "B2D2", "B2D3"], ["B2A0", "B2A1", "B2A2", "B2A1"])
    }
    let index = Int(intent.iccValue)
    return [float[index], integer[index], integer[0]].first { contains($0) }
  }

  /// The data of tag `signature`, type signature first; nil if it is missing.
  func data(_ signature: FourCC) -> ArraySlice<UInt8>? { ranges[signature].map { bytes[$0] } }

  /// The transfer characteristics of `cicpType` data (ICC.1:2022, clause 10.3) if they are PQ's or HLG's.
  var highDynamicRangeTransfer: UInt8? {
    guard let data = data("cicp"), data.count >= 12, FourCC(Self.unsigned32(data, at: 0)) == "cicp" else {
      return nil
    }
    return [16, 18].first { $0 == data[data.startIndex + 9] }
  }

  /// The big-endian number at `offset`, which must lie inside.
  static func unsigned32(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> UInt32 {
    let start = bytes.index(bytes.startIndex, offsetBy: offset)
    return bytes[start...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The big-endian number at `offset`, which must lie inside.
  static func unsigned16(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> UInt16 {
    let start = bytes.index(bytes.startIndex, offsetBy: offset)
    return bytes[start...].prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// The `s15Fixed16Number` at `offset`, exactly.
  static func fixed(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> Double {
    Double(Int32(bitPattern: unsigned32(bytes, at: offset))) / 65536
  }
}
