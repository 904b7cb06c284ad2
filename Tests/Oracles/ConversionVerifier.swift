internal import CConversionReference
package import Pixels

/// Compares a converter with `ReferenceConverter` on generated pixels, in C: for tests and `verify-exact`.
///
/// The check shares no table and no search with the kernels: each result c of a linear value y must satisfy
/// level(c − 1) ≤ y < level(c).
public struct ConversionVerifier {
  private let reference: ReferenceConverter

  /// The state of the SplitMix64 generator: a seed gives the same pixels everywhere.
  public private(set) var state: UInt64

  /// A verifier of colour conversions that starts at `seed`.
  package init(_ conversion: MatrixConversion, seed: UInt64) {
    precondition(!conversion.isGray, "grey is checked by its table")
    reference = ReferenceConverter(conversion)
    state = seed
  }

  /// Converts `pixels` generated pixels with `converter` and counts the colour samples that differ.
  package mutating func differences(
    _ converter: PixelConverter, pixels: Int, format: PixelFormat
  ) -> Int {
    var source = [UInt16](repeating: 0, count: pixels * format.channelCount)
    unsafe source.withUnsafeMutableBufferPointer {
      unsafe p3_fill_test_pixels($0.baseAddress, $0.count, UInt32(format.channelCount), &state)
    }
    var converted = source
    var span = converted.mutableSpan
    converter.convert(&span, format: format)
    return differences(source, converted, format)
  }

  /// Counts the colour samples of `converted` that are not what the definition makes of `source`.
  package func differences(_ source: [UInt16], _ converted: [UInt16], _ format: PixelFormat) -> Int {
    precondition(source.count == converted.count && !format.isGray)
    return unsafe withTables(reference.decodingTables) { decode in
      unsafe withTables(reference.decisionLevels.map(\.values)) { levels in
        let m = reference.conversion.matrix
        var definition = unsafe p3_definition(
          decode: decode,
          matrix: (
            m[0, 0], m[0, 1], m[0, 2], m[1, 0], m[1, 1], m[1, 2], m[2, 0], m[2, 1], m[2, 2]
          ),
          levels: levels)
        return unsafe source.withUnsafeBufferPointer { source in
          unsafe converted.withUnsafeBufferPointer { converted in
            unsafe p3_count_differences(
              &definition, source.baseAddress, converted.baseAddress, source.count / format.channelCount,
              UInt32(format.channelCount))
          }
        }
      }
    }
  }

  private typealias Tables = (UnsafePointer<Double>?, UnsafePointer<Double>?, UnsafePointer<Double>?)

  private func withTables<Result>(_ tables: [[Double]], _ body: (Tables) -> Result) -> Result {
    unsafe tables[0].withUnsafeBufferPointer { first in
      unsafe tables[1].withUnsafeBufferPointer { second in
        unsafe tables[2].withUnsafeBufferPointer { third in
          unsafe body((first.baseAddress, second.baseAddress, third.baseAddress))
        }
      }
    }
  }
}
