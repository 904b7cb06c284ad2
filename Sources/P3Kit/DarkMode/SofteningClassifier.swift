internal import Pixels

/// What kind of image the survey speaks of: the judgement of `auto`, in numbers.
///
/// The thresholds were fixed on every other generated case of each kind (`DarkModeCases.tuning`) and scored on
/// the rest; the DocC article has both scores.
struct SofteningClassifier {
  let survey: SofteningStatistics
  let paper: SofteningPaper?

  /// Visible pixels whose texture was counted.
  private var visible: Double { Double(max(1, survey.texture.reduce(0, +))) }

  /// Natural texture among what is not light, 0 to 1: small differences from pixel to pixel, neither flat as a
  /// drawing is nor hard as the edges of letters.
  private var naturalness: Double {
    let content = survey.texture[0..<4].reduce(0, +)
    guard Double(content) >= 0.1 * visible else { return 0 }
    return Double(survey.texture[1] + survey.texture[2]) / Double(content)
  }

  /// How much of the border is paper, 0 to 1. A transparent border says nothing; 0.75 then lets a white tile
  /// pass and leaves the rest to the other measures.
  private var borderShare: Double {
    guard let paper else { return 0 }
    let perimeter = survey.borderPixels
    guard Double(survey.borderVisible.reduce(0, +)) >= 0.1 * Double(max(1, perimeter)) else { return 0.75 }
    return survey.borderShare(near: paper.level)
  }

  /// A picture of the world whose whites are its own. With a paper-like white: natural texture that the
  /// white does not surround (a sky, snow). Without: natural texture throughout.
  var isPhotograph: Bool {
    if paper != nil { return naturalness * (1 - borderShare) > 0.22 }
    let faint = Double(survey.texture[1] + survey.texture[5])
    let soft = Double(survey.texture[2] + survey.texture[6])
    let hard = Double(survey.texture[3] + survey.texture[7])
    return faint + soft >= 0.5 * visible && hard <= soft + 0.02 * visible
  }

  /// Under 2 % of the image is as light as Y = 0.64.
  var isDark: Bool { survey.share(from: 0.8) < 0.02 }

  /// A quarter of the image is as light as Y = 0.64.
  var isBrightGraphic: Bool { survey.share(from: 0.8) >= 0.25 }

  /// Visible pixels that are white but for 3 %, on transparency.
  var isWhiteArtwork: Bool {
    guard let paper, survey.visible * 20 < survey.pixels * 19 else { return false }
    return survey.share(from: paper.level - 0.05) >= 0.97
  }

  /// Whether the background found is one. Asked for by name, 2 % of the image suffice; `auto` wants a tenth of
  /// the image, or half of its border.
  func hasWhiteBackground(backgroundShare: Double, mode: SofteningMode) -> Bool {
    if mode == .white { return backgroundShare >= 0.02 }
    return backgroundShare >= 0.1 || (backgroundShare >= 0.02 && borderShare >= 0.5)
  }
}

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
  init?(survey: SofteningStatistics, tables: SofteningTables) {
    guard let bin = survey.paperBin else { return nil }
    color = survey.meanColor(ofBin: bin)
    linear = SIMD3(
      tables.linear[0][Int(color.x)], tables.linear[1][Int(color.y)], tables.linear[2][Int(color.z)])
    level = (Double(tables.luminance(linear.x, linear.y, linear.z)) / 65535).squareRoot()
    guard saturation <= 0.25 else { return nil }
  }

  /// Whether no visible pixel is darker than paper with a little texture.
  func isEverything(in survey: SofteningStatistics) -> Bool { survey.share(from: level - 0.03) >= 1 }
}
