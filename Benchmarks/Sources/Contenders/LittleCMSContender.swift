import CBenchmarkLCMS
import Pixels

/// One LittleCMS transform from Display P3 to sRGB, relative colorimetric, alpha copied.
final class LittleCMSContender {
  /// How LittleCMS is asked.
  enum Path: String, CaseIterable {
    /// 16 bits in and out, default flags: a 33-point cube, off by up to 3859 codes.
    case standard = "lcms default"
    /// 16 bits, no cube: right to one code.
    case accurate = "lcms accurate"
    /// Float in and out, on the same number of pixels.
    case float = "lcms float"
  }

  private let transform: cmsHTRANSFORM
  private let channels: Int
  private let path: Path
  private var floats: [Float] = []

  init(_ path: Path, _ format: PixelFormat) {
    self.path = path
    channels = format.channelCount
    let source = Self.profile((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    let destination = Self.profile((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
    let extra: UInt32 = format.hasAlpha ? 1 << 7 : 0
    let color = UInt32(PT_RGB) << 16 | 3 << 3 | extra
    let type = path == .float ? color | 1 << 22 | 4 : color | 2
    let accurate = path == .standard ? 0 : UInt32(cmsFLAGS_NOOPTIMIZE)
    let flags = UInt32(cmsFLAGS_NOCACHE) | UInt32(cmsFLAGS_COPY_ALPHA) | accurate
    guard
      let made = cmsCreateTransform(
        source, type, destination, type, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    else { preconditionFailure("LittleCMS makes no transform") }
    transform = made
  }

  deinit { cmsDeleteTransform(transform) }

  func run(_ source: UnsafeRawBufferPointer, _ destination: UnsafeMutableRawBufferPointer) {
    let pixels = source.count / (2 * channels)
    guard path == .float else {
      cmsDoTransform(transform, source.baseAddress, destination.baseAddress, UInt32(pixels))
      return
    }
    // Floats of their own: the conversion to and from 16 bits is not counted against LittleCMS.
    if floats.count != pixels * channels {
      floats = source.bindMemory(to: UInt16.self).map { Float($0) / 65535 }
    }
    floats.withUnsafeMutableBufferPointer {
      cmsDoTransform(transform, $0.baseAddress, $0.baseAddress, UInt32(pixels))
    }
  }

  private typealias Point = (x: Double, y: Double)

  private static func profile(_ red: Point, _ green: Point, _ blue: Point) -> cmsHPROFILE? {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: red.x, y: red.y, Y: 1), Green: cmsCIExyY(x: green.x, y: green.y, Y: 1),
      Blue: cmsCIExyY(x: blue.x, y: blue.y, Y: 1))
    let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve = cmsBuildParametricToneCurve(nil, 4, parameters)
    let curves = [curve, curve, curve]
    return cmsCreateRGBProfile(&white, &primaries, curves)
  }
}
