import Basics

/// The contrast that a standard requires for text of a given size and weight.
package struct ContrastRequirement: Sendable, Hashable {
  /// A standard with requirements.
  package enum Standard: String, Sendable, Hashable, CaseIterable {
    /// WCAG 2.2, success criteria 1.4.3, 1.4.6 and 1.4.11.
    case wcag
    /// Apple's Human Interface Guidelines, Accessibility, Color and effects.
    case hig
  }

  /// The level of the requirement.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    /// WCAG's AA; the table of Apple's guidelines.
    case aa
    /// WCAG's AAA; the 7:1 that Apple's guidelines recommend for custom colours in small text.
    case aaa
  }

  /// The standard that contrast must meet.
  package var standard = Standard.wcag
  /// The level of the requirement.
  package var level = Level.aa
  /// The text's size.
  package var size = TextSize.standard
  /// The font's weight, 1 to 1000 (CSS Fonts 4); bold from 700 on.
  package var weight = 400
  /// Whether it applies to a mark instead of text: an icon, a field's border.
  package var isNonText = false

  /// The requirement of WCAG's AA for 17 px text.
  package init() {}

  /// The least ratio.
  package var ratio: Double {
    if isNonText { return WCAGContrast.graphicsMinimum }
    switch (standard, level) {
    case (_, .aa): return isLarge ? 3 : 4.5
    case (.wcag, .aaa): return isLarge ? 4.5 : 7
    case (.hig, .aaa): return isLarge ? 3 : 7
    }
  }

  /// WCAG: 18 pt, or 14 pt bold, in CSS's points of 4/3 px. Apple: 18 points of a screen, or bold in any size.
  var isLarge: Bool {
    let isBold = weight >= 700
    switch standard {
    case .wcag: return size.cssPixels >= 24 || (isBold && size.cssPixels >= 14 * 4 / 3.0)
    case .hig: return size.value >= 18 || isBold
    }
  }
}

/// A size with its unit: `17px`, `18pt`.
package struct TextSize: Sendable, Hashable {
  /// The unit of a text size.
  package enum Unit: String, Sendable, Hashable, CaseIterable {
    /// CSS pixels, equal to points of Apple's screens.
    case px
    /// Points: 4/3 CSS px for WCAG; for Apple's guidelines points of a screen.
    case pt
  }

  /// The number.
  package let value: Double
  package let unit: Unit

  /// The body text of iOS.
  package static let standard = TextSize(value: 17, unit: .px)

  /// The size in CSS pixels.
  var cssPixels: Double { unit == .px ? value : value * 4 / 3 }
}

extension TextSize {
  /// The size in `text`; nil if it is no size or outside 1 to 1000.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard let unit = Unit.allCases.first(where: { text.hasSuffix($0.rawValue) }),
      let value = Double(text.dropLast(2)), (1...1000).contains(value)
    else { return nil }
    self.init(value: value, unit: unit)
  }

  /// `17px`.
  package var text: String {
    "\(Numbers.threeDecimals(value))\(unit.rawValue)".replacing(".0\(unit)", with: "\(unit)")
  }
}
