import CDeflateCodec
import CZlibReference

/// What a decoder made of a zlib stream.
struct StreamOutcome {
  enum Verdict { case done, short, long, refused }

  var bytes: [UInt8] = []
  var verdict = Verdict.refused
  var damage = P3Z_NO_DAMAGE
  /// Bytes of the stream itself, as zlib counts them.
  var used = 0
  /// Whether there were more, as our decoder tells.
  var hasLeftover = false

  /// zlib's, at once.
  static func ofZlib(_ stream: UnsafeBufferPointer<UInt8>, capacity: Int) -> StreamOutcome {
    var result = zlib_reference_result()
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      result = zlib_reference_inflate(stream.baseAddress, stream.count, out.baseAddress, capacity)
      count = result.written
    }
    return StreamOutcome(bytes: bytes, verdict: Verdict(result.verdict), used: result.used)
  }

  /// Ours; a size n stands for n + 1 bytes at most, 0 for 64 KB.
  static func ofDecoder(
    _ stream: UnsafeBufferPointer<UInt8>, inputSize: Int, outputSize: Int
  ) -> StreamOutcome {
    var input = Input(rest: stream, size: inputSize == 0 ? 1 << 16 : inputSize + 1)
    return withUnsafeMutablePointer(to: &input) { input in
      let wanted = outputSize == 0 ? 1 << 16 : outputSize + 1
      guard let inflater = p3z_inflater_open(wanted, Input.pull, input) else {
        fatalError("no memory")
      }
      defer { p3z_inflater_close(inflater) }
      var outcome = StreamOutcome()
      outcome.read(inflater, wanted)
      return outcome
    }
  }

  /// Ends the program where our decoder, whose outcome this is, gave another verdict or other bytes than zlib.
  func requireAgreement(with zlib: StreamOutcome) {
    require(verdict == zlib.verdict, "\(verdict), zlib says \(zlib.verdict)")
    // Of two literals that are looked up together the first may be missing at the end of a short stream.
    let missing = zlib.bytes.count - bytes.count
    require(missing == 0 || (missing == 1 && verdict == .short), "\(missing) bytes are missing")
    require(zlib.bytes.starts(with: bytes), "other bytes than zlib's")
  }

  private mutating func read(_ inflater: OpaquePointer, _ wanted: Int) {
    var result: p3z_result
    repeat {
      result = takeDecoded(wanted, from: inflater, into: &bytes)
    } while result == P3Z_MORE
    if result == P3Z_DONE { result = p3z_inflater_finish(inflater) }
    verdict = result == P3Z_DONE ? .done : result == P3Z_SHORT ? .short : .refused
    damage = p3z_inflater_damage(inflater)
    hasLeftover = result == P3Z_DONE && p3z_inflater_has_leftover(inflater)
  }

  /// The stream, delivered in parts.
  private struct Input {
    var rest: UnsafeBufferPointer<UInt8>
    let size: Int

    static let pull: p3z_pull = { context, into, count, got in
      guard let input = context?.assumingMemoryBound(to: Input.self), let into else { return false }
      let part = input.pointee.rest.prefix(min(input.pointee.size, count))
      _ = UnsafeMutableBufferPointer(start: into, count: count).update(fromContentsOf: part)
      input.pointee.rest = UnsafeBufferPointer(rebasing: input.pointee.rest.dropFirst(part.count))
      got?.pointee = part.count
      return true
    }
  }
}

extension StreamOutcome.Verdict {
  fileprivate init(_ verdict: zlib_reference_verdict) {
    switch verdict {
    case ZLIB_REFERENCE_DONE: self = .done
    case ZLIB_REFERENCE_SHORT: self = .short
    case ZLIB_REFERENCE_LONG: self = .long
    default: self = .refused
    }
  }
}

/// Moves `wanted` decoded bytes to the end of `bytes`, or all that are left where the stream ends or fails before that, as the
/// result says.
func takeDecoded(_ wanted: Int, from inflater: OpaquePointer, into bytes: inout [UInt8]) -> p3z_result {
  let result = p3z_inflater_need(inflater, wanted)
  let count = result == P3Z_MORE ? wanted : p3z_inflater_available(inflater)
  bytes += UnsafeBufferPointer(start: p3z_inflater_bytes(inflater), count: count)
  p3z_inflater_consume(inflater, count)
  return result
}
