internal import Pixels

/// The background's white: its colour and its luminance.
struct SofteningPaper {
  /// Lightness (√Y), 0 to 1.
  let level: Double
  /// Codes in the image's own space; three equal ones for grey.
  let color: SIMD3<UInt16>
  /// Linear light of the colour, in 1/65535.
  let linear: SIMD3<UInt16>

  /// Relative luminance, 0 to 1.
  var luminance: Double { level * level }

  /// (max − min) / max of the linear colour, 0 to 1.
  var saturation: Double {
    linear.max() == 0 ? 0 : Double(linear.max() - linear.min()) / Double(linear.max())
  }

  /// The paper of an image, or nil where nothing light gathers around one level, or what does is colourful.
  init?(survey: SofteningSurvey, tables: SofteningTables) {
    guard let bin = survey.paperBin else { return nil }
    color = survey.meanColor(ofBin: bin)
    linear = SIMD3(
      tables.linear[0][Int(color.x)], tables.linear[1][Int(color.y)], tables.linear[2][Int(color.z)])
    level = (Double(tables.luminance(linear.x, linear.y, linear.z)) / 65535).squareRoot()
    guard saturation <= 0.25 else { return nil }
  }

  /// Whether no visible pixel is darker than paper with a little texture.
  func isEverything(in survey: SofteningSurvey) -> Bool { survey.share(from: level - 0.03) >= 1 }
}
