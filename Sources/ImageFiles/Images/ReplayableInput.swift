package import PNGCodec

/// An image that may be read more than once.
///
/// Standard input and named pipes deliver their bytes once: they are copied to a temporary file that has no name in any folder.
/// A file is opened once and its descriptor is rewound for each reading, so that all readings see the same bytes even if another
/// program puts a new file in its place meanwhile. Readings share the descriptor's offset: one has to end before the next begins.
package struct ReplayableInput: ~Copyable {
  private let source: ImageSource

  /// The file that is read again and again: the image's own, or the copy of what can be read once. Nil where nothing is
  /// read twice, and for bytes in memory.
  private let file: Int32?

  /// - Parameter limits: bound the copy, see `copyLimit`.
  /// - Throws: `ImageError.file` when what can be read once cannot be copied.
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

  /// What messages call it.
  package var name: String { source.name }

  /// A reader at the beginning of the image.
  package func openReader(limits: PNGLimits) throws(ImageError) -> PNGReader {
    guard let file else { return try source.openReader(limits: limits) }
    SystemCall.rewind(file)
    return try ImageError.at(name) { () throws(PNGError) in
      try PNGReader(fileDescriptor: file, name: name, limits: limits)
    }
  }

  /// Writes the bytes of the image, up to the end of the PNG, to the descriptor `output`, called `name`, or only counts
  /// them where it is nil. What a file has behind the last chunk is no part of the image: it is read and left out.
  ///
  /// - Returns: how many were read and how many belong to the image.
  package func copyBytes(to output: Int32?, name: String) throws(ImageError) -> (read: Int, copied: Int) {
    try reading { (input) throws(ImageError) in
      try Self.copyBytes(of: input, called: self.name, to: output, called: name)
    }
  }

  /// What `body` makes of a descriptor that the image's bytes come from, from the first.
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

  /// Bytes of a PNG that is worth a copy, at most: those of its pixels as they are, 16 bits and four channels each, its
  /// metadata, and as much again for what compression and chunks may add.
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
        // What is no PNG is not copied to its end, which it may not have: the reader sees that from its first bytes.
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
  /// Whether its bytes come only once.
  fileprivate var isReadOnce: Bool {
    switch self {
    case .standardInput: true
    case .bytes: false
    case .file(let path): FileStatus(path: path)?.kind == .special
    }
  }

  /// What `body` makes of the descriptor that the bytes come from.
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

/// Finds the end of a PNG in its bytes as they come, by the lengths of its chunks.
private struct PNGEnd {
  /// The chunk that ends a PNG (PNG Specification, 11.2.5).
  private static let lastType = Array("IEND".utf8)
  private static let headBytes = 8

  /// Bytes of the signature or of a chunk that are still to come, but for its head.
  private var rest = 8
  /// The length and type of the next chunk, as far as they have come.
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

  /// Takes the head: the data follow, and a checksum of four bytes.
  private mutating func begin() {
    rest = head.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4
    isLast = head.suffix(4).elementsEqual(Self.lastType)
    head = []
  }
}
