import Foundation

/// A program that converts PNGs, and how it is called.
enum Converter {
  case p3tool(String)
  case vips
  case magick(String)
  case libpngLoop(String)

  /// All that may be compared, p3tool first.
  static func all(p3tool: String) -> [Converter] {
    let here = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    // ImageMagick 7, then 6 by its Debian name, then by its own.
    let magick = ["magick", "convert-im6", "convert"].first { Self.location(of: $0) != nil }
    return [.p3tool(p3tool), .vips, .magick(magick ?? "magick"), .libpngLoop("\(here)/libpng-lcms-loop")]
  }

  /// As the tables print it.
  var name: String {
    switch self {
    case .p3tool: "p3tool convert"
    case .vips: "vips icc_transform"
    case .magick(let program): "\(program) -profile"
    case .libpngLoop: "libpng + LittleCMS loop"
    }
  }

  /// The folder of its outputs.
  var folder: String {
    switch self {
    case .p3tool: "p3tool"
    case .vips: "vips"
    case .magick: "magick"
    case .libpngLoop: "loop"
    }
  }

  var isInstalled: Bool {
    switch self {
    case .p3tool(let path), .libpngLoop(let path): FileManager.default.isExecutableFile(atPath: path)
    case .vips: Self.location(of: "vips") != nil
    case .magick(let program): Self.location(of: program) != nil
    }
  }

  /// What start-up is measured with; nil for the loop, which has nothing to start.
  var versionCommand: [String]? {
    switch self {
    case .p3tool(let path): [path, "--version"]
    case .vips: ["vips", "--version"]
    case .magick(let program): [program, "--version"]
    case .libpngLoop: nil
    }
  }

  /// The commands that do `job`: one for all files where the program can, else one a file.
  func commands(_ job: ConversionJob, output: String, work: WorkFolder) throws -> [[String]] {
    let profile = try work.profile(job.target)
    func results(_ file: PictureFile) -> String { "\(output)/\(file.stem).png" }
    switch self {
    case .p3tool(let path):
      // The others round to 8 bits.
      let fixed = [
        "--to", job.target.rawValue, "--depth", "keep", "--dither", "none", "--quiet", "-o", "\(output)/",
      ]
      return [[path, "convert"] + job.inputs.map(\.path) + fixed]
    case .vips:
      return job.inputs.map {
        [
          "vips", "icc_transform", $0.path, results($0), profile, "--embedded", "--depth",
          "\($0.shape.bitDepth)",
        ]
      }
    case .magick(let program):
      return job.inputs.map { [program, $0.path, "-profile", profile, results($0)] }
    case .libpngLoop(let path):
      return [[path, profile] + job.inputs.flatMap { [$0.path, results($0)] }]
    }
  }

  private static func location(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
