import ColorManagement

/// Names of the built-in colour spaces, including those of people and other programs.
package enum ColorSpaceNames {
  /// The names of all built-in spaces, separated by commas.
  package static var list: String { RGBColorSpace.allCases.map(\.rawValue).joined(separator: ", ") }

  /// The name of a space, or one of `others`, that `text` most probably means; nil if none is similar.
  package static func nearest(to text: String, others: [String] = []) -> String? {
    NearestName.to(text, among: RGBColorSpace.allCases.map(\.rawValue) + others, synonyms: synonyms)
  }

  /// Synonyms in lower-case letters and digits only. DCI-P3 is among them: the name mostly means a display, and
  /// Display P3 is the built-in space with its primaries.
  private static let synonyms: [String: [String]] = {
    let names: [RGBColorSpace: [String]] = [
      .sRGB: ["srgbiec6196621", "iec6196621", "rgb", "web", "bt709", "rec709", "standardrgb"],
      .displayP3: [
        "p3", "p3d65", "displayp3d65", "applep3", "dcip3", "dcip3d65", "widegamut", "smpterp4312",
      ],
      .adobeRGB: ["adobe", "adobergb1998", "argb", "a98rgb", "a98"],
      .rec2020: ["bt2020", "itubt2020", "iturbt2020", "itur2020", "2020", "rec2020rgb", "uhdtv"],
      .proPhoto: ["prophotorgb", "romm", "rommrgb"],
    ]
    var synonyms: [String: [String]] = [:]
    for (space, words) in names { for word in words { synonyms[word] = [space.rawValue] } }
    return synonyms
  }()
}
