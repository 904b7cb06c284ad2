/// What kind of image the survey speaks of.
struct SofteningEvidence {
  let survey: SofteningSurvey
  let paper: SofteningPaper?

  var isPhotograph: Bool { false }
  var isDark: Bool { survey.share(from: 0.8) < 0.02 }
  var isBrightGraphic: Bool { survey.share(from: 0.8) >= 0.25 }
  var isWhiteArtwork: Bool { false }

  func hasWhiteBackground(backgroundShare: Double, mode: SofteningMode) -> Bool {
    backgroundShare >= 0.05
  }
}
