internal import Pixels
struct OutlineAnalyzer {
  init(background: SIMD3<Double>, tables: SofteningTables, width: Int, height: Int) {}
  mutating func add(_ row: Span<UInt16>) {}
  consuming func finish(options: SofteningOptions) -> Softening {
    Softening(requestedMode: .outline, mode: nil, reason: .noTransparency, note: "", whiteLuminance: nil, backgroundShare: 0, plan: .nothing)
  }
}
