@testable import ColorManagement
@testable import Basics
@testable import ImageFiles
@testable import Pixels

/// The profile parser, and conversions with what it accepts.
enum ProfileTarget {
  static func run(_ bytes: [UInt8]) {
    do {
      let profile = try ICCProfile(bytes: bytes)
      _ = ProfileReport(profile)
      _ = profile.knownSpace
      _ = profile.chromaticities
      let isGray = profile.colorSpace == .gray
      let other = isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile
      let format: PixelFormat = isGray ? .gray16 : .rgb16
      convert(try ConversionPlan(source: profile, destination: other, sourceIsGrayImage: isGray), format)
      convert(try ConversionPlan(source: other, destination: profile, sourceIsGrayImage: isGray), format)
    } catch {
      _ = "\(error)"
    }
  }

  private static func convert(_ plan: ConversionPlan, _ format: PixelFormat) {
    var pixels = PixelBuffer(width: 5, height: 1, format: format)
    for index in pixels.samples.indices { pixels.samples[index] = UInt16(truncatingIfNeeded: index &* 7919) }
    switch plan.executor {
    case .identity: break
    case .matrix(let conversion): PixelConverter(conversion).convert(&pixels)
    case .lcms(let lcms): (try? ColorTransform(lcms))?.convert(&pixels)
    }
  }
}
