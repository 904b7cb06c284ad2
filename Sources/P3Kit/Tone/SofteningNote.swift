/// The sentences of softening's report.
enum SofteningNote {
  /// One sentence without a full stop; luminances with two decimals.
  static func text(
    mode: SofteningMode?, reason: SofteningReason, white: Double?, options: SofteningOptions
  ) -> String {
    let target = decimal(options.whiteLuminance)
    let found = white.map { decimal($0) } ?? "none"
    guard let mode else { return unchanged(reason, found: found, target: target) }
    switch mode {
    case .white: return "white background found: luminance \(found) → \(target), artwork kept"
    case .highlights where reason == .brightGraphic:
      return "bright graphic without a white background: highlights lowered, \(found) → \(target)"
    case .highlights: return "highlights lowered: luminance \(found) → \(target)"
    case .dim: return "whole image dimmed: luminance \(found) → \(target), contrasts kept"
    case .outline: return "outline drawn where artwork would vanish on the background"
    case .auto: return "softened"
    }
  }

  private static func unchanged(_ reason: SofteningReason, found: String, target: String) -> String {
    switch reason {
    case .photograph: "left alone: a photograph, its whites belong to the picture"
    case .alreadySoft: "left alone: white has luminance \(found) already, \(target) was asked for"
    case .dark: "left alone: nothing in it is bright"
    case .noWhiteBackground: "left alone: no white background found"
    case .allWhite: "left alone: all white, no artwork to tell from a background"
    case .whiteArtwork: "left alone: white artwork on transparency, as dark backgrounds want it"
    case .allTransparent: "left alone: no visible pixel"
    case .noTransparency: "left alone: no transparency for an outline to follow"
    case .visibleArtwork: "left alone: artwork keeps 3:1 against the background along its outline"
    case .tooIntricate: "left alone: the white falls into too many pieces for a map in memory"
    case .whiteBackground, .brightGraphic, .asRequested, .vanishingArtwork: "left alone"
    }
  }

  /// Two decimals, without the C library's formatting.
  static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
