import CPixelKernels

/// Runs of neighbouring pixels out of gamut in one row. Keep one value for all rows of a strip, so that its
/// memory is reused.
package struct OutOfGamutRuns: Sendable {
  private var first: [UInt32] = []
  private var end: [UInt32] = []
  private var differences: [Float] = []
  /// Number of runs.
  package private(set) var count = 0

  /// No runs yet.
  package init() {}

  /// The pixels of a run, and their largest CIEDE2000.
  package subscript(run: Int) -> (pixels: Range<Int>, maxDifference: Float) {
    precondition(run < count, "no such run")
    return (Int(first[run])..<Int(end[run]), differences[run])
  }

  /// Replaces the runs by those that `body` writes, at most `capacity`; `body` returns their number.
  mutating func replace(atMost capacity: Int, _ body: (UnsafePointer<p3_excursion_runs>) -> Int) {
    let missing = max(0, capacity - first.count)
    first += Array(repeating: 0, count: missing)
    end += Array(repeating: 0, count: missing)
    differences += Array(repeating: 0, count: missing)
    count = unsafe first.withUnsafeMutableBufferPointer { first in
      unsafe end.withUnsafeMutableBufferPointer { end in
        unsafe differences.withUnsafeMutableBufferPointer { differences in
          var runs = unsafe p3_excursion_runs(
            first: first.baseAddress, end: end.baseAddress, most: differences.baseAddress)
          return unsafe body(&runs)
        }
      }
    }
  }
}
