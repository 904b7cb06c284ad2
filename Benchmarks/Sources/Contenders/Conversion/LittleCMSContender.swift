import CBenchmarkLCMS
@testable import ColorManagement
@testable import Pixels

/// One LittleCMS transform, relative colorimetric, alpha copied.
final class LittleCMSContender {
  /// How LittleCMS is asked.
  enum Path: String, CaseIterable {
    /// 16 bits in and out, default flags: a 33-point cube for colours, off by up to 3859 codes.
    case standard = "LittleCMS default"
    /// 16 bits, no cube: right to one code.
    case accurate = "LittleCMS accurate"
    /// Float in and out, on the same number of pixels.
    case float = "LittleCMS float"
  }

  private let transform: cmsHTRANSFORM
  private let pixels: Int
  private let path: Path
  private let source: SampleBuffer
  private let destination: SampleBuffer

  init(
    _ path: Path, _ pair: ProfilePair, _ format: PixelFormat, _ source: SampleBuffer,
    _ destination: SampleBuffer
  ) {
    self.path = path
    pixels = source.samples.count / format.channelCount
    let color = UInt32(format.isGray ? PT_GRAY : PT_RGB) << 16 | UInt32(format.colorChannelCount) << 3
    let layout = color | (format.hasAlpha ? 1 << 7 : 0)
    let type = path == .float ? layout | 1 << 22 | 4 : layout | 2
    let accurate = path == .standard ? 0 : UInt32(cmsFLAGS_NOOPTIMIZE)
    let flags = UInt32(cmsFLAGS_NOCACHE) | UInt32(cmsFLAGS_COPY_ALPHA) | accurate
    guard
      let made = cmsCreateTransform(
        Self.profile(pair.source), type, Self.profile(pair.destination), type,
        UInt32(INTENT_RELATIVE_COLORIMETRIC),
        flags)
    else { preconditionFailure("LittleCMS makes no transform") }
    transform = made
    // Floats of their own: the conversion to and from 16 bits is not counted against LittleCMS.
    guard path == .float else {
      (self.source, self.destination) = (source, destination)
      return
    }
    self.source = SampleBuffer(byteCount: source.samples.count * 4)
    for index in source.samples.indices { self.source.floats[index] = Float(source.samples[index]) / 65535 }
    self.destination = SampleBuffer(byteCount: source.samples.count * 4)
  }

  deinit { cmsDeleteTransform(transform) }

  func run() {
    cmsDoTransform(transform, source.bytes.baseAddress, destination.bytes.baseAddress, UInt32(pixels))
  }

  /// Puts the results where those of 16-bit contenders are.
  func finish(into result: SampleBuffer) {
    guard path == .float else { return }
    for index in result.samples.indices {
      result.samples[index] = UInt16(min(max(destination.floats[index], 0), 1) * 65535 + 0.5)
    }
  }

  private static func profile(_ profile: ICCProfile) -> cmsHPROFILE? {
    cmsOpenProfileFromMem(profile.bytes, UInt32(profile.bytes.count))
  }
}
