// Colorants, curves and tables from the tags.
import Pixels

extension ICCProfile {
  /// How one side of a conversion turns codes into colour, or colour into codes, with `intent`: by tables where
  /// LittleCMS would use them, else by matrix and curves.
  ///
  /// A profile may have tables for one direction only, or for some intents only.
  package func model(for intent: RenderingIntent, as role: Role) -> Model {
    if tags.table(for: intent, as: role) != nil { return .lut }
    return shaper ?? .lut
  }

  /// The matrix/TRC or grey model; nil if its tags are missing and tables may be used instead.
  static func shaper(_ tags: ICCTagTable, _ header: ICCHeader) throws(ColorError) -> Model? {
    switch header.colorModel {
    case .rgb: return try matrixModel(tags, header)
    case .gray: return try grayModel(tags, header)
    }
  }

  private static func matrixModel(_ tags: ICCTagTable, _ header: ICCHeader) throws(ColorError) -> Model? {
    let hasTables = tags.contains("A2B0") || tags.contains("B2A0") || tags.contains("D2B0")
    var colorants: [SIMD3<Double>] = []
    var curves: [ToneCurve] = []
    for (colorant, curve) in [("rXYZ", "rTRC"), ("gXYZ", "gTRC"), ("bXYZ", "bTRC")] as [(FourCC, FourCC)] {
      guard let colorantData = tags.data(colorant), let curveData = tags.data(curve) else {
        if hasTables { return nil }
        let missing = tags.contains(colorant) ? curve : colorant
        throw .malformedProfile(place: "'\(missing)'", fact: "the tag is missing")
      }
      guard let value = xyz(colorantData) else {
        throw .malformedProfile(place: "'\(colorant)'", fact: "it holds no XYZ value")
      }
      colorants.append(value)
      curves.append(try ICCCurveParser.curve(curveData, tag: curve))
    }
    guard header.connectionSpace == .xyz else {
      if hasTables { return nil }
      throw .malformedProfile(place: "header", fact: "a matrix profile cannot have Lab as connection space")
    }
    let rows = (0..<3).map { row in SIMD3(colorants[0][row], colorants[1][row], colorants[2][row]) }
    return .matrix(MatrixModel(colorants: Matrix3x3(rows[0], rows[1], rows[2]), curves: curves))
  }

  /// A grey curve to L* (connection space Lab) is legal but rare; LittleCMS executes it.
  private static func grayModel(_ tags: ICCTagTable, _ header: ICCHeader) throws(ColorError) -> Model? {
    guard let data = tags.data("kTRC") else {
      if tags.contains("A2B0") || tags.contains("B2A0") { return nil }
      throw .malformedProfile(place: "'kTRC'", fact: "the tag is missing")
    }
    let curve = try ICCCurveParser.curve(data, tag: "kTRC")
    return header.connectionSpace == .xyz ? .gray(curve: curve) : .lut
  }

  /// The first XYZ of `XYZType` data, exactly.
  static func xyz(_ data: ArraySlice<UInt8>) -> SIMD3<Double>? {
    guard data.count >= 20, FourCC(ICCTagTable.unsigned32(data, at: 0)) == "XYZ " else { return nil }
    return SIMD3(
      ICCTagTable.fixed(data, at: 8), ICCTagTable.fixed(data, at: 12), ICCTagTable.fixed(data, at: 16))
  }

  /// The chromatic adaptation matrix (`chad`): from the device's own white to D50.
  var adaptation: Matrix3x3? {
    guard let data = tags.data("chad"), data.count >= 44,
      FourCC(ICCTagTable.unsigned32(data, at: 0)) == "sf32"
    else { return nil }
    let v = (0..<9).map { ICCTagTable.fixed(data, at: 8 + 4 * $0) }
    return Matrix3x3([v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]])
  }

  /// Primaries and white as the device shows them: `chad` undone. For a version 2 profile without `chad` whose `wtpt`
  /// is not D50, Bradford from that white is undone. Nil for grey and table-only profiles.
  package var chromaticities: Chromaticities? {
    guard case .matrix(let model) = shaper else { return nil }
    let toD50 =
      adaptation
      ?? mediaWhitePoint.flatMap {
        ChromaticAdaptation.matrix(from: $0, to: ChromaticAdaptation.d50)
      }
    guard let unadapted = (toD50 ?? .identity).inverse?.multiplied(by: model.colorants),
      let red = Chromaticities.xy(unadapted.column(0)), let green = Chromaticities.xy(unadapted.column(1)),
      let blue = Chromaticities.xy(unadapted.column(2)),
      let white = Chromaticities.xy(unadapted.multiplied(by: [1, 1, 1]))
    else { return nil }
    return Chromaticities(red: red, green: green, blue: blue, white: white)
  }
}
