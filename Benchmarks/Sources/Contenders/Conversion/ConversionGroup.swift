@testable import Oracles
@testable import Pixels

/// Every way to convert one buffer of uniform random pixels from profile to profile.
struct ConversionGroup {
  let pair: ProfilePair
  let format: PixelFormat
  /// Pixels per call, and calls per run.
  let width: Int, rows: Int

  private let reference: ReferenceConverter
  private let source: SampleBuffer
  private let destination: SampleBuffer
  private let yardsticks = [
    LittleCMSContender.Path.standard.rawValue, LittleCMSContender.Path.accurate.rawValue,
  ]

  init(_ pair: ProfilePair, _ format: PixelFormat, width: Int, rows: Int = 1) {
    self.pair = pair
    self.format = format
    self.width = width
    self.rows = rows
    reference = ReferenceConverter(pair.conversion)
    source = SampleBuffer(SplitMix64.samples(width * rows * format.channelCount))
    destination = SampleBuffer(byteCount: source.bytes.count)
  }

  /// LittleCMS three ways, a plain loop, our kernels on every target of this machine, memcpy.
  var group: ContenderGroup {
    let lcms = LittleCMSContender.Path.allCases.map(littleCMS)
    let loop = format.isGray ? [] : [tableLoop]
    let size = rows == 1 ? "\(width) pixels" : "\(rows) rows of \(width) pixels"
    return ContenderGroup(
      "\(pair.name), \(format.rawValue), \(size)", pixels: width * rows, bytes: source.bytes.count,
      ratios: ["× default", "× accurate"],
      contenders: lcms + loop + KernelTarget.available.map(kernel)
        + [.memcpy(byteCount: source.bytes.count, yardsticks: yardsticks)])
  }

  private func littleCMS(_ path: LittleCMSContender.Path) -> Contender {
    let contender = LittleCMSContender(path, pair, format, source, destination)
    return checked(path.rawValue, finish: { contender.finish(into: destination) }, run: contender.run)
  }

  /// A contender that says how right its result is.
  private func checked(
    _ name: String, finish: @escaping () -> Void = {}, run: @escaping () -> Void
  ) -> Contender {
    Contender(
      name, yardsticks: yardsticks,
      note: {
        run()
        finish()
        return exactness
      }, run: run)
  }

  private var tableLoop: Contender {
    let loop = TableLoop(reference)
    return checked("plain table loop") {
      loop.run(source.samples, destination.samples, channels: format.channelCount)
    }
  }

  private func kernel(_ target: KernelTarget) -> Contender {
    let converter = PixelConverter(pair.conversion, target: target)
    let name = format.isGray ? "\(target.rawValue) \(converter.kernelName)" : converter.kernelName
    let stride = width * format.bytesPerPixel
    return checked(name) {
      for row in 0..<rows {
        let range = row * stride..<(row + 1) * stride
        var output = MutableRawSpan(
          _unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: destination.bytes[range]))
        let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: source.bytes[range]))
        converter.convert(input, into: &output, format: format)
      }
    }
  }

  /// How many of the first samples in `destination` are the correctly rounded ones.
  private var exactness: String {
    let count = min(width * rows, 32_768) * format.channelCount
    var expected = PixelBuffer(
      width: count / format.channelCount, height: 1, format: format, samples: Array(source.samples[..<count]))
    reference.convert(&expected)
    let channels = format.colorChannelCount
    let colors = (0..<count).filter { $0 % format.channelCount < channels }
    let equal = colors.count { expected.samples[$0] == destination.samples[$0] }
    let share = (Double(equal) / Double(colors.count) * 1000).rounded(.down) / 10
    return equal == colors.count ? "all exact" : "\(share) % exact"
  }
}
