import ImageFiles

/// One line of a state file: a seal, then a record with fields separated by tabs. The seal is a keyed hash; without a
/// key, it is the start of a plain hash, which only detects torn and damaged lines.
enum BatchStateLine: Sendable, Hashable {
  /// The format's number and the version of the tool that wrote it.
  case header(format: Int, version: String)
  case source(String, BatchState.File)
  case product(BatchState.Key, BatchState.Product)
  case orphan(String, BatchState.File)
  case claim(String)

  /// The number of this format.
  static let format = 1

  /// The line with its newline.
  func text(sealedBy key: BatchStateKey?) -> String {
    let body = fields.map(Self.escaped).joined(separator: "\t")
    return Self.seal(ArraySlice(body.utf8), key) + "\t" + body + "\n"
  }

  /// Parses a line without its newline; nil if it is damaged, of another format, or not sealed with `key`.
  init?(_ line: ArraySlice<UInt8>, sealedBy key: BatchStateKey?) {
    guard let tab = line.firstIndex(of: Self.tab) else { return nil }
    let body = line[(tab + 1)...]
    guard line[..<tab].elementsEqual(Self.seal(body, key).utf8) else { return nil }
    self.init(body: body)
  }

  /// Parses a line without checking its seal, for the version of an unused file in messages.
  init?(unproven line: ArraySlice<UInt8>) {
    guard let tab = line.firstIndex(of: Self.tab) else { return nil }
    self.init(body: line[(tab + 1)...])
  }

  private static let tab = UInt8(ascii: "\t")

  /// The fields of a line, in the order of writing.
  private struct Fields {
    var rest: ArraySlice<ArraySlice<UInt8>>

    mutating func text() -> String? { rest.popFirst().map(BatchStateLine.unescaped) }

    mutating func number<Number: FixedWidthInteger>() -> Number? {
      rest.popFirst().flatMap { Number(String(decoding: $0, as: UTF8.self)) }
    }

    mutating func hash() -> ContentHash? { rest.popFirst().flatMap { ContentHash(hexadecimal: $0) } }

    mutating func file() -> BatchState.File? {
      guard let size: Int = number(), let modified: Int64 = number(), let inode: UInt64 = number(),
        let hash = hash()
      else { return nil }
      return BatchState.File(stamp: FileStamp(size: size, modified: modified, inode: inode), hash: hash)
    }

    mutating func product() -> BatchState.Product? {
      guard let input = hash(), let recipe = hash(),
        let result = text().flatMap({ StepResult(stateText: $0) })
      else { return nil }
      var outputs: [String: BatchState.File] = [:]
      while let path = text() {
        guard let file = file() else { return nil }
        outputs[path] = file
      }
      return BatchState.Product(input: input, recipe: recipe, result: result, outputs: outputs)
    }
  }

  private init?(body: ArraySlice<UInt8>) {
    var fields = Fields(rest: body.split(separator: Self.tab, omittingEmptySubsequences: false)[...])
    switch fields.text() {
    case "p3tool-state":
      guard let format: Int = fields.number(), let version = fields.text() else { return nil }
      self = .header(format: format, version: version)
    case "source":
      guard let path = fields.text(), let file = fields.file() else { return nil }
      self = .source(path, file)
    case "orphan":
      guard let path = fields.text(), let file = fields.file() else { return nil }
      self = .orphan(path, file)
    case "claim":
      guard let path = fields.text() else { return nil }
      self = .claim(path)
    case "product":
      guard let source = fields.text(), let step = fields.text(), let product = fields.product() else {
        return nil
      }
      self = .product(BatchState.Key(source: source, step: step), product)
    default: return nil
    }
    if !fields.rest.isEmpty { return nil }
  }

  private var fields: [String] {
    switch self {
    case .header(let format, let version): ["p3tool-state", "\(format)", version]
    case .source(let path, let file): ["source", path] + Self.fields(file)
    case .orphan(let path, let file): ["orphan", path] + Self.fields(file)
    case .claim(let path): ["claim", path]
    case .product(let key, let product):
      ["product", key.source, key.step, "\(product.input)", "\(product.recipe)", product.result.stateText]
        + product.outputs.sorted { $0.key < $1.key }.flatMap { [$0.key] + Self.fields($0.value) }
    }
  }

  private static func fields(_ file: BatchState.File) -> [String] {
    ["\(file.stamp.size)", "\(file.stamp.modified)", "\(file.stamp.inode)", "\(file.hash)"]
  }

  /// The seal of a body by `key`; without a key, the first 32 bits of its hash.
  private static func seal(_ body: ArraySlice<UInt8>, _ key: BatchStateKey?) -> String {
    if let key { return key.seal(body) }
    let digits = String(SHA256.hash(Array(body)).prefix >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
      return text
    }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(scalar)
      }
    }.joined()
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0x5C) else { return text }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
