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

  /// Why something requested is not measured.
  let notes: [String]

  private var glow: WhiteGlowAnalyzer?
  private var legibility: LegibilityAnalyzer?

  init(_ request: CheckRequest, header: PNGHeader, format: PixelFormat, source: ICCProfile) {
    let seesGlow = request.rules.contains(.whiteGlow)
    let seesOutlines =
      format.hasAlpha && min(header.width, header.height) > Self.hairline
      && (request.rules.contains(.vanishesOnDark) || request.rules.contains(.vanishesOnLight))
    guard seesGlow || seesOutlines else {
      notes = []
      return
    }
    guard let space = SofteningColorSpace(profile: source, isGray: format.isGray) else {
      notes = ["dark mode is not checked: '\(source.name)' is a table-based profile"]
      return
    }
    notes = []
    let (width, height) = (header.width, header.height)
    if seesGlow {
      glow = WhiteGlowAnalyzer(colorSpace: space, format: format, width: width, height: height)
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

  /// Nil if the rule is not selected.
  mutating func finishGlow() -> WhiteGlowReport? { glow.take()?.finish() }

  /// One report per background; empty if the rules are not selected or there is no alpha.
  mutating func finishLegibility() -> [LegibilityReport] { legibility.take()?.finish() ?? [] }
}
