import DarkMode
import Pixels

/// What softening's second pass takes from one pixel.
struct ReferenceLowering {
  private let paper: SIMD3<UInt16>
  private let loss: SIMD3<UInt16>
  private let panel: SofteningPanelCurve
  private let tables: SofteningTables

  init(paper: SIMD3<UInt16>, loss: SIMD3<UInt16>, panel: SofteningPanelCurve, tables: SofteningTables) {
    self.paper = paper
    self.loss = loss
    self.panel = panel
    self.tables = tables
  }

  private var colors: Int { tables.format.colorChannelCount }

  private func code(_ index: Int, _ channel: Int, _ samples: [UInt16]) -> Int {
    Int(samples[index * tables.format.channelCount + channel])
  }

  /// The least channel in units of the paper, in 1/65536: all of them at the paper's own code.
  private func whiteness(_ index: Int, _ samples: [UInt16]) -> Int {
    (0..<colors).map { channel in
      let code = code(index, channel, samples)
      let white = max(1, Int(paper[channel]))
      let scale = (65536 * 65536 / Double(white + white >> 15)).rounded(.up)
      return min(65536, ((code + code >> 15) * Int(scale)) >> 16)
    }.min() ?? 0
  }

  private func panelShare(_ index: Int, _ samples: [UInt16]) -> Int {
    let codes = (0..<colors).map { code(index, $0, samples) }
    guard let most = codes.max(), let least = codes.min() else { return 0 }
    let brightness = most - (most - least) / 4
    let share = min(65535, Int((panel.share((Double(brightness >> 6) + 0.5) / 1024) * 65536).rounded()))
    guard colors == 3 else { return share }
    guard most > 0 else { return 0 }
    let kept = panel.kept(Double((most - least) * 255 / most) / 255)
    return (share * Int((kept * 256).rounded())) >> 8
  }

  /// Whether `dark` is `light` less nearly the same amount in all channels.
  static func isGray(_ dark: SIMD3<Int>, beside light: SIMD3<Int>) -> Bool {
    let away = (light &- dark).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65535))
    return away.max() - away.min() <= away.max() / 16 + 257
  }

  func lower(_ index: Int, by verdict: SofteningVerdict, in result: inout [UInt16]) {
    switch verdict {
    case .kept, .mixed: break
    case .mapped(let slope, let offset), .grays(let slope, let offset):
      let share =
        (Int((slope * 65536).rounded()) * whiteness(index, result)) >> 16 - Int((offset * 65536).rounded())
      take(min(65536, max(0, share)), from: index, in: &result)
    case .panel: take(panelShare(index, result), from: index, in: &result)
    }
  }

  /// Takes `share` fifteenths of what the component on the light side of an edge loses.
  func take(_ share: Int, of light: SofteningVerdict, from index: Int, in result: inout [UInt16]) {
    var full = 32768
    if case .panel(let own) = light { full = Int((own * 32768).rounded()) }
    take((share * full * 2 + 7) / 15, from: index, in: &result)
  }

  /// Takes `share` in 1/65536 of paper's loss.
  private func take(_ share: Int, from index: Int, in result: inout [UInt16]) {
    for channel in 0..<colors {
      let at = index * tables.format.channelCount + channel
      result[at] = UInt16(max(0, Int(result[at]) - (Int(loss[channel]) * share + 32768) >> 16))
    }
  }
}
