import CBenchmarkCodecs
@testable import ColorManagement
import Contenders
import Foundation
@testable import Pixels

/// Where inputs, profiles and outputs are. Inputs that exist already are used again.
struct WorkFolder {
  let path: String
  private let files = FileManager.default

  init(path: String) throws {
    self.path = URL(fileURLWithPath: path).path
    try files.createDirectory(atPath: self.path, withIntermediateDirectories: true)
  }

  // MARK: Inputs

  /// A picture written row by row with libpng, level 6.
  func picture(
    _ kind: TestPicture, width: Int, height: Int, format: PixelFormat, depth: Int = 16, tag: RGBColorSpace,
    seed: UInt64 = 1, name: String? = nil
  ) throws -> PictureFile {
    let name = name ?? "\(kind.rawValue)-\(width)x\(height)-\(format.rawValue)-\(tag.rawValue)"
    let file = "\(path)/\(name).png"
    guard !files.fileExists(atPath: file) else { return try PictureFile(path: file) }
    let shape = bench_png_shape(
      width: UInt32(width), height: UInt32(height), channels: UInt32(format.channelCount),
      depth: UInt32(depth), level: 6)
    let profile = tag.profile.bytes
    let png = bench_png_open(file + ".part", shape, profile, UInt32(profile.count))
    var rows = kind.rows(width: width, height: height, format: format, seed: seed)
    var row = [UInt16](repeating: 0, count: width * format.channelCount)
    for y in 0..<height {
      rows.fill(&row, from: 0, y: y)
      bench_png_row(png, row)
    }
    var count = 0
    _ = bench_png_close(png, &count)
    try files.moveItem(atPath: file + ".part", toPath: file)
    return try PictureFile(path: file)
  }

  /// `count` different small UI pictures, 8 and 16 bits in turns.
  func icons(_ count: Int, tag: RGBColorSpace) throws -> [PictureFile] {
    try (0..<count).map { index in
      try picture(
        .interface, width: 256, height: 256, format: .rgba16, depth: index % 2 == 0 ? 8 : 16, tag: tag,
        seed: UInt64(index), name: "icon-\(tag.rawValue)-\(index)")
    }
  }

  /// The built-in profile of `space` as a file.
  func profile(_ space: RGBColorSpace) throws -> String {
    let file = "\(path)/\(space.rawValue).icc"
    try Data(space.profile.bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  // MARK: Outputs

  /// The folder `name`, empty.
  func emptyOutputFolder(_ name: String) throws -> String {
    let folder = "\(path)/\(name)"
    if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The pictures that are in it now.
  func outputs(in name: String) throws -> [PictureFile] {
    try files.contentsOfDirectory(atPath: "\(path)/\(name)").filter { $0.hasSuffix(".png") }
      .map { try PictureFile(path: "\(path)/\(name)/\($0)") }
  }
}
