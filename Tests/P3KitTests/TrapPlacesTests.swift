import Foundation
import TestSupport
import Testing

/// Every place in code that reads values from outside which could end the process has been looked at, and
/// `ReviewedTraps` says why it cannot.
@Suite struct TrapPlacesTests {
  /// Folders, and files by the beginning of their names, whose values come from files, options or the environment.
  private static let sources = [
    "PNGCodec/", "ColorManagement/ICC", "ColorManagement/FourCC", "P3Kit/Text/", "P3Kit/Files/",
    "P3Kit/Images/",
    "P3Kit/Color/", "P3Kit/Palette/", "P3Kit/Catalog/", "P3Kit/Batch/", "P3Kit/Check/Baseline",
    "P3Kit/Check/Finding", "P3Kit/Check/Rule", "p3tool/",
  ]

  private static func places() throws -> [String: TrapPlaces] {
    let folder = SharedFolder.packageRoot.appendingPathComponent("Sources")
    var places: [String: TrapPlaces] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".swift") {
      guard sources.contains(where: name.hasPrefix) else { continue }
      places[name] = TrapPlaces(
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    return places
  }

  @Test func everyPlaceIsReviewed() throws {
    for (file, places) in try Self.places().sorted(by: { $0.key < $1.key }) {
      for (kind, lines) in places.lines.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let reviewed = ReviewedTraps.all.filter { $0.file == file && $0.kind == kind }.map(\.count).first ?? 0
        #expect(
          lines.count == reviewed,
          """
          Sources/\(file) has \(lines.count) places of the kind '\(kind)', of which \(reviewed) are reviewed. Can a file, an \
          option or a variable of the environment make one of them trap? If so, read the number by BoundedInteger or check \
          it first. Then put the count and the reason into ReviewedTraps.
          \(lines.joined(separator: "\n"))
          """)
      }
    }
  }

  @Test func noReviewIsStale() throws {
    let places = try Self.places()
    for review in ReviewedTraps.all {
      #expect(
        places[review.file]?.lines[review.kind] != nil,
        "\(review.file): no place of the kind '\(review.kind)'")
    }
    #expect(Set(ReviewedTraps.all.map { "\($0.file) \($0.kind)" }).count == ReviewedTraps.all.count)
  }

  /// Proof that the test can fail: lines of each kind, and lines like them that cannot trap.
  @Test func plantedPlacesAreFound() {
    let trapping: [(TrapPlaces.Kind, String)] = [
      (.conversion, "let x = Int(value.rounded())"), (.conversion, "UInt8(text.count)"),
      (.conversion, "values.map(Int.init(_:))"), (.conversion, "let x: Int32 = numericCast(size)"),
      (.conversion, #"print("\(Int(share * 100)) %")"#), (.conversion, #"let u = "a // b"; let x = Int(u)"#),
      (.conversion, ##"#"\#(UInt8(code))"#"##), (.conversion, "let x = Int("),
      (.range, "for i in 0..<count {"),
      (.range, "(1...most).contains(x)"), (.range, "bytes[start..<start + 4]"), (.range, "first ..< last"),
      (.sum, "sizes.reduce(0, +)"), (.sum, "files.reduce(0) { $0 + $1.size }"),
      (.uniqueKeys, "Dictionary(uniqueKeysWithValues: pairs)"), (.shift, "1 << depth"),
      (.minus, "data.count - 8"), (.minus, "rest -= count"), (.minus, "    - header.count"),
      (.remainder, "size % step"), (.step, "stride(from: 0, to: count, by: width)"),
      (.removal, "names.removeFirst()"), (.removal, "stack.removeLast(2)"),
      (.unwrap, "names.first!.count"), (.unwrap, "try! read()"), (.unwrap, "value as! Int"),
      (.unwrap, #"table["name"]!"#),
    ]
    for (kind, line) in trapping { #expect(TrapPlaces(line).lines[kind]?.count == 1, "\(kind): \(line)") }
    let harmless: [(TrapPlaces.Kind, String)] = [
      (.conversion, "Int(exactly: value)"), (.conversion, "UInt8(truncatingIfNeeded: x)"),
      (.conversion, "[Int]()"),
      (.conversion, "Int()"), (.conversion, #"print("Int(x) of \(x)")"#), (.conversion, "// Int(x)"),
      (.range, "0..<3"), (.range, "0x41...0x5a"), (.range, "text[..<dot]"),
      (.shift, "x << 8"), (.sum, "words.reduce(into: [:]) { $0[$1] = 1 }"),
      (.minus, "return -1"), (.remainder, "x % 64"), (.step, "stride(from: 0, to: count, by: 2)"),
      (.removal, "names.popLast()"), (.unwrap, "if a != b, !c {"), (.unwrap, #"print("done!")"#),
    ]
    for (kind, line) in harmless { #expect(TrapPlaces(line).lines[kind] == nil, "\(kind): \(line)") }
    #expect(TrapPlaces("Int(a) + Int(b)").lines[.conversion]?.count == 2)
    let literal = #"""
      let text = """
        Int(x) and \(Int(y)) and "Int(z)"
        """
      let z = Int(text.count)
      """#
    #expect(TrapPlaces(literal).lines[.conversion]?.map { $0.prefix(2) } == ["2:", "4:"])
  }
}
