import Colors
import Pixels

/// What softening is to do.
public struct SofteningOptions: Sendable, Hashable, Codable {
  /// How the image is softened.
  public var mode: SofteningMode

  /// The relative luminance that white ends at, over 0 to 1. Black text on 0.72 keeps a contrast of 15.4,
  /// and 0.72 on #1C1C1E has 12.5 where white has 17.0 (WCAG 2.2).
  public var whiteLuminance: Double

  /// The background that the image will be shown on: encoded sRGB, 0 to 1. `outline`, `plate` and `ink` use it.
  public var background: SIMD3<Double>

  /// The colour of the plate in mode `plate`, encoded sRGB; nil for the grey that white ends at.
  package var plate: SIMD3<Double>?

  /// Options with the defaults of `p3tool soften`: white to 0.72, on #1C1C1E.
  public init(
    mode: SofteningMode = .auto, whiteLuminance: Double = 0.72,
    background: SIMD3<Double> = SIMD3(28, 28, 30) / 255
  ) {
    precondition(whiteLuminance > 0 && whiteLuminance <= 1, "white ends at a luminance over 0 to 1")
    self.mode = mode
    self.whiteLuminance = whiteLuminance
    self.background = background
  }

  /// The colour of the plate, encoded sRGB.
  package var plateColor: SIMD3<Double> {
    plate ?? SIMD3(repeating: WCAGContrast.transfer.encoded(whiteLuminance))
  }
}

/// How an image is prepared for a dark background.
public enum SofteningMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// `white`, `highlights` or nothing, chosen by what the image shows.
  case auto
  /// Lowers the white background and leaves ink and artwork as they are.
  case white
  /// Lowers bright greys and whites along a smooth knee, hue kept. Colour stays: saturated art, skin, gold.
  case highlights
  /// Lowers the whole image in proportion, so that contrasts stay.
  case dim
  /// Draws a thin contour around transparent artwork where it would vanish on the background.
  case outline
  /// Makes the white background transparent: what fades into it becomes translucent.
  case knockout
  /// Turns dark ink on transparency light, and raises coloured ink until it can be made out on the background.
  case ink
  /// Both, one after the other: the dark twin of a diagram.
  case knockoutInk = "knockout,ink"
  /// Lays transparent artwork that would vanish on the background on a plate.
  case plate

  /// Whether the white background becomes transparent.
  package var knocksOut: Bool { self == .knockout || self == .knockoutInk }
  /// Whether dark ink becomes light.
  package var turnsInk: Bool { self == .ink || self == .knockoutInk }
  /// Whether a contour or plate is for artwork whose outline vanishes.
  package var needsOutline: Bool { self == .outline || self == .plate }
  /// Whether a map of the regions may be needed.
  var needsMap: Bool { self == .auto || self == .white || knocksOut || turnsInk }
}

/// Why an image is softened the way it is, or left alone.
package enum SofteningReason: String, Sendable, Hashable, CaseIterable {
  /// The image has a white or off-white background.
  case whiteBackground
  /// A drawing or screen that is bright without a white background.
  case brightGraphic
  /// The mode was asked for by name, and there is something for it to do.
  case asRequested
  /// The image's artwork would vanish on the background.
  case vanishingArtwork
  /// The image has a white background in so many pieces that a map of them would exceed the memory limit: all that is
  /// white is lowered, in artwork too. Or its artwork has so many that no contour is drawn.
  case tooIntricate

  /// A photograph: its whites belong to the picture.
  case photograph
  /// White is no brighter than the target: nothing to lower, as in an image that was softened before.
  case alreadySoft
  /// Nothing in it is bright.
  case dark
  /// What is bright in it has colour, which stays.
  case brightColors
  /// No white background was found.
  case noWhiteBackground
  /// A window, or another picture that fills the image: paper does not reach all its sides, or is grey and has grey plates.
  case window
  /// Nothing but white: artwork cannot be told from background.
  case allWhite
  /// White artwork on transparency, made for dark backgrounds.
  case whiteArtwork
  /// Artwork on transparency, which is no background.
  case transparentArtwork
  /// No visible pixel.
  case allTransparent
  /// No transparency, or none that artwork has an edge on: no outline to draw along.
  case noTransparency
  /// Artwork has enough contrast on the background, or the contour of an earlier run has it.
  case visibleArtwork
  /// No less of the artwork would vanish on the plate than on the background.
  case lightArtwork
  /// What is drawn on transparency can be made out on the background, or has light parts of its own.
  case lightInk
}

/// The sentences of softening's report.
enum SofteningNote {
  /// What is added where dark artwork on transparency cannot be seen on the background.
  static let vanishing = "; parts of it vanish on the dark background"

  /// What is added where regions are lowered as a whole.
  static func unbroken(_ regions: Int) -> String {
    "; \(regions) \(regions == 1 ? "area loses" : "areas lose") all that is white, without new edges"
  }

  /// Of a scan with dark corners or much noise.
  static func scan(white: Double, options: SofteningOptions) -> String {
    "paper with dark corners or noise found: luminance \(decimal(white)) → \(decimal(options.whiteLuminance)), "
      + "all that is white is lowered, in artwork too"
  }

  /// One sentence without a full stop; luminances with two decimals.
  static func text(
    mode: SofteningMode?, reason: SofteningReason, white: Double?, options: SofteningOptions
  ) -> String {
    let target = decimal(options.whiteLuminance)
    let found = white.map { decimal($0) } ?? "none"
    guard let mode else {
      return reason == .noTransparency
        ? noTransparency(options.mode) : unchanged(reason, found: found, target: target)
    }
    switch mode {
    case .white where reason == .tooIntricate:
      return "white background in too many pieces for a map in memory: luminance \(found) → \(target), "
        + "all that is white is lowered, in artwork too"
    case .white: return "white background found: luminance \(found) → \(target), artwork kept"
    case .highlights where reason == .brightGraphic:
      return "bright graphic without a white background: highlights lowered, \(found) → \(target)"
    case .highlights: return "highlights lowered: luminance \(found) → \(target)"
    case .dim: return "whole image dimmed: luminance \(found) → \(target), contrasts kept"
    case .outline: return "outline drawn where artwork would vanish on the background"
    case .knockout: return "white background of luminance \(found) made transparent"
    case .ink: return "dark ink turned light"
    case .knockoutInk: return "white background of luminance \(found) made transparent, dark ink turned light"
    case .plate: return "laid on a plate, as artwork would vanish on the background"
    case .auto: return "softened"
    }
  }

  private static func unchanged(_ reason: SofteningReason, found: String, target: String) -> String {
    switch reason {
    case .photograph: "left alone: a photograph, its whites belong to the picture"
    case .alreadySoft: "left alone: white has luminance \(found) already, \(target) was asked for"
    case .brightColors: "left alone: what is bright in it has colour, which stays"
    case .dark: "left alone: nothing in it is bright"
    case .noWhiteBackground: "left alone: no white background found"
    case .window:
      "left alone: like a window, it would be half opaque and half transparent (mode auto lowers bright paper)"
    case .allWhite: "left alone: all white, no artwork to tell from a background"
    case .whiteArtwork: "left alone: white artwork on transparency, as dark backgrounds want it"
    case .transparentArtwork: "left alone: artwork on transparency, which brings no background"
    case .allTransparent: "left alone: no visible pixel"
    case .visibleArtwork:
      "left alone: artwork has 3:1 against the background along most of its outline, fades out there, or has its contour"
    case .lightArtwork:
      "left alone: on the plate no less of it would vanish (--plate chooses another colour)"
    case .lightInk:
      "left alone: what is drawn on transparency has 3:1 against the background, or has light parts of its own"
    case .tooIntricate: "left alone: artwork in too many pieces for a map in memory"
    case .whiteBackground, .brightGraphic, .asRequested, .vanishingArtwork, .noTransparency: "left alone"
    }
  }

  /// What the mode asked for would need of transparency.
  private static func noTransparency(_ mode: SofteningMode) -> String {
    switch mode {
    case .ink: "left alone: nothing in it is transparent (mode knockout,ink turns ink on white light)"
    case .plate: "left alone: no edge on transparency: a plate lies under transparent artwork"
    default: "left alone: no edge on transparency for an outline to follow"
    }
  }

  /// Two decimals, without the C library's formatting.
  static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
