import CLittleCMS
package import Pixels

/// Owner of one LittleCMS transform in float, which executes conversions with tables.
///
/// LittleCMS's default 16-bit path uses a coarse cube (wrong by up to 3859 codes between matrix profiles); this
/// transform runs in float without that optimisation. Samples enter as code/65535 and are clamped to 0…1 and rounded
/// half up at the very end. Alpha is copied.
///
/// One transform may be used by several threads at once.
@safe package final class ColorTransform: @unchecked Sendable {
  // @unchecked Sendable: `handle` is never reassigned, and LittleCMS only reads a finished transform made with
  // cmsFLAGS_NOCACHE (cmsxform.c, FloatXFORM: the unroll and pack buffers are on the stack, a pipeline's stages
  // are const while it evaluates). The context's error log is a Mutex.
  private let handle: cmsHTRANSFORM
  /// Deleting the transform needs its context.
  private let context: LittleCMSContext

  /// The conversion that the transform computes.
  package let plan: LCMSPlan

  /// Builds the transform. Throws `ColorError.engine` with LittleCMS's message if it refuses (damaged tables, an intent
  /// that the profiles lack).
  package init(_ plan: LCMSPlan) throws(ColorError) {
    self.plan = plan
    context = try LittleCMSContext()
    let source = try LittleCMSProfile(plan.source.bytes, in: context)
    let destination = try LittleCMSProfile(plan.destination.bytes, in: context)
    var flags = UInt32(cmsFLAGS_NOCACHE) | UInt32(cmsFLAGS_NOOPTIMIZE)
    if plan.blackPointCompensation { flags |= UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION) }
    let created = unsafe cmsCreateTransformTHR(
      context.handle, source.handle, Self.format(plan.source), destination.handle,
      Self.format(plan.destination), plan.intent.iccValue, flags)
    guard let created = unsafe created else {
      throw Self.unreadableTable(of: plan.source, source, plan.intent, as: .source)
        ?? Self.unreadableTable(of: plan.destination, destination, plan.intent, as: .destination)
        ?? context.error("the transform cannot be made")
    }
    unsafe handle = created
    // LittleCMS may make a transform despite an error, without a part of it such as black-point compensation.
    if let error = context.firstError { throw error }
  }

  /// The error that names the table for which a transform fails; nil if LittleCMS can read the table. LittleCMS itself
  /// silently skips a table of an unknown type.
  private static func unreadableTable(
    of profile: ICCProfile, _ opened: borrowing LittleCMSProfile, _ intent: RenderingIntent,
    as role: ICCProfile.Role
  ) -> ColorError? {
    guard let table = profile.tags.table(for: intent, as: role),
      unsafe cmsReadTag(opened.handle, cmsTagSignature(table.value)) == nil
    else { return nil }
    return .malformedProfile(place: "'\(table)'", fact: "LittleCMS cannot read this table")
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Converts every pixel of `buffer` in place. `buffer` is grey exactly when the destination profile is.
  package func convert(_ buffer: inout PixelBuffer) {
    precondition(
      buffer.format.isGray == (plan.destination.colorSpace == .gray),
      "grey converts to grey, colour to colour")
    precondition(
      buffer.format.isGray == (plan.source.colorSpace == .gray) || plan.expandsGray,
      "the plan was made for other pixels")
    var rows = RowConversion(width: buffer.width, sourceChannels: plan.source.colorSpace == .gray ? 1 : 3)
    for part in buffer.parts(samples: 1) {
      rows.load(part.rows.lowerBound, of: buffer)
      unsafe cmsDoTransform(handle, rows.input, &rows.output, UInt32(rows.count))
      rows.store(part.rows.lowerBound, to: &buffer)
      buffer.repeatRow(of: part)
    }
  }

  /// Converts colours as floats, from the source profile's channels per pixel to the destination's. Clamps only where
  /// LittleCMS's tables do.
  package func convert(_ colors: [Float]) -> [Float] {
    let count = colors.count / plan.source.channelCount
    var converted = [Float](repeating: 0, count: count * plan.destination.channelCount)
    unsafe cmsDoTransform(handle, colors, &converted, UInt32(count))
    return converted
  }

  private static func format(_ profile: ICCProfile) -> UInt32 {
    profile.colorSpace == .gray ? p3cms_type_gray_float : p3cms_type_rgb_float
  }
}

extension ICCProfile {
  /// Channels of a device colour: 1 or 3.
  fileprivate var channelCount: Int { colorSpace == .gray ? 1 : 3 }
}

/// One row for LittleCMS. Pixels equal to the one before are converted once; otherwise flat pictures of a few kilobytes
/// would take minutes.
private struct RowConversion {
  private let sourceChannels: Int
  /// For each pixel of the row: the index of its colour in `input` and `output`.
  private var places: [Int32]
  /// Colours without alpha; neighbours of one colour share an entry.
  var input: [Float]
  var output: [Float]
  /// Number of colours.
  private(set) var count = 0

  init(width: Int, sourceChannels: Int) {
    self.sourceChannels = sourceChannels
    places = [Int32](repeating: 0, count: width)
    input = [Float](repeating: 0, count: width * sourceChannels)
    output = [Float](repeating: 0, count: width * 3)
  }

  /// Reads row `y`; a grey sample fills all of the source's channels.
  mutating func load(_ y: Int, of buffer: borrowing PixelBuffer) {
    let source = buffer.samples.span.extracting(buffer.rowRange(y))
    let (stride, colors) = (buffer.format.channelCount, buffer.format.colorChannelCount)
    count = 0
    for x in 0..<buffer.width {
      let first = x * stride
      let isNew = x == 0 || (0..<colors).contains { source[first + $0] != source[first - stride + $0] }
      if isNew {
        for channel in 0..<sourceChannels {
          let sample = source[first + (buffer.format.isGray ? 0 : channel)]
          input[count * sourceChannels + channel] = Float(sample) / 65535
        }
        count += 1
      }
      places[x] = Int32(count - 1)
    }
  }

  /// Clamps, rounds half up and writes `output` to the colour channels of row `y`.
  mutating func store(_ y: Int, to buffer: inout PixelBuffer) {
    let (stride, channels) = (buffer.format.channelCount, buffer.format.colorChannelCount)
    let (start, width) = (buffer.rowRange(y).lowerBound, buffer.width)
    var samples = buffer.samples.mutableSpan
    for x in 0..<width {
      let (pixel, color) = (start + x * stride, Int(places[x]) * channels)
      for channel in 0..<channels { samples[pixel + channel] = Self.code(output[color + channel]) }
    }
  }

  /// The 16-bit code of an encoded value; NaN (from a broken profile) becomes 0.
  private static func code(_ value: Float) -> UInt16 {
    // In double: Float's 24 bits cannot hold 65535·value + ½ without rounding twice.
    let scaled = Double(value) * 65535 + 0.5
    return scaled >= 65535 ? 65535 : (scaled > 0 ? UInt16(scaled) : 0)
  }
}
