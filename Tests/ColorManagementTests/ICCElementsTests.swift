import TestSupport
import Testing

@testable import ColorManagement

/// Elements that declare more than their bytes hold: LittleCMS would take gigabytes or minutes for them.
@Suite struct ICCElementsTests {
  private static func big(_ number: UInt32) -> [UInt8] { PNGFile.big(number) }
  private static func half(_ number: UInt16) -> [UInt8] { PNGFile.big(number) }

  /// `TableProfile` with `data` as its tag D2B0 instead of A2B0.
  private static func profile(_ data: [UInt8]) -> [UInt8] {
    var bytes = TableProfile.bytes
    guard let entry = bytes.indices.first(where: { bytes[$0...].starts(with: "A2B0".utf8) }) else {
      return []
    }
    bytes.replaceSubrange(
      entry..<entry + 12, with: Array("D2B0".utf8) + big(UInt32(bytes.count)) + big(UInt32(data.count)))
    bytes += data
    bytes.replaceSubrange(0..<4, with: big(UInt32(bytes.count)))
    // Version 4.3.
    bytes[8] = 4
    bytes[9] = 0x30
    return bytes
  }

  /// Elements of three channels, each once in the table of positions.
  private static func elements(_ elements: [[UInt8]]) -> [UInt8] {
    var (table, data) = ([UInt8](), [UInt8]())
    for element in elements {
      table += big(UInt32(16 + 8 * elements.count + data.count)) + big(UInt32(element.count))
      data += element
    }
    return Array("mpet".utf8) + big(0) + half(3) + half(3) + big(UInt32(elements.count)) + table + data
  }

  private static func element(
    _ signature: String, _ inputs: UInt16 = 3, _ outputs: UInt16 = 3, _ body: [UInt8]
  ) -> [UInt8] {
    Array(signature.utf8) + big(0) + half(inputs) + half(outputs) + body
  }

  private static let matrix = element(
    "matf", 3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].flatMap { big(Float($0).bitPattern) })

  private static let curve =
    Array("curf".utf8) + big(0) + half(1) + half(0) + Array("parf".utf8) + big(0) + half(0) + half(0)
    + [1, 1, 0, 0].flatMap { big(Float($0).bitPattern) }

  /// A set of three curves that share their data.
  private static func curves(_ curve: [UInt8]) -> [UInt8] {
    element("cvst", 3, 3, (0..<3).flatMap { _ in big(36) + big(UInt32(curve.count)) } + curve)
  }

  @Test func whatFitsIsRead() throws {
    let grid = Self.element(
      "clut", 3, 3, [2, 2, 2] + [UInt8](repeating: 0, count: 13) + [UInt8](repeating: 0, count: 4 * 24))
    let profile = try ICCProfile(
      bytes: Self.profile(Self.elements([Self.curves(Self.curve), Self.matrix, grid])))
    #expect(profile.model == .lut)
  }

  private static let faults: [(words: String, data: [UInt8])] = [
    ("elements are more than 32", elements([[UInt8]](repeating: matrix, count: 33))),
    ("does not fit", elements([element("clut", 3, 3, [255, 255, 255] + [UInt8](repeating: 0, count: 13))])),
    ("does not fit", elements([element("clut", 16, 16, [UInt8](repeating: 255, count: 16))])),
    ("no points", elements([element("clut", 3, 3, [2, 2] + [UInt8](repeating: 0, count: 200))])),
    ("channels", elements([element("matf", 65535, 3, [])])),
    ("a matrix of 60 bytes does not fit", elements([element("matf", 3, 3, [])])),
    ("lies outside", Array("mpet".utf8) + big(0) + half(3) + half(3) + big(1) + big(24) + big(0xFFFF_FFF0)),
    ("a curve has 65535 segments", elements([curves(Array("curf".utf8) + big(0) + half(65535) + half(0))])),
    (
      "a curve of",
      elements([
        curves(
          Array("curf".utf8) + big(0) + half(1) + half(0) + Array("samf".utf8) + big(0) + big(0x3FFF_FFFF))
      ])
    ),
  ]

  @Test(arguments: faults.indices)
  func whatDeclaresMoreIsRefused(index: Int) {
    let (words, data) = Self.faults[index]
    let error = #expect(throws: ColorError.self) { try ICCProfile(bytes: Self.profile(data)) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
  }
}
