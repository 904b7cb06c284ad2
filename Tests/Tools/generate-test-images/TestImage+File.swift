// A picture as the bytes of its PNG file.

import ColorManagement
import Foundation
import PNGCodec
import TestSupport

extension TestImage {
  /// The name of its file in the folder.
  var fileName: String { name + ".png" }

  /// Writes the PNG into `folder`.
  func write(into folder: URL) throws {
    let path = folder.appending(path: fileName)
    try makePixels().writePNG(
      to: path.path, bitDepth: bitDepth, chunks: tag.chunks, options: PNGWriteOptions(compression: .small))
    guard !palette.isEmpty else { return }
    try Data(IndexedPNG.indexed(FileBytes.read(path.path), palette: palette)).write(to: path)
  }
}

extension TestImage.Tag {
  /// Its colour chunks.
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
