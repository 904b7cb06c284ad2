import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// Makes a PNG smaller, strip by strip. The input must be one that we tagged Display P3 (or grey with the same curve),
/// as the built-in curve is used.
struct ImageResizing: Sendable {
  let filter: ResamplingFilter
  let limits: PNGLimits

  /// Writes `input` at another size to `output`, 16 bits, with the same colour chunks and metadata.
  func resize(
    _ input: String, to size: (width: Int, height: Int), output: String
  ) throws(ImageError) {
    var reader = try ImageSource.file(input).openReader(limits: limits.covering(.resizing))
    let header = reader.header
    var resampler = Resampler(
      format: reader.pixelFormat, from: (header.width, header.height), to: size,
      curve: .parametric(RGBColorSpace.displayP3.transfer), filter: filter)
    let sink = try OutputSink(.file(output), overwrite: true, permissions: nil, dryRun: false)
    try ImageError.at(output) { () throws(PNGError) in
      try run(&reader, &resampler, into: sink.descriptor, size: size, name: output)
    }
    try sink.commit()
  }

  private func run(
    _ reader: inout PNGReader, _ resampler: inout Resampler, into descriptor: Int32,
    size: (width: Int, height: Int), name: String
  ) throws(PNGError) {
    let chunks = reader.colorInfo.chunks + reader.metadata.leading
    var writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: size.width, height: size.height, bitDepth: 16, format: reader.pixelFormat),
      chunks: chunks, options: PNGWriteOptions(compression: .fast), name: name)
    let stripHeight = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    while true {
      let strip = try reader.readRows(stripHeight)
      if strip.height == 0 { break }
      try writer.writeRows(resampler.add(strip))
    }
    try reader.finish()
    try writer.finish(trailing: reader.metadata.trailing)
  }
}
