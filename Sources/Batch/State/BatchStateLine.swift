import ImageFiles

/// One line of a state file: a record, its fields separated by tabs, behind its seal: a hash of it with a key, or the start
/// of its own hash, which tells a torn or damaged line, no more.
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
    return Self.seal(body[...], key) + "\t" + body + "\n"
  }

  /// Reads a line without its newline; nil where it is damaged, not of this format, or not sealed by `key`.
  init?(_ line: Substring, sealedBy key: BatchStateKey?) {
    guard let tab = line.firstIndex(of: "\t") else { return nil }
    let body = line[line.index(after: tab)...]
    guard line[..<tab] == Self.seal(body, key) else { return nil }
    self.init(body: body)
  }

  /// Reads a line without checking its seal. Messages about a file that is not used name the file's version from it.
  init?(unproven line: Substring) {
    guard let tab = line.firstIndex(of: "\t") else { return nil }
    self.init(body: line[line.index(after: tab)...])
  }

  private init?(body: Substring) {
    let fields = body.split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped)
    self.init(kind: fields[0], fields: fields.dropFirst())
  }

  private init?(kind: String, fields: ArraySlice<String>) {
    var fields = fields
    switch kind {
    case "p3tool-state":
      guard let format = fields.popFirst().flatMap({ Int($0) }), let version = fields.popFirst() else {
        return nil
      }
      self = .header(format: format, version: version)
    case "source":
      guard let path = fields.popFirst(), let file = Self.file(&fields) else { return nil }
      self = .source(path, file)
    case "orphan":
      guard let path = fields.popFirst(), let file = Self.file(&fields) else { return nil }
      self = .orphan(path, file)
    case "claim":
      guard let path = fields.popFirst() else { return nil }
      self = .claim(path)
    case "product":
      guard let source = fields.popFirst(), let step = fields.popFirst(),
        let product = Self.product(&fields)
      else { return nil }
      self = .product(BatchState.Key(source: source, step: step), product)
    default: return nil
    }
    if !fields.isEmpty { return nil }
  }

  private static func file(_ fields: inout ArraySlice<String>) -> BatchState.File? {
    guard let size = fields.popFirst().flatMap({ Int($0) }),
      let modified = fields.popFirst().flatMap({ Int64($0) }),
      let inode = fields.popFirst().flatMap({ UInt64($0) }),
      let hash = fields.popFirst().flatMap({ ContentHash(hexadecimal: $0) })
    else { return nil }
    return BatchState.File(stamp: FileStamp(size: size, modified: modified, inode: inode), hash: hash)
  }

  private static func product(_ fields: inout ArraySlice<String>) -> BatchState.Product? {
    guard let input = fields.popFirst().flatMap({ ContentHash(hexadecimal: $0) }),
      let recipe = fields.popFirst().flatMap({ ContentHash(hexadecimal: $0) }),
      let result = fields.popFirst().flatMap({ StepResult(stateText: $0) })
    else { return nil }
    var outputs: [String: BatchState.File] = [:]
    while let path = fields.popFirst() {
      guard let file = file(&fields) else { return nil }
      outputs[path] = file
    }
    return BatchState.Product(input: input, recipe: recipe, result: result, outputs: outputs)
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

  /// What `key` makes of the body; without a key the first 32 bits of the body's hash.
  private static func seal(_ body: Substring, _ key: BatchStateKey?) -> String {
    if let key { return key.seal(body) }
    let digits = String(SHA256.hash(Array(body.utf8)).prefix >> 32, radix: 16)
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

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(0x5C) else { return String(text) }
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
