import Analysis
import ColorManagement
import Colors
import DarkMode
import PNGCodec
import Pixels

/// The scans of a check for images on a background.
struct DarkModeScans: ~Copyable {
  /// Pictures must be wider and higher than this, in pixels, to be checked for vanishing parts: lines, gaps and slices
  /// of frames have no shape.
  static let hairline = 3

  /// The least side, in pixels, of an image that is searched for white areas: smaller ones are slices, strips and flags,
  /// whose white does not glare.
  static let leastGlowingSide = 24

  /// The least pixels of an image that is read again rather than to the end for white areas.
  private static let leastReplayed = 1 << 19

  /// Why something requested is not measured.
  let notes: [String]

  /// Whether white areas are looked for.
  let seesGlow: Bool

  private var glow: WhiteGlowAnalyzer?
  /// The least share of white that is reported.
  private let leastGlow: Double
  private var legibility: LegibilityAnalyzer?

  /// - Parameter isReplayable: whether the image can be read again for white areas.
  init(
    _ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile, isReplayable: Bool
  ) {
    leastGlow = request.policy.reportingLimit(of: .whiteGlow)
    let side = min(header.width, header.height)
    let seesGlow = request.rules.contains(.whiteGlow) && side >= Self.leastGlowingSide
    let seesOutlines =
      format.hasAlpha && side > Self.hairline
      && (request.rules.contains(.vanishesOnDark) || request.rules.contains(.vanishesOnLight))
    let space = SofteningColorSpace(profile: source, isGray: format.isGray)
    self.seesGlow = seesGlow && space != nil
    guard seesGlow || seesOutlines else {
      notes = []
      return
    }
    guard let space else {
      notes = ["dark mode is not checked: '\(source.name)' is a table-based profile"]
      return
    }
    notes = []
    let (width, height) = (header.width, header.height)
    if seesGlow {
      glow = WhiteGlowAnalyzer(
        colorSpace: space, format: format, width: width, height: height,
        mayStop: isReplayable && width * height >= Self.leastReplayed)
    }
    if seesOutlines {
      legibility = LegibilityAnalyzer(
        backgrounds: request.backgrounds.map(\.encoded), colorSpace: space, format: format, width: width,
        height: height)
    }
  }

  /// Adds the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    glow?.add(strip)
    legibility?.add(strip)
  }

  /// Nil if the rule is not selected, or the image must be read again.
  mutating func finishGlow() -> WhiteGlowReport? { glow.take()?.finish(least: leastGlow) }

  /// One report per background; empty if the rules are not selected or there is no alpha.
  mutating func finishLegibility() -> [LegibilityReport] { legibility.take()?.finish() ?? [] }
}
