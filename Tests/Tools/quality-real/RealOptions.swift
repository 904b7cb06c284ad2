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
  /// The kinds of packages to look at.
  private var kinds = Set(RealPackage.Kind.allCases)
  /// What all pictures are taken for; nil for what they say.
  private(set) var space: RGBColorSpace?
  /// At most so many drawings of a package on the sheets of a rule, each once; nil for all files.
  private(set) var drawings: Int?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw RealProblem(text: "\(option) needs a value") }
      switch option {
      case "--sheets": sheets = value
      case "--files": folder = value
      case "--packages":
        guard let lot = RealPackage.lots[value] else {
          throw RealProblem(text: "--packages takes first, later, fresh, sixth or seventh")
        }
        packages = lot
      case "--kinds": kinds = try Self.kinds(value)
      case "--limit": limit = try Self.count(value, of: option)
      case "--drawings": drawings = try Self.count(value, of: option)
      case "--from":
        guard let named = RGBColorSpace(rawValue: value) else {
          throw RealProblem(text: "no space \(value)")
        }
        space = named
      default:
        throw RealProblem(
          text: "no option \(option): --sheets FOLDER, --files FOLDER, "
            + "--packages first|later|fresh|sixth|seventh, --kinds KIND,..., --limit N, --drawings N, --from SPACE"
        )
      }
    }
  }

  private static func count(_ value: String, of option: String) throws -> Int {
    guard let count = Int(value), count > 0 else {
      throw RealProblem(text: "\(option) takes a number from 1 on")
    }
    return count
  }

  private static func kinds(_ value: String) throws -> Set<RealPackage.Kind> {
    try Set(
      value.split(separator: ",").map { name in
        guard let kind = RealPackage.Kind(rawValue: String(name)) else {
          let known = RealPackage.Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw RealProblem(text: "no kind \(name): --kinds takes \(known)")
        }
        return kind
      })
  }

  /// The pictures to check.
  func pictures() throws -> [RealPicture] {
    if let folder {
      return RealPackage(name: folder, kind: .other, half: .report).pictures(in: folder, limit: .max)
    }
    return try packages.filter { kinds.contains($0.kind) }.flatMap { package in
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
