// How reports and messages name a profile.
public import ColorManagement

extension ICCProfile {
  /// The name of the built-in space the profile equals by its numbers, else its own description.
  public var reportName: String {
    if let knownSpace { return knownSpace.displayName }
    return name.isEmpty ? "unnamed \(colorSpace.rawValue) profile" : name
  }
}
