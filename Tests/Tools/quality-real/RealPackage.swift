import Foundation
import TestSupport

/// A Debian package with pictures as people make them.
struct RealPackage {
  /// What its pictures are.
  enum Kind: String, CaseIterable {
    case icons, screenshots, plots, wallpapers, art, other
  }

  /// Limits are chosen on one half of the packages and reported for the other.
  enum Half: String, CaseIterable {
    case tuning, report
  }

  let name: String
  let kind: Kind
  let half: Half

  /// The lots by the names that the command line takes.
  static let lots = ["first": all, "later": later, "fresh": fresh, "sixth": sixth, "seventh": seventh]

  /// Debian 12 has all of them.
  static let all: [RealPackage] = icons + documentation + wallpapers + art

  private static let icons =
    packages(
      .icons, .tuning,
      [
        "mate-icon-theme", "gnome-icon-theme", "gnome-extra-icons", "deepin-icon-theme", "adwaita-icon-theme",
        "ukui-themes",
      ])
    + packages(
      .icons, .report,
      [
        "elementary-xfce-icon-theme", "tango-icon-theme", "oxygen-icon-theme", "lxde-icon-theme",
        "faenza-icon-theme", "moka-icon-theme", "obsidian-icon-theme", "paper-icon-theme", "mint-y-icons",
        "gnome-human-icon-theme",
      ])

  private static let documentation =
    packages(.screenshots, .tuning, ["gnome-user-docs", "gimp-help-en"])
    + packages(.screenshots, .report, ["kicad-doc-en", "wireshark-doc", "rosegarden", "inkscape-tutorials"])
    + packages(
      .plots, .tuning,
      ["python-statsmodels-doc", "python-scipy-doc", "python-skimage-doc", "python-sklearn-doc"])
    + packages(.plots, .report, ["python-astropy-doc", "octave-doc"])

  private static let wallpapers =
    packages(.wallpapers, .tuning, ["mate-backgrounds", "lxqt-themes", "desktop-base"])
    + packages(
      .wallpapers, .report,
      ["plasma-workspace-wallpapers", "ukui-wallpapers", "lomiri-wallpapers", "xfdesktop4-data"])

  /// Pictures of games.
  private static let art =
    packages(
      .art, .tuning,
      [
        "wesnoth-1.16-data", "pingus-data", "freeciv-data", "endless-sky-data", "kstars-data", "ardentryst",
        "openclipart-png", "marble-data",
      ])
    + packages(
      .art, .report,
      [
        "hedgewars-data", "supertux-data", "flare-game", "fillets-ng-data", "starfighter-data",
        "lincity-ng-data", "extremetuxracer-data", "unknown-horizons", "gcompris-qt-data",
        "tuxpaint-stamps-default", "enigma-data", "warmux-data", "tuxtype-data", "kodi-data", "gimp-data",
      ])

  static func packages(_ kind: Kind, _ half: Half, _ names: [String]) -> [RealPackage] {
    names.map { RealPackage(name: $0, kind: kind, half: half) }
  }

  /// Unpacks the package into `folder` unless that was done before.
  func fetch(into folder: String) throws {
    let done = "\(folder)/.unpacked"
    guard !FileManager.default.fileExists(atPath: done) else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.run("/usr/bin/apt-get", ["download", "-q", name], in: folder)
    let archives = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".deb") }
    guard let archive = archives.first else { throw RealProblem(text: "apt-get fetched no package \(name)") }
    try Self.run("/usr/bin/dpkg-deb", ["-x", archive, "."], in: folder)
    try FileManager.default.removeItem(atPath: "\(folder)/\(archive)")
    try Data().write(to: URL(fileURLWithPath: done))
  }

  private static func run(_ program: String, _ arguments: [String], in folder: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw RealProblem(text: "\(program) cannot be run (packages are fetched on Debian and its relatives)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let command = ([program] + arguments).joined(separator: " ")
      throw RealProblem(text: "\(command) failed (is the package known to apt?)")
    }
  }

  /// At most `limit` of the package's pictures that differ and are large enough for their kind.
  func pictures(in folder: String, limit: Int) -> [RealPicture] {
    var byHash: [String: RealPicture] = [:]
    let files = FileManager.default.enumerator(atPath: folder)
    while let path = files?.nextObject() as? String {
      guard path.hasSuffix(".png"), files?.fileAttributes?[.type] as? FileAttributeType == .typeRegular,
        let picture = RealPicture(path: "\(folder)/\(path)", package: self)
      else { continue }
      byHash[picture.hash] = picture
    }
    return Array(byHash.values.sorted { $0.hash < $1.hash }.prefix(limit))
  }
}

/// One picture of a package.
struct RealPicture: Sendable {
  let path: String
  let package: String
  let kind: RealPackage.Kind
  let half: RealPackage.Half
  /// Of the file's bytes: copies are looked at once, and the choice of files is the same everywhere.
  let hash: String

  /// Nil for a file that is no PNG, and for a picture too small for its kind.
  init?(path: String, package: RealPackage) {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count > 24 else { return nil }
    func size(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (size(16), size(20))
    switch package.kind {
    case .wallpapers: guard max(width, height) >= 640 else { return nil }
    case .screenshots, .plots, .art: guard min(width, height) >= 64 else { return nil }
    case .icons, .other: break
    }
    self.path = path
    self.package = package.name
    (kind, half) = (package.kind, package.half)
    hash = "\(Checksum.crc32(Array(bytes)))-\(bytes.count)"
  }
}
