import ColorManagement
import P3Kit

/// One built-in profile in the listing of `profiles`.
struct BuiltInProfileReport: Encodable {
  /// As `--to` takes it.
  let id: String
  /// The figures.
  let profile: ProfileReport

  init(space: RGBColorSpace) {
    id = space.rawValue
    profile = ProfileReport(space.profile)
  }

  /// One line of the listing.
  var text: String {
    let curve = profile.curves.joined(separator: ", ")
    return
      "\(id.padded(to: 12))\(profile.name.padded(to: 18))ICC \(profile.version)  \(profile.size) bytes  \(curve)"
  }
}
