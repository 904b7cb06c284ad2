import CPixelKernels

/// The colours out of gamut in one row of pixels, and how far clipping moves them. Neighbouring pixels of one
/// colour and alpha are one entry. Keep one value for all rows of a strip, so that its memory is reused.
package struct OutOfGamutColors: Sendable {
  /// Unclamped linear destination values: the exact values rounded to float.
  package private(set) var red: [Float] = []
  /// As `red`.
  package private(set) var green: [Float] = []
  /// As `red`.
  package private(set) var blue: [Float] = []
  /// CIEDE2000 between each colour and its clip; of translucent pixels the larger of those over black and
  /// over white.
  package private(set) var differences: [Float] = []
  /// The first pixel of each entry.
  package private(set) var first: [UInt32] = []
  /// The number of neighbouring pixels of each entry.
  package private(set) var length: [UInt32] = []
  /// The roundings that can have pushed each colour out.
  package private(set) var rounding: [Rounding] = []
  private let target: KernelTarget
  /// Entries in use: the arrays are as long as for the longest row so far.
  package private(set) var count = 0

  /// The roundings of the source's samples that can have pushed a colour out of gamut: moving each sample by
  /// half a code can bring every channel back, each channel tested by itself. Necessary for rounding to be
  /// the cause, not sufficient.
  package struct Rounding: OptionSet, Sendable {
    /// The bits of the options.
    package let rawValue: UInt8

    /// The options of these bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Rounding to 16 bits: half a 16-bit code.
    package static let to16Bits = Rounding(rawValue: UInt8(P3_WITHIN_ROUNDING_16))
    /// Rounding to 8 bits: half an 8-bit code, which is 128.5 codes of 16 bits.
    package static let to8Bits = Rounding(rawValue: UInt8(P3_WITHIN_ROUNDING_8))
  }

  /// No entries yet; sums use the kernels of `target`.
  package init(target: KernelTarget = .current) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    self.target = target
  }

  /// Replaces the entries with those of a row of pixels.
  ///
  /// - Parameters:
  ///   - converter: a converter of RGB, whose `tally` found the pixels.
  ///   - samples: the row's native samples before the conversion.
  ///   - format: layout of the samples, not grey.
  ///   - outside: a bit per pixel, from the tally.
  ///   - firstBit: the bit of the row's first pixel.
  ///   - differences: for the converter's destination.
  package mutating func find(
    _ converter: PixelConverter, _ samples: Span<UInt16>, format: PixelFormat, outside: [UInt8],
    firstBit: Int, differences clip: ClipDifferences
  ) {
    let pixels = converter.pixelCount(2 * samples.count, format)
    precondition(outside.count * 8 >= firstBit + pixels, "a bit for each pixel")
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut to leave") }
    reserve(pixels)
    count = unsafe samples.withUnsafeBytes { bytes in
      unsafe withArrays {
        unsafe p3_find_excursions(
          plan, bytes.baseAddress, pixels, UInt32(format.channelCount), outside, firstBit, $0)
      }
    }
    clip.compute(red: red, green: green, blue: blue, count: count, into: &differences)
    if format.hasAlpha, let compositing = clip.compositing { weigh(samples, compositing, clip.target) }
  }

  /// Replaces the differences of translucent pixels among the RGBA `samples`.
  private mutating func weigh(
    _ samples: Span<UInt16>, _ compositing: p3_compositing, _ target: KernelTarget
  ) {
    let count = count
    var compositing = compositing
    unsafe samples.withUnsafeBytes { bytes in
      unsafe withArrays {
        unsafe p3_weigh_excursions(target.cTarget, &compositing, $0, bytes.baseAddress, count)
      }
    }
  }

  /// Sums over the pixels of all entries.
  package mutating func sums() -> OutOfGamutSums {
    var sums = p3_excursion_sums()
    let (target, count) = (target.cTarget, count)
    unsafe withArrays { unsafe p3_sum_excursions(target, $0, count, &sums) }
    return OutOfGamutSums(sums)
  }

  /// Joins entries without a gap between them, left to right.
  package mutating func join(into runs: inout OutOfGamutRuns) {
    let count = count
    unsafe runs.replace(atMost: count) { runs in
      unsafe withArrays { unsafe p3_join_excursions($0, count, runs) }
    }
  }

  private mutating func reserve(_ pixels: Int) {
    let missing = pixels - red.count
    guard missing > 0 else { return }
    for path in [\Self.red, \.green, \.blue, \.differences] {
      self[keyPath: path] += Array(repeating: 0, count: missing)
    }
    first += Array(repeating: 0, count: missing)
    length += Array(repeating: 0, count: missing)
    rounding += Array(repeating: [], count: missing)
  }

  private mutating func withArrays<Result>(_ body: (UnsafePointer<p3_excursions>) -> Result) -> Result {
    unsafe red.withUnsafeMutableBufferPointer { red in
      unsafe green.withUnsafeMutableBufferPointer { green in
        unsafe blue.withUnsafeMutableBufferPointer { blue in
          unsafe differences.withUnsafeMutableBufferPointer { differences in
            unsafe first.withUnsafeMutableBufferPointer { first in
              unsafe length.withUnsafeMutableBufferPointer { length in
                unsafe rounding.withUnsafeMutableBytes { rounding in
                  var arrays = unsafe p3_excursions(
                    red: red.baseAddress, green: green.baseAddress, blue: blue.baseAddress,
                    difference: differences.baseAddress, first: first.baseAddress,
                    length: length.baseAddress,
                    rounding: rounding.baseAddress?.assumingMemoryBound(to: UInt8.self))
                  return unsafe body(&arrays)
                }
              }
            }
          }
        }
      }
    }
  }
}
