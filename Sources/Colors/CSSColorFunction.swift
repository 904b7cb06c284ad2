/// The functions that are colours (CSS Color 4, clauses 5 and 7 to 10; CSS Color 5).
package enum CSSColorFunction: String, CaseIterable {
  case color
  case rgb, rgba
  case hsl, hsla
  case hwb
  case lab, lch
  case oklab, oklch
  case colorMix = "color-mix"
  case lightDark = "light-dark"
  case contrastColor = "contrast-color"

  /// Whether arguments may be separated by commas, as in CSS Color 3.
  var mayUseCommas: Bool { [.rgb, .rgba, .hsl, .hsla].contains(self) }

  /// Whether it has channels of its own; not `color()`, which names a space, nor functions of other colours.
  package var hasOwnModel: Bool { model != nil }

  var model: CSSColorModel? {
    switch self {
    case .rgb, .rgba: .rgb
    case .hsl, .hsla: .hsl
    case .hwb: .hwb
    case .lab: .space(.lab)
    case .lch: .space(.lch)
    case .oklab: .space(.oklab)
    case .oklch: .space(.oklch)
    case .color, .colorMix, .lightDark, .contrastColor: nil
    }
  }
}
