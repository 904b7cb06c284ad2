package import PNGCodec

/// An image that can be read more than once.
///
/// Standard input and named pipes deliver their bytes once, so they are copied to a temporary file without a name. A
/// file is opened once and its descriptor rewound for each reading, so that all readings see the same bytes even if
/// another program replaces the file meanwhile. Readings share the descriptor's offset: one must end before the next
/// begins.
package struct ReplayableInput: ~Copyable {
  private let source: ImageSource

  /// The file that is read repeatedly: the image's own, or the copy. Nil if nothing is read twice, and for bytes in
  /// memory.
  private let file: Int32?

  /// - Parameter limits: bound the copy, see `copyLimit`.
  /// - Throws: `ImageError.file` if a source that can be read once cannot be copied.
  package init(_ source: ImageSource, isReadTwice: Bool, limits: PNGLimits) throws(ImageError) {
    self.source = source
    guard isReadTwice else {
      file = nil
      return
    }
    file = try ImageError.at(source.name) { () throws(FileError) in
      switch source {
      case .bytes: nil
      case .file(let path) where !source.isReadOnce: try SystemCall.open(path, for: .reading)
      case .file, .standardInput:
        try source.reading { (input) throws(FileError) in
          try Self.copy(of: input, name: source.name, limit: Self.copyLimit(limits))
        }
      }
    }
  }

  deinit {
    if let file { try? SystemCall.close(file, path: source.name) }
  }

  /// Whether the image can be read again.
  package var isReplayable: Bool {
    if case .bytes = source { true } else { file != nil }
  }

  /// The name in messages.
  package var name: String { source.name }

  /// A reader at the start of the image.
  package func openReader(limits: PNGLimits) throws(ImageError) -> PNGReader {
    guard let file else { return try source.openReader(limits: limits) }
    SystemCall.rewind(file)
    return try ImageError.at(name) { () throws(PNGError) in
      try PNGReader(fileDescriptor: file, name: name, limits: limits)
    }
  }

  /// Writes the bytes of the image, up to the end of the PNG, to the descriptor `output`, which errors call `name`;
  /// only counts them if `output` is nil. Bytes behind the last chunk are read but left out.
  ///
  /// - Returns: the number of bytes read, and of those that belong to the image.
  package func copyBytes(to output: Int32?, name: String) throws(ImageError) -> (read: Int, copied: Int) {
    try reading { (input) throws(ImageError) in
      try Self.copyBytes(of: input, called: self.name, to: output, called: name)
    }
  }

  /// Calls `body` with a descriptor that delivers the image's bytes from the start.
  package func reading<Value>(_ body: (Int32) throws(ImageError) -> Value) throws(ImageError) -> Value {
    if let file {
      SystemCall.rewind(file)
      return try body(file)
    }
    let result: Result<Value, ImageError> = try ImageError.at(name) { () throws(FileError) in
      try source.reading { (input) throws(FileError) in
        Result { () throws(ImageError) in try body(input) }
      }
    }
    return try result.get()
  }

  private static func copyBytes(
    of input: Int32, called inputName: String, to output: Int32?, called outputName: String
  ) throws(ImageError) -> (read: Int, copied: Int) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var end = PNGEnd()
    var (total, copied) = (0, 0)
    while true {
      let count = try ImageError.at(inputName) { () throws(FileError) in
        try SystemCall.read(input, into: &block, path: inputName)
      }
      if count == 0 { return (total, copied) }
      total += count
      let bytes = Array(end.part(of: block[..<count]))
      copied += bytes.count
      guard let output else { continue }
      try ImageError.at(outputName) { () throws(FileError) in
        try SystemCall.write(bytes, to: output, path: outputName)
      }
    }
  }

  /// The most bytes of a PNG to copy: its pixels uncompressed in 16 bits and four channels, its metadata, and as much
  /// again for the overhead of compression and chunks.
  private static func copyLimit(_ limits: PNGLimits) -> Int {
    let (pixels, isTooLarge) = limits.maxPixels.multipliedReportingOverflow(by: 16)
    let (sum, overflows) = pixels.addingReportingOverflow(2 * limits.maxMetadataBytes)
    return isTooLarge || overflows ? .max : sum
  }

  /// - Throws: `ErrorNumber.tooLarge` for more than `limit` bytes.
  private static func copy(of input: Int32, name: String, limit: Int) throws(FileError) -> Int32 {
    let copy = try ScratchFile.open()
    do throws(FileError) {
      var block = [UInt8](repeating: 0, count: 1 << 16)
      var total = 0
      while true {
        let count = try SystemCall.read(input, into: &block, path: name)
        if count == 0 { return copy }
        guard total + count <= limit else { throw FileError(path: name, code: ErrorNumber.tooLarge) }
        // Input that is no PNG may never end, so it is not copied further: the reader refuses it by its first bytes.
        let isOther = total == 0 && !block.prefix(count).starts(with: [0x89])
        total += count
        try SystemCall.write(Array(block[..<count]), to: copy, path: "temporary folder")
        if isOther { return copy }
      }
    } catch {
      try? SystemCall.close(copy, path: name)
      throw error
    }
  }
}

extension ImageSource {
  /// Whether the bytes can be read only once.
  package var isReadOnce: Bool {
    switch self {
    case .standardInput: true
    case .bytes: false
    case .file(let path): FileStatus(path: path)?.kind == .special
    }
  }

  /// Calls `body` with the descriptor that delivers the bytes.
  func reading<Value>(_ body: (Int32) throws(FileError) -> Value) throws(FileError) -> Value {
    switch self {
    case .standardInput:
      try SystemCall.checkStandardInput()
      return try body(0)
    case .file(let path):
      let descriptor = try SystemCall.open(path, for: .reading)
      defer { try? SystemCall.close(descriptor, path: path) }
      return try body(descriptor)
    case .bytes(let bytes, let name):
      let descriptor = try ScratchFile.openInMemory(name: name)
      defer { try? SystemCall.close(descriptor, path: name) }
      try SystemCall.write(bytes, to: descriptor, path: name)
      SystemCall.rewind(descriptor)
      return try body(descriptor)
    }
  }
}

/// Finds the end of a PNG in a stream of bytes, from the lengths of its chunks.
private struct PNGEnd {
  /// The type of the last chunk (PNG Specification, 11.2.5).
  private static let lastType = Array("IEND".utf8)
  private static let headBytes = 8

  /// Remaining bytes of the signature or chunk, after its head.
  private var rest = 8
  /// The length and type of the next chunk, as far as they are read.
  private var head: [UInt8] = []
  /// Whether the last chunk has begun.
  private var isLast = false

  /// The part of `block`, the next bytes of the file, that belongs to the image.
  mutating func part(of block: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var position = block.startIndex
    while position < block.endIndex {
      if rest > 0 {
        let step = min(rest, block.endIndex - position)
        rest -= step
        position += step
      } else if isLast {
        break
      } else {
        head.append(block[position])
        position += 1
        if head.count == Self.headBytes { begin() }
      }
    }
    return block[..<position]
  }

  /// Evaluates the head: the data follow, and a checksum of four bytes.
  private mutating func begin() {
    rest = head.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4
    isLast = head.suffix(4).elementsEqual(Self.lastType)
    head = []
  }
}
