/// Whether bands can be seen.
public enum BandingVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  case banded
  case clean
}
