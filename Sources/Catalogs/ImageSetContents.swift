import ImageFiles

/// The Contents.json of an image set that is being built: gains the images written, and loses those of earlier builds.
struct ImageSetContents {
  let request: ImageSetRequest
  private(set) var contents: AssetContents
  /// Files of earlier builds that the set no longer names.
  private var unused: Set<String> = []

  /// The contents of the set of `request`; new if there are none.
  init(_ request: ImageSetRequest) throws(ImageError) {
    self.request = request
    contents = try AssetContents(orNewAt: request.contentsPath)
  }

  /// Puts the file `name` into `slots`.
  mutating func place(_ name: String, in slots: [AssetSlot], notes: inout [String]) {
    for slot in slots {
      let old = contents.images.first { AssetSlot($0) == slot }?["filename"]?.string
      contents.setImage(name, in: slot)
      if let old, old != name, !isUsed(old) {
        notes.append("\(old.printableName) was in the slot \(slot.text) and is no longer used")
      }
    }
  }

  /// Removes slots of an earlier build for which this one has no image: sRGB and Display P3 if one image for any
  /// display is enough, and vice versa. `removeUnused` removes their files; files of other origin stay.
  ///
  /// - Parameter gamuts: the gamuts of this build's images; empty if the appearance has none.
  mutating func removeStale(
    _ appearance: AssetAppearance, scale: Int?, gamuts: [AssetGamut?], notes: inout [String]
  ) {
    let current = Set(gamuts.flatMap { request.slots(appearance, scale: scale, gamut: $0) })
    let own = Set(request.possibleFileNames)
    let idioms = Set(request.idioms.map(\.rawValue))
    let removed = contents.removeImages { slot, name in
      slot.appearance == appearance && slot.scale == scale && idioms.contains(slot.idiom)
        && !current.contains(slot) && (name.map(own.contains) ?? true)
    }
    for name in Set(removed).sorted() where !isUsed(name) && request.mayChange(name) {
      unused.insert(name)
      notes.append("\(name.printableName) is no longer needed and was removed")
    }
  }

  /// Adds the file to `files`, and the catalog's if there is none.
  ///
  /// - Throws: `ErrorNumber.exists` if the file would change and may not.
  func stage(in files: StagedFiles) throws(ImageError) {
    try contents.stage(
      request.contentsPath, in: files, overwrite: request.mayChange("Contents.json"))
    try AssetContents.stage(inCatalog: request.catalog, files)
  }

  /// Removes the files that the set no longer names. Call it after the new contents are in place.
  func removeUnused() {
    for name in unused where !isUsed(name) { SystemCall.remove(FilePath.join(request.folder, name)) }
  }

  private func isUsed(_ name: String) -> Bool {
    contents.images.contains { $0["filename"]?.string == name }
  }
}
