/// Refuses `multiProcessElementsType` data (ICC.1:2022, clause 10.16) that would cost LittleCMS more memory or time
/// than their bytes justify: it allocates what an element declares before reading the element.
enum ICCElements {
  /// The most elements: real tables have under ten, and each runs for every pixel.
  private static let mostElements = 32
  /// The most channels of an element, as in LittleCMS.
  private static let mostChannels = 16
  /// The most segments of a curve. LittleCMS searches them for each point that it samples.
  private static let mostSegments = 64

  /// The tags that may hold such data.
  private static let tags: [FourCC] = ["D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2", "B2D3"]

  /// - Throws: `ColorError.malformedProfile` if elements do not fit into their tag or exceed these limits.
  static func check(_ table: ICCTagTable) throws(ColorError) {
    for tag in tags {
      guard let data = table.data(tag), data.count >= 16, signature(data, 0) == "mpet" else { continue }
      try check(data, tag)
    }
  }

  private static func check(_ data: ArraySlice<UInt8>, _ tag: FourCC) throws(ColorError) {
    let count = Int(ICCTagTable.unsigned32(data, at: 12))
    guard count <= mostElements else {
      throw .malformedProfile(place: "'\(tag)'", fact: "\(count) elements are more than \(mostElements)")
    }
    for element in try parts(of: data, at: 16, count: count, tag) {
      guard element.count >= 12 else { throw tooShort(tag, "an element", element.count) }
      let inputs = Int(ICCTagTable.unsigned16(element, at: 8))
      let outputs = Int(ICCTagTable.unsigned16(element, at: 10))
      guard 1...mostChannels ~= inputs, 1...mostChannels ~= outputs else {
        throw .malformedProfile(place: "'\(tag)'", fact: "an element has \(inputs) and \(outputs) channels")
      }
      switch signature(element, 0) {
      case "matf": try fits(element, 12 + 4 * (inputs * outputs + outputs), tag, "a matrix")
      case "clut": try checkGrid(element, inputs, outputs, tag)
      case "cvst":
        for curve in try parts(of: element, at: 12, count: inputs, tag) { try checkCurve(curve, tag) }
      default: break
      }
    }
  }

  /// The ranges in a position table: offsets from the start of `data`, and sizes.
  private static func parts(
    of data: ArraySlice<UInt8>, at offset: Int, count: Int, _ tag: FourCC
  ) throws(ColorError) -> [ArraySlice<UInt8>] {
    try fits(data, offset + 8 * count, tag, "a table of positions")
    var parts: [ArraySlice<UInt8>] = []
    for entry in 0..<count {
      let start = Int(ICCTagTable.unsigned32(data, at: offset + 8 * entry))
      let size = Int(ICCTagTable.unsigned32(data, at: offset + 8 * entry + 4))
      guard start + size <= data.count else {
        throw .malformedProfile(place: "'\(tag)'", fact: "part \(entry + 1) lies outside the tag")
      }
      parts.append(data[data.startIndex + start..<data.startIndex + start + size])
    }
    return parts
  }

  /// Checks that the element holds all points of its grid, with a float for each output.
  private static func checkGrid(
    _ element: ArraySlice<UInt8>, _ inputs: Int, _ outputs: Int, _ tag: FourCC
  ) throws(ColorError) {
    try fits(element, 28, tag, "a table")
    var points = 1
    for input in 0..<inputs {
      points *= Int(element[element.startIndex + 12 + input])
      try fits(element, 28 + 4 * outputs * points, tag, "a table")
    }
    guard points > 0 else { throw .malformedProfile(place: "'\(tag)'", fact: "a table has no points") }
  }

  /// Checks a segmented curve: breakpoints, then formulas and samples.
  private static func checkCurve(_ curve: ArraySlice<UInt8>, _ tag: FourCC) throws(ColorError) {
    guard curve.count >= 12 else { throw tooShort(tag, "a curve", curve.count) }
    guard signature(curve, 0) == "curf" else { return }
    let count = Int(ICCTagTable.unsigned16(curve, at: 8))
    guard 1...mostSegments ~= count else {
      throw .malformedProfile(place: "'\(tag)'", fact: "a curve has \(count) segments")
    }
    var offset = 12 + 4 * (count - 1)
    for _ in 0..<count {
      try fits(curve, offset + 12, tag, "a curve")
      if signature(curve, offset) == "samf" {
        let samples = Int(ICCTagTable.unsigned32(curve, at: offset + 8))
        try fits(curve, offset + 12 + 4 * samples, tag, "a curve")
        offset += 12 + 4 * samples
      } else {
        // Four or five numbers, depending on the function's type.
        let numbers = ICCTagTable.unsigned16(curve, at: offset + 8) == 0 ? 4 : 5
        offset += 12 + 4 * numbers
      }
    }
  }

  private static func fits(
    _ data: ArraySlice<UInt8>, _ size: Int, _ tag: FourCC, _ part: String
  ) throws(ColorError) {
    guard size <= data.count else {
      throw .malformedProfile(
        place: "'\(tag)'", fact: "\(part) of \(size) bytes does not fit into \(data.count)")
    }
  }

  private static func tooShort(_ tag: FourCC, _ part: String, _ size: Int) -> ColorError {
    .malformedProfile(place: "'\(tag)'", fact: "\(size) bytes are too few for \(part)")
  }

  private static func signature(_ data: ArraySlice<UInt8>, _ offset: Int) -> FourCC {
    FourCC(ICCTagTable.unsigned32(data, at: offset))
  }
}
