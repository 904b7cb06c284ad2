import CBenchmarkLCMS
@testable import ColorManagement
import Foundation
import PixelConversion
@testable import Pixels

/// Pixels in memory in the layouts of other programs, Display P3 to sRGB: `ColorConverter` beside what else one calls.
enum LayoutGroups {
  private static let pixels = ConversionGroups.l2Pixels

  static var all: [() -> ContenderGroup] { [codes, bytes, floats] }

  /// What `ColorConverter` costs beside the kernel that it calls.
  private static func codes() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(pixels * 4))
    let destination = SampleBuffer(byteCount: source.bytes.count)
    let converter = PixelConverter(ProfilePair.wideToStandard.conversion)
    let kernel = Contender("kernel", yardsticks: ["kernel"]) {
      var output = MutableRawSpan(_unsafeBytes: destination.bytes)
      converter.convert(
        RawSpan(_unsafeBytes: UnsafeRawBufferPointer(source.bytes)), into: &output, format: .rgba16)
    }
    return ContenderGroup(
      "16 bits RGBA, \(pixels) pixels", pixels: pixels, bytes: source.bytes.count, ratios: ["× kernel"],
      contenders: [kernel, ours(source, destination, .rgba, .uint16, .straight, ["kernel"])])
  }

  private static func bytes() -> ContenderGroup {
    let source = SampleBuffer(premultipliedBytes())
    let destination = SampleBuffer(byteCount: source.bytes.count)
    // TYPE_BGRA_8_PREMUL, a macro that Swift does not import.
    let type = UInt32(PT_RGB) << 16 | 0x804499
    let lcms = "LittleCMS default"
    let loop = PremultipliedTableLoop(ReferenceConverter(ProfilePair.wideToStandard.conversion))
    return ContenderGroup(
      "8 bits BGRA premultiplied, \(pixels) pixels", pixels: pixels, bytes: source.bytes.count,
      ratios: ["× LittleCMS"],
      contenders: [
        littleCMS(lcms, type, 0, source, destination, [lcms]),
        Contender("table loop on bytes", yardsticks: [lcms]) { loop.run(source.bytes, destination.bytes) },
        ours(source, destination, .bgra, .uint8, .premultiplied, [lcms]),
      ])
  }

  private static func floats() -> ContenderGroup {
    let source = SampleBuffer(byteCount: pixels * 16)
    for (index, sample) in SplitMix64.samples(pixels * 4).enumerated() {
      source.floats[index] = Float(sample) / 65535
    }
    let destination = SampleBuffer(byteCount: source.bytes.count)
    // TYPE_RGBA_FLT.
    let type = UInt32(PT_RGB) << 16 | 0x40009C
    let lcms = "LittleCMS float"
    return ContenderGroup(
      "float RGBA, \(pixels) pixels", pixels: pixels, bytes: source.bytes.count, ratios: ["× LittleCMS"],
      contenders: [
        littleCMS(lcms, type, UInt32(cmsFLAGS_NOOPTIMIZE), source, destination, [lcms]),
        Contender("powf loop", yardsticks: [lcms]) { FloatLoop.run(source.floats, destination.floats) },
        ours(source, destination, .rgba, .float32, .straight, [lcms]),
      ])
  }

  private static func ours(
    _ source: SampleBuffer, _ destination: SampleBuffer, _ channels: PixelLayout.Channels,
    _ component: PixelLayout.Component, _ alpha: PixelLayout.Alpha, _ yardsticks: [String]
  ) -> Contender {
    guard let converter = try? ColorConverter(from: .displayP3, to: .sRGB),
      let layout = try? PixelLayout(
        width: 256, height: pixels / 256, channels: channels, component: component, alpha: alpha)
    else { preconditionFailure("built-in profiles convert") }
    return Contender("ColorConverter", yardsticks: yardsticks) {
      var output = MutableRawSpan(_unsafeBytes: destination.bytes)
      try? converter.convert(
        RawSpan(_unsafeBytes: UnsafeRawBufferPointer(source.bytes)), layout: layout, into: &output,
        layout: layout)
    }
  }

  private static func littleCMS(
    _ name: String, _ type: UInt32, _ flags: UInt32, _ source: SampleBuffer, _ destination: SampleBuffer,
    _ yardsticks: [String]
  ) -> Contender {
    func profile(_ space: RGBColorSpace) -> cmsHPROFILE? {
      cmsOpenProfileFromMem(space.profile.bytes, UInt32(space.profile.bytes.count))
    }
    let transform = cmsCreateTransform(
      profile(.displayP3), type, profile(.sRGB), type, UInt32(INTENT_RELATIVE_COLORIMETRIC),
      flags | UInt32(cmsFLAGS_NOCACHE) | UInt32(cmsFLAGS_COPY_ALPHA))
    precondition(transform != nil, "LittleCMS makes no transform")
    return Contender(name, yardsticks: yardsticks) {
      cmsDoTransform(transform, source.bytes.baseAddress, destination.bytes.baseAddress, UInt32(pixels))
    }
  }

  /// Every alpha, and colours up to it.
  private static func premultipliedBytes() -> [UInt8] {
    let samples = SplitMix64.samples(pixels * 4)
    return samples.enumerated().map { index, sample in
      let alpha = Int(samples[index | 3] >> 8)
      return index % 4 == 3 ? UInt8(alpha) : UInt8(Int(sample >> 8) * alpha / 255)
    }
  }
}

/// What one writes first for bytes: divide by alpha, a table, a 3×3 in float, a table, multiply.
private struct PremultipliedTableLoop {
  private let decode: [Float]
  private let encode: [UInt8]
  private let m: [Float]

  init(_ reference: ReferenceConverter) {
    decode = (0...255).map { Float(reference.decodingTables[0][$0 * 257]) }
    let levels = reference.decisionLevels[0]
    encode = (0...4095).map { UInt8((Int(levels.code(Double($0) / 4095)) + 128) / 257) }
    m = (0..<9).map { Float(reference.conversion.matrix[$0 / 3, $0 % 3]) }
  }

  func run(_ input: UnsafeMutableRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) {
    decode.withUnsafeBufferPointer { decode in
      encode.withUnsafeBufferPointer { encode in
        m.withUnsafeBufferPointer { m in
          for first in stride(from: 0, to: input.count, by: 4) {
            let alpha = Int(input[first + 3])
            func straight(_ place: Int) -> Float {
              decode[alpha == 0 ? 0 : min(255, (Int(input[first + place]) * 255 + alpha / 2) / alpha)]
            }
            let (red, green, blue) = (straight(2), straight(1), straight(0))
            for row in 0..<3 {
              let y = m[3 * row] * red + m[3 * row + 1] * green + m[3 * row + 2] * blue
              let code = Int(encode[Int(min(max(y, 0), 1) * 4095 + 0.5)])
              output[first + 2 - row] = UInt8((code * alpha + 127) / 255)
            }
            output[first + 3] = UInt8(alpha)
          }
        }
      }
    }
  }
}

/// The same for floats, by the C library's powf.
private enum FloatLoop {
  static func run(_ input: UnsafeMutableBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>) {
    let matrix = ProfilePair.wideToStandard.conversion.matrix
    let m = (0..<9).map { Float(matrix[$0 / 3, $0 % 3]) }
    m.withUnsafeBufferPointer { m in
      for first in stride(from: 0, to: input.count, by: 4) {
        let (red, green, blue) = (decoded(input[first]), decoded(input[first + 1]), decoded(input[first + 2]))
        for row in 0..<3 {
          output[first + row] = encoded(m[3 * row] * red + m[3 * row + 1] * green + m[3 * row + 2] * blue)
        }
        output[first + 3] = input[first + 3]
      }
    }
  }

  private static func decoded(_ x: Float) -> Float {
    let size = abs(x)
    let linear = size >= 0.04045 ? powf((size + 0.055) / 1.055, 2.4) : size / 12.92
    return x < 0 ? -linear : linear
  }

  private static func encoded(_ y: Float) -> Float {
    let size = abs(y)
    let code = size >= 0.0031308 ? 1.055 * powf(size, 1 / 2.4) - 0.055 : size * 12.92
    return y < 0 ? -code : code
  }
}
