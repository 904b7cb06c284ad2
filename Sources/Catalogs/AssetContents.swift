import ImageFiles

/// The Contents.json of a set: known parts are read and changed in place, everything else stays.
struct AssetContents: Sendable, Hashable {
  /// The whole file.
  private(set) var json: JSONValue

  /// A new file, as Xcode starts it.
  init() { json = ["info": ["author": "xcode", "version": .number("1")]] }

  /// The contents with the value `json`.
  init(_ json: JSONValue) { self.json = json }

  /// The file at `path`, or a new one if it does not exist.
  ///
  /// - Throws: `ImageError` for a file that cannot be read or is no JSON object.
  init(orNewAt path: String) throws(ImageError) {
    if FileStatus(path: path) == nil { self.init() } else { try self.init(file: path) }
  }

  init(file path: String) throws(ImageError) {
    if FileStatus(path: path)?.kind == .special { throw .refused(.notRegularFile(path: path)) }
    let bytes = try InputFile.read(path, limit: Self.sizeLimit)
    json = try ImageError.at(path) { () throws(JSONError) in try JSONValue(parsing: bytes) }
    guard case .object = json else { throw .refused(.notJSONObject(path: path)) }
  }

  /// The entries of an image set.
  var images: [JSONValue] { json["images"]?.elements ?? [] }

  /// The entries of a colour set.
  var colors: [JSONValue] { json["colors"]?.elements ?? [] }

  /// Puts `filename` into `slot`: into the existing entry, whose other keys stay, or into a new one.
  mutating func setImage(_ filename: String, in slot: AssetSlot) {
    setImage(filename, entry: slot.entry(filename: filename)) { AssetSlot($0) == slot }
  }

  /// Sets `filename` in the first entry that `isSlot` accepts and keeps that entry's other keys. Appends `entry` if `isSlot`
  /// accepts none.
  mutating func setImage(_ filename: String, entry: JSONValue, where isSlot: (JSONValue) -> Bool) {
    var entries = images
    if let index = entries.firstIndex(where: isSlot) {
      entries[index]["filename"] = .string(filename)
      entries[index]["unassigned"] = nil
    } else {
      entries.append(entry)
    }
    json["images"] = .array(entries)
  }

  /// Removes the entries that `isRemoved` selects; returns their file names.
  mutating func removeImages(where isRemoved: (AssetSlot, String?) -> Bool) -> [String] {
    var names: [String] = []
    let kept = images.filter { entry in
      guard let slot = AssetSlot(entry), isRemoved(slot, entry["filename"]?.string) else { return true }
      if let name = entry["filename"]?.string { names.append(name) }
      return false
    }
    json["images"] = .array(kept)
    return names
  }

  /// Replaces or adds the entries of a colour set for `idiom` and `appearance`, by gamut; entries of other gamuts go.
  mutating func setColors(
    _ colorsByGamut: [(gamut: AssetGamut?, color: JSONValue)], idiom: String, appearance: AssetAppearance
  ) {
    func isOurs(_ entry: JSONValue) -> Bool {
      entry["idiom"]?.string == idiom && AssetAppearance(entry["appearances"]) == appearance
    }
    let place = colors.firstIndex(where: isOurs) ?? colors.endIndex
    let entries = colorsByGamut.map { gamut, color in
      let known = colors.first { isOurs($0) && $0["display-gamut"]?.string == gamut?.rawValue }
      var entry = known ?? ["idiom": .string(idiom)]
      entry["color"] = color
      if let gamut { entry["display-gamut"] = .string(gamut.rawValue) }
      if let appearances = appearance.json { entry["appearances"] = appearances }
      return entry
    }
    let (before, after) = (colors[..<place], colors[place...].filter { !isOurs($0) })
    json["colors"] = .array(before + entries + after)
  }

  /// The bytes of the file, in Xcode's format.
  var bytes: [UInt8] { Array((json.prettyText + "\n").utf8) }
}
