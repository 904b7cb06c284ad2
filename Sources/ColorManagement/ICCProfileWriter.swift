import Pixels

/// Writes compact version 4 profiles with constant bytes: a fixed date, shared curve data, and the MD5 profile ID of
/// ICC.1:2022, clause 7.2.18.
struct ICCProfileWriter {
  /// The profile description, English.
  var name: String
  /// s15Fixed16 matrix from the device's white to D50 (`chad`), row by row.
  var adaptation: [Int32]
  /// Tags other than `desc`, `cprt`, `wtpt` and `chad`, in the order of writing.
  var tags: [(signature: FourCC, data: [UInt8])]
  /// `RGB ` or `GRAY`.
  var colorModel: FourCC

  /// D50 in s15Fixed16: the only media white of a version 4 display profile.
  static let d50: [Int32] = [63190, 65536, 54061]

  /// The creation date of every profile of p3tool: 2025-06-24 00:00:00, the day of PNG's third edition.
  private static let creationDate: [UInt16] = [2025, 6, 24, 0, 0, 0]

  /// The finished profile.
  func bytes() -> [UInt8] {
    let all =
      [
        ("desc", Self.localized(name)), ("cprt", Self.localized("CC0")), ("wtpt", Self.xyz(Self.d50)),
        ("chad", Self.header("sf32") + adaptation.flatMap { Self.big(UInt32(bitPattern: $0)) }),
      ] + tags
    var directory = Self.big(UInt32(all.count))
    var data: [UInt8] = []
    let dataStart = 132 + 12 * all.count
    var placed: [[UInt8]: Int] = [:]
    for (signature, content) in all {
      let offset = placed[content] ?? dataStart + data.count
      if placed[content] == nil {
        placed[content] = offset
        data += content + [UInt8](repeating: 0, count: -content.count & 3)
      }
      directory += signature.bytes + Self.big(UInt32(offset)) + Self.big(UInt32(content.count))
    }
    var profile = header(byteCount: dataStart + data.count) + directory + data
    // The digest counts flags, intent and ID as zero, which they are here.
    profile.replaceSubrange(84..<100, with: MD5.digest(profile))
    return profile
  }

  private func header(byteCount: Int) -> [UInt8] {
    var header = Self.big(UInt32(byteCount)) + [UInt8](repeating: 0, count: 4)
    header += [4, 0x30, 0, 0] + ("mntr" as FourCC).bytes + colorModel.bytes + ("XYZ " as FourCC).bytes
    header += Self.creationDate.flatMap { Self.big($0) } + ("acsp" as FourCC).bytes
    header += [UInt8](repeating: 0, count: 28) + Self.d50.flatMap { Self.big(UInt32(bitPattern: $0)) }
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  // MARK: Tag types

  /// `XYZType` of three s15Fixed16 numbers.
  static func xyz(_ value: [Int32]) -> [UInt8] {
    header("XYZ ") + value.flatMap { big(UInt32(bitPattern: $0)) }
  }

  /// `parametricCurveType` with the smallest function type that can hold `function`, or `curveType` for samples.
  /// Parameters are rounded to s15Fixed16.
  static func curve(_ curve: ToneCurve) -> [UInt8] {
    switch curve {
    case .sampled(let entries):
      return header("curv") + big(UInt32(entries.count)) + entries.flatMap { big($0) }
    case .parametric(let f):
      if f == .gamma(f.g) { return parametric(type: 0, [f.g]) }
      if f.e == 0, f.f == 0 { return parametric(type: 3, [f.g, f.a, f.b, f.c, f.d]) }
      return parametric(type: 4, [f.g, f.a, f.b, f.c, f.d, f.e, f.f])
    }
  }

  private static func parametric(type: UInt16, _ parameters: [Double]) -> [UInt8] {
    header("para") + big(type) + [0, 0] + parameters.flatMap { big(UInt32(bitPattern: fixed($0))) }
  }

  /// The nearest s15Fixed16 number to `value`, limited to the type's range.
  static func fixed(_ value: Double) -> Int32 {
    Int32(min(max((value * 65536).rounded(), Double(Int32.min)), Double(Int32.max)))
  }

  /// `multiLocalizedUnicodeType` with one record, en-US.
  private static func localized(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    return header("mluc") + big(UInt32(1)) + big(UInt32(12)) + Array("enUS".utf8)
      + big(UInt32(2 * units.count)) + big(UInt32(28)) + units.flatMap { big($0) }
  }

  private static func header(_ type: FourCC) -> [UInt8] { type.bytes + [0, 0, 0, 0] }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
