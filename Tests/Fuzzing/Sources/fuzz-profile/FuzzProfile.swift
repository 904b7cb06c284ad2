import P3Kit

/// The profile parser, and a conversion with what it accepts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProfile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let profile = try ICCProfile(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    _ = profile.knownSpace
    _ = profile.chromaticities
    let isGray = profile.colorSpace == .gray
    let target = isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile
    let plan = try ConversionPlan(source: profile, destination: target, sourceIsGrayImage: isGray)
    guard case .lcms(let lcms) = plan.executor else { return 0 }
    var pixels = PixelBuffer(width: 4, height: 1, format: isGray ? .gray16 : .rgb16)
    for index in pixels.samples.indices { pixels.samples[index] = UInt16(truncatingIfNeeded: index &* 7919) }
    try ColorTransform(lcms).convert(&pixels)
  } catch {
    _ = "\(error)"
  }
  return 0
}
