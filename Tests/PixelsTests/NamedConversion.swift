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

  /// Sources whose curve is a pure power: those of profiles and of gAMA chunks, and unlikely ones.
  static let pureGammas = [563.0 / 256, 2.2, 1.8, 2.4, 2.6, 1.0 / 0.55, 1.5, 1, 3, 0.7, 6].map {
    NamedConversion("gamma \($0) to sRGB", .parametric(.gamma($0)), Curves.wideToSRGB, Curves.sRGB)
  }

  private static let gamma18 = ToneCurve.parametric(.gamma(1.8))
  private static let gamma22 = ToneCurve.parametric(.gamma(2.2))

  /// What profiles in the wild ask for, and what they should not.
  static let all: [NamedConversion] = various + pureGammas

  /// Curves that polynomials fit, but too coarsely for such a matrix.
  static let wide = NamedConversion("ROMM RGB to sRGB", Curves.romm, Curves.wideToSRGB, Curves.sRGB)

  private static let various: [NamedConversion] = [
    NamedConversion("P3 to sRGB", Curves.sRGB, Curves.p3ToSRGB, Curves.sRGB),
    NamedConversion("sRGB to P3", Curves.sRGB, Curves.sRGBToP3, Curves.sRGB),
    NamedConversion("Adobe RGB to sRGB", Curves.adobe, Curves.adobeToSRGB, Curves.sRGB),
    NamedConversion("sRGB to Adobe RGB curve", Curves.sRGB, Curves.sRGBToP3, Curves.adobe),
    NamedConversion("gamma 1.8 to Adobe RGB curve", gamma18, Curves.wideToSRGB, Curves.adobe),
    NamedConversion("gamma 2.2 to gamma 1.8", gamma22, Curves.p3ToSRGB, gamma18),
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
    NamedConversion("a table per channel", [fine, coarse, Curves.adobe], Curves.p3ToSRGB, sRGBCurves),
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
    wide,
  ]
}
