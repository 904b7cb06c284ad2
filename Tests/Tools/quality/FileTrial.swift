import Analysis
import ColorManagement
import DarkMode
import Foundation
import ImageFiles
import PNGCodec
import Pixels

/// What softening decides about files that it reads strip by strip, as the pipeline does.
enum FileTrial {
  static func run(_ path: String, mode: SofteningMode = .auto) throws -> String {
    var reader = try PNGReader(path: path)
    let isGray = reader.pixelFormat.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: path)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else {
      return "LUT profile"
    }
    var seconds = Duration.zero
    var analyzer = SofteningAnalyzer(
      options: SofteningOptions(mode: mode), colorSpace: space, format: reader.pixelFormat,
      width: reader.header.width, height: reader.header.height)
    while true {
      let strip = try reader.readRows(64)
      if strip.height == 0 { break }
      let before = ContinuousClock.now
      analyzer.add(strip)
      seconds += ContinuousClock.now - before
    }
    let softening = analyzer.finish()
    let pixels = Double(reader.header.width * reader.header.height) / 1e6
    return "\(softening.note) (\(String(format: "%.0f", pixels / (seconds / .seconds(1)))) Mpx/s first pass)"
  }
}
