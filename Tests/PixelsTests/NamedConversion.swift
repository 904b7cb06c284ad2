import Testing

@testable import Pixels

/// Conversions that the kernels are tested on, by name.
struct NamedConversion: CustomTestStringConvertible, Sendable {
  let name: String
  let conversion: MatrixConversion
  var testDescription: String { name }

  init(_ name: String, _ source: ToneCurve, _ matrix: Matrix3x3, _ destination: ToneCurve) {
    self.init(
      name, [source, source, source], matrix, [destination, destination, destination])
  }

  init(_ name: String, _ source: [ToneCurve], _ matrix: Matrix3x3, _ destination: [ToneCurve]) {
    self.name = name
    conversion = MatrixConversion(source: source, matrix: matrix, destination: destination)
  }

  static let sRGBCurves = [Curves.sRGB, Curves.sRGB, Curves.sRGB]
  static let fine = Curves.sampled(Curves.sRGB, 4096)
  static let coarse = Curves.sampled(Curves.adobe, 1024)

  /// What profiles in the wild ask for, and what they should not.
  static let all: [NamedConversion] = [
    NamedConversion("P3 to sRGB", Curves.sRGB, Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("sRGB to P3", Curves.sRGB, Curves.sRGBToP3, Curves.sRGB),
    NamedConversion("Adobe RGB to sRGB", Curves.adobe, Curves.adobeToSRGB, Curves.sRGB),
    NamedConversion("sRGB to Adobe RGB curve", Curves.sRGB, Curves.sRGBToP3, Curves.adobe),
    NamedConversion("linear to sRGB", .identity, Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("sRGB to linear", Curves.sRGB, Curves.p3ToSRGB, .identity),
    NamedConversion("Rec. 2020 to sRGB", Curves.rec2020, Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("sRGB to Rec. 2020", Curves.sRGB, Curves.sRGBToP3, Curves.rec2020),
    NamedConversion("4096 entries to sRGB", fine, Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("sRGB to 4096 entries", Curves.sRGB, Curves.sRGBToP3, fine),
    NamedConversion("1024 entries to 4096 entries", coarse, Curves.p3ToSRGB, fine),
    NamedConversion("42 entries", Curves.sampled(Curves.sRGB, 42), Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion(
      "a curve per channel", [Curves.sRGB, Curves.adobe, fine], Curves.p3ToSRGB,
      [coarse, Curves.sRGB, Curves.adobe]),
    NamedConversion("two entries", .sampled([0, 65535]), Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("a plateau", Curves.sRGB, Curves.p3ToSRGB, .sampled([0, 0, 9000, 9000, 65535, 65535])),
    NamedConversion("a falling curve", Curves.sRGB, Curves.p3ToSRGB, .sampled([65535, 30000, 0])),
    NamedConversion("a constant curve", Curves.sRGB, Curves.p3ToSRGB, .sampled([7, 7])),
    NamedConversion(
      "a curve below zero", Curves.sRGB, Curves.p3ToSRGB,
      .parametric(TransferFunction(g: 2, a: 1.1, b: 0, c: 0, d: 0, e: -0.1, f: 0))),
    NamedConversion(
      "huge gains", Curves.sRGB, Matrix3x3([40, -20, -19], [-30, 50, 1], [1e-9, 900, -899]),
      Curves.sRGB),
    NamedConversion("zeros", Curves.sRGB, Matrix3x3([0, 0, 0], [0, 0, 0], [0, 0, 0]), Curves.sRGB),
  ]
}
