import CDeflateCodec
import CZlibReference

/// What the decoder under test makes of a stream.
struct Inflated {
  private(set) var bytes: [UInt8] = []
  private(set) var result = P3Z_MORE
  private(set) var damage = P3Z_NO_DAMAGE
  private(set) var hasLeftover = false
  /// The most bytes that lay in the decoder's window at once, still to be read.
  private(set) var mostAvailable = 0

  var isDone: Bool { result == P3Z_DONE }

  /// - Parameters:
  ///   - inputs: how many bytes each pull delivers at most, again from the first after the last.
  ///   - outputs: how many bytes are asked for at once, likewise.
  ///   - fails: whether pulling fails behind the stream, as reading a file does.
  init(_ stream: [UInt8], inputs: [Int] = [1 << 16], outputs: [Int] = [4096], fails: Bool = false) {
    stream.withUnsafeBufferPointer { buffer in
      withUnsafeTemporaryAllocation(of: Chunks.self, capacity: 1) { chunks in
        chunks.initialize(repeating: Chunks(rest: buffer[...], sizes: inputs, fails: fails))
        defer { chunks.deinitialize() }
        let most = outputs.max() ?? 1
        guard let inflater = p3z_inflater_open(most, Chunks.pull, chunks.baseAddress) else { return }
        defer { p3z_inflater_close(inflater) }
        result = read(inflater, outputs)
        if isDone { result = p3z_inflater_finish(inflater) }
        damage = p3z_inflater_damage(inflater)
        if isDone { hasLeftover = p3z_inflater_has_leftover(inflater) }
      }
    }
  }

  /// Reads until the decoder has nothing more, and gives its reason.
  private mutating func read(_ inflater: OpaquePointer, _ outputs: [Int]) -> p3z_result {
    var step = 0
    while true {
      let wanted = outputs[step % outputs.count]
      step += 1
      let answer = p3z_inflater_need(inflater, wanted)
      let available = p3z_inflater_available(inflater)
      mostAvailable = max(mostAvailable, available)
      // After a failure there may be more than was asked for.
      let count = answer == P3Z_MORE ? wanted : available
      let start = p3z_inflater_bytes(inflater)
      bytes += UnsafeBufferPointer(start: start, count: count)
      p3z_inflater_consume(inflater, count)
      if answer != P3Z_MORE { return answer }
    }
  }

  /// Input that comes in chunks.
  private struct Chunks {
    var rest: Slice<UnsafeBufferPointer<UInt8>>
    let sizes: [Int]
    let fails: Bool
    var step = 0

    static let pull: p3z_pull = { context, into, count, got in
      guard let chunks = context?.assumingMemoryBound(to: Chunks.self), let into = into else {
        return false
      }
      if chunks.pointee.fails, chunks.pointee.rest.isEmpty { return false }
      let size = min(chunks.pointee.sizes[chunks.pointee.step % chunks.pointee.sizes.count], count)
      chunks.pointee.step += 1
      let part = chunks.pointee.rest.prefix(size)
      for (offset, byte) in part.enumerated() { into[offset] = byte }
      chunks.pointee.rest = chunks.pointee.rest.dropFirst(size)
      got?.pointee = part.count
      return true
    }
  }
}

/// What zlib makes of a stream.
struct InflatedByZlib {
  let bytes: [UInt8]
  let verdict: zlib_reference_verdict
  /// Bytes of the stream itself.
  let used: Int

  init(_ stream: [UInt8], isRaw: Bool = false, capacity: Int = 1 << 22) {
    var result = zlib_reference_result()
    bytes = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      result =
        isRaw
        ? zlib_reference_inflate_raw(stream, stream.count, out.baseAddress, capacity)
        : zlib_reference_inflate(stream, stream.count, out.baseAddress, capacity)
      count = result.written
    }
    verdict = result.verdict
    used = result.used
  }

  /// The zlib stream of `data`; `strategy` as zlib counts them.
  static func deflated(
    _ data: [UInt8], level: Int = 6, strategy: Int = 0, windowBits: Int = 15
  ) -> [UInt8] {
    let capacity = data.count * 2 + 1024
    return [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      count = zlib_reference_deflate(
        data, data.count, Int32(level), Int32(strategy), Int32(windowBits), out.baseAddress, capacity)
    }
  }
}
