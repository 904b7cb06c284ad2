import ColorManagement
import Foundation

/// What the command line asks for.
struct RealOptions {
  /// Where the contact sheets go.
  private(set) var sheets = ".build/real/sheets"
  /// At most so many files of a package, chosen by the hash of their bytes.
  private var limit = 300
  /// A folder to look at instead of the packages.
  private var folder: String?
  /// The packages to look at.
  private var packages = RealPackage.all
  /// What all pictures are taken for; nil for what they say.
  private(set) var space: RGBColorSpace?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw RealProblem(text: "\(option) needs a value") }
      switch option {
      case "--sheets": sheets = value
      case "--files": folder = value
      case "--packages":
        guard let lot = RealPackage.lots[value] else {
          throw RealProblem(text: "--packages takes first, later, fresh or sixth")
        }
        packages = lot
      case "--limit":
        guard let count = Int(value), count > 0 else {
          throw RealProblem(text: "--limit takes a number from 1 on")
        }
        limit = count
      case "--from":
        guard let named = RGBColorSpace(rawValue: value) else {
          throw RealProblem(text: "no space \(value)")
        }
        space = named
      default:
        throw RealProblem(
          text: "no option \(option): --sheets FOLDER, --files FOLDER, "
            + "--packages first|later|fresh|sixth, --limit N, --from SPACE")
      }
    }
  }

  /// The pictures to check.
  func pictures() throws -> [RealPicture] {
    if let folder {
      return RealPackage(name: folder, kind: .other, half: .report).pictures(in: folder, limit: .max)
    }
    return try packages.flatMap { package in
      let folder = ".build/real/packages/\(package.name)"
      try package.fetch(into: folder)
      return package.pictures(in: folder, limit: limit)
    }
  }
}

/// Why the trial cannot go on.
struct RealProblem: Error {
  let text: String
}
