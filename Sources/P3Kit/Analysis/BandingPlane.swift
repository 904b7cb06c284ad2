/// What it is that steps.
public enum BandingPlane: String, Sendable, Hashable, Codable, CaseIterable {
  case lightness
  case chroma
  case alpha
}
