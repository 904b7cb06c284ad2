extension Contender {
  /// `memcpy` of as many bytes: the machine's limit for work that reads a buffer and writes another.
  static func memcpy(byteCount: Int, yardsticks: [String]) -> Contender {
    let source = SampleBuffer(byteCount: byteCount)
    let destination = SampleBuffer(byteCount: byteCount)
    return Contender("memcpy", yardsticks: yardsticks) {
      destination.bytes.copyMemory(from: UnsafeRawBufferPointer(source.bytes))
    }
  }
}
