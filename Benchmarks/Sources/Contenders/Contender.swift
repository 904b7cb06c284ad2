import Pixels

/// One way to turn a Display P3 picture into sRGB, out of place.
public struct Contender {
  /// As the table prints it.
  public let name: String
  /// Reads pixels of `format`, writes as many.
  public let run: (_ source: UnsafeRawBufferPointer, _ destination: UnsafeMutableRawBufferPointer) -> Void
  /// Whether the result is the correctly rounded one.
  public let isExact: Bool

  /// Everything that converts `format`: LittleCMS three ways, a plain loop over tables, our kernels, memcpy.
  public static func all(_ format: PixelFormat) -> [Contender] {
    let lcms = LittleCMSContender.Path.allCases.map { path in
      let transform = LittleCMSContender(path, format)
      return Contender(name: path.rawValue, run: transform.run, isExact: false)
    }
    let loop = TableLoop(Workload.conversion)
    let plain = Contender(
      name: "plain table loop", run: { loop.run($0, $1, channels: format.channelCount) }, isExact: false)
    return lcms + [plain] + kernels(format) + [copy]
  }

  /// Our kernels on every target of this machine.
  static func kernels(_ format: PixelFormat) -> [Contender] {
    KernelTarget.available.flatMap { target in
      let converter = PixelConverter(Workload.conversion, target: target)
      return [
        Contender(
          name: converter.kernelName,
          run: { source, destination in
            var output = MutableRawSpan(_unsafeBytes: destination)
            converter.convert(RawSpan(_unsafeBytes: source), into: &output, format: format)
          }, isExact: true),
        Contender(
          name: converter.kernelName + " + gamut",
          run: { source, destination in
            var output = MutableRawSpan(_unsafeBytes: destination)
            let tally = converter.convertTallying(
              RawSpan(_unsafeBytes: source), into: &output, format: format)
            precondition(tally.visiblePixels >= 0)
          }, isExact: true),
      ]
    }
  }

  /// The machine's limit.
  static var copy: Contender {
    Contender(
      name: "memcpy", run: { $1.copyMemory(from: $0) }, isExact: false)
  }
}
