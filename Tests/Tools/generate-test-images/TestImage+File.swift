// A picture as the bytes of its PNG file.
import ColorManagement
import PNGCodec

import Foundation
import P3Kit
import Pixels

extension TestImage {
  /// The name of its file in the folder.
  var fileName: String { name + ".png" }

  /// Writes the PNG into `folder`.
  func write(into folder: URL) throws {
    let path = folder.appending(path: fileName)
    let file = try AtomicFile(path: path.path, overwrite: true)
    try write(to: file.descriptor)
    try file.commit()
    guard !palette.isEmpty else { return }
    let gray = [UInt8](try Data(contentsOf: path))
    try Data(IndexedPNG.indexed(gray, palette: palette)).write(to: path, options: .atomic)
  }

  private func write(to descriptor: Int32) throws {
    let pixels = makePixels()
    let header = PNGHeader(
      width: pixels.width, height: pixels.height, bitDepth: bitDepth, format: pixels.format)
    var writer = try PNGWriter(
      fileDescriptor: descriptor, header: header, chunks: tag.chunks,
      options: PNGWriteOptions(compression: .small), name: fileName)
    try writer.writeRows(pixels)
    try writer.finish()
  }
}

extension TestImage.Tag {
  /// The colour chunks that say it.
  var chunks: [PNGChunk] {
    switch self {
    case .displayP3: [.codePoints(.displayP3), Self.profile(.displayP3)]
    case .sRGB: [Self.profile(.sRGB)]
    case .sRGBChunk: PNGChunk.sRGB(intent: 1)
    case .untagged: []
    }
  }

  private static func profile(_ space: RGBColorSpace) -> PNGChunk {
    .embeddedProfile(name: space.displayName, profile: space.profile.bytes)
  }
}
