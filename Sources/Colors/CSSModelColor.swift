/// A colour with the channels of a function's model, some of which may be `none`.
struct CSSModelColor {
  let model: CSSColorModel
  /// The values, 0 for missing channels.
  var values: SIMD3<Double>
  var alpha: Double
  /// The channels that are `none`.
  var missing: Set<CSSColorChannel.Name> = []
  var notation = CSSColor.Notation.function

  /// The colour, with missing channels as 0.
  var color: CSSColor { model.color(values, alpha: alpha).noted(notation) }

  /// The colour in another model. Missing channels stay missing if the model has analogous ones, and greys have no hue.
  func converted(to model: CSSColorModel) -> CSSModelColor {
    guard model != self.model else { return self }
    var result = CSSModelColor(model: model, values: model.values(of: color), alpha: alpha)
    let analogs = Set(missing.map(\.analog))
    for (index, channel) in model.channels.enumerated() {
      let isHueOfGrey = channel.name == .hue && model.isGrey(result.values)
      guard isHueOfGrey || analogs.contains(channel.name.analog) else { continue }
      result.missing.insert(channel.name)
      result.values[index] = 0
    }
    if missing.contains(.alpha) { result.missing.insert(.alpha) }
    return result
  }

  /// Sets a channel; `nil` makes it missing. Index 3 is alpha.
  mutating func set(_ value: Double?, of channel: CSSColorChannel, at index: Int) {
    if index < 3 { values[index] = value ?? 0 } else { alpha = value ?? 0 }
    if value == nil { missing.insert(channel.name) }
  }

  mutating func takeAlpha(of other: CSSModelColor) {
    set(other.missing.contains(.alpha) ? nil : other.alpha, of: .alpha, at: 3)
  }

  /// The value of the channel with the keyword `keyword` in relative colours, 0 if it is missing; nil if there is no
  /// such channel.
  func value(of keyword: String) -> Double? {
    if keyword == "alpha" { return alpha }
    return model.channels.firstIndex { $0.name.keyword == keyword }.map { values[$0] }
  }

  /// Whether the channel with the keyword `keyword` in relative colours is `none`.
  func isMissing(_ keyword: String) -> Bool { missing.contains { $0.keyword == keyword } }
}

/// `color-mix()` (CSS Color 5, clause 3).
struct CSSColorMix {
  /// The direction around the circle in which hues are mixed (CSS Color 4, 12.4).
  enum HueMethod: String {
    case shorter, longer, increasing, decreasing
  }

  let model: CSSColorModel
  let hueMethod: HueMethod

  /// Mixes `first` and `second` in the model, `second` with `share` 0 to 1.
  func mixed(_ first: CSSModelColor, _ second: CSSModelColor, share: Double) -> CSSModelColor {
    var (one, two) = (first.converted(to: model), second.converted(to: model))
    one.takeMissing(from: two)
    two.takeMissing(from: one)
    let alpha = one.alpha + (two.alpha - one.alpha) * share
    let hue = model.hueIndex
    if let hue { two.values[hue] = one.values[hue] + turn(from: one.values[hue], to: two.values[hue]) }
    var result = one
    for index in 0..<3 {
      // All channels but hues are multiplied by alpha before mixing, and divided afterwards.
      let isWeighted = index != hue && alpha > 0
      let (a, b) = isWeighted ? (one.alpha / alpha, two.alpha / alpha) : (1, 1)
      result.values[index] = one.values[index] * a * (1 - share) + two.values[index] * b * share
    }
    result.alpha = alpha
    result.missing = one.missing.intersection(two.missing)
    result.notation = .function
    return result
  }

  /// The angle in degrees from hue `start` to `end`.
  private func turn(from start: Double, to end: Double) -> Double {
    let turn = (end - 360 * (end / 360).rounded(.down)) - (start - 360 * (start / 360).rounded(.down))
    return switch hueMethod {
    case .shorter: turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    case .longer: turn > 0 && turn < 180 ? turn - 360 : turn > -180 && turn <= 0 ? turn + 360 : turn
    case .increasing: turn < 0 ? turn + 360 : turn
    case .decreasing: turn > 0 ? turn - 360 : turn
    }
  }
}

extension CSSModelColor {
  /// Takes the channels that only this colour lacks from `other` (CSS Color 4, 12.2).
  fileprivate mutating func takeMissing(from other: CSSModelColor) {
    for (index, channel) in model.channels.enumerated()
    where missing.contains(channel.name) && !other.missing.contains(channel.name) {
      values[index] = other.values[index]
    }
    if missing.contains(.alpha), !other.missing.contains(.alpha) { alpha = other.alpha }
  }
}
