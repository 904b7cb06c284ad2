// The only file that uses LibYAML.

import CYAML

/// An event of LibYAML's parser, with the parts that a pipeline file needs.
struct YAMLEvent {
  enum Kind {
    case document
    /// A scalar. If plain, it may be a number, a boolean or null.
    case scalar(String, isPlain: Bool)
    case alias(String)
    case list
    case mapping
    /// The end of a document, list or mapping.
    case end
    case endOfFile
  }

  let kind: Kind
  /// The anchor of the value, for aliases.
  let anchor: String?
  let place: ConfigurationPlace
}

/// The events of a text, in order.
@safe struct YAMLEvents: ~Copyable {
  /// On the heap, because LibYAML's parser contains a pointer to itself.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The text, which must live as long as the parser.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The file's path as the user typed it.
  private let path: String

  init(_ text: String, path: String) throws(ConfigurationError) {
    self.path = path
    // The NUL keeps the buffer from being empty, so that it has an address.
    unsafe bytes = .allocate(capacity: text.utf8.count + 1)
    _ = unsafe bytes.initialize(fromContentsOf: Array(text.utf8) + [0])
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw ConfigurationError(path: path, place: nil, message: "not YAML (no memory to read it)")
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.utf8.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// The next event.
  ///
  /// - Throws: `ConfigurationError` if the text is no YAML.
  mutating func next() throws(ConfigurationError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    while true {
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw error() }
      // The values of the event are copied before it is deleted.
      defer { unsafe yaml_event_delete(&event) }
      if let converted = unsafe Self.event(event) { return converted }
    }
  }

  /// `event` as a Swift value; nil for the start of the text.
  private static func event(_ event: yaml_event_t) -> YAMLEvent? {
    let place = unsafe Self.place(event.start_mark)
    func made(_ kind: YAMLEvent.Kind, anchor: String? = nil) -> YAMLEvent {
      YAMLEvent(kind: kind, anchor: anchor, place: place)
    }
    // The type of an event determines which member of the union it has.
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return made(.document)
    case YAML_ALIAS_EVENT: return made(.alias(unsafe text(event.data.alias.anchor) ?? ""))
    case YAML_SCALAR_EVENT:
      let anchor = unsafe text(event.data.scalar.anchor)
      return unsafe made(scalar(event), anchor: anchor)
    case YAML_SEQUENCE_START_EVENT:
      return made(.list, anchor: unsafe text(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT:
      return made(.mapping, anchor: unsafe text(event.data.mapping_start.anchor))
    case YAML_DOCUMENT_END_EVENT, YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return made(.end)
    case YAML_STREAM_END_EVENT: return made(.endOfFile)
    default: return nil
    }
  }

  private static func scalar(_ event: yaml_event_t) -> YAMLEvent.Kind {
    let scalar = unsafe event.data.scalar
    // A text may contain NUL.
    let value = unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    // With the tags "!" and "!!str", a plain scalar is a text.
    let isText = unsafe scalar.quoted_implicit == 1 || text(scalar.tag) == YAML_STR_TAG
    return .scalar(value, isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE && !isText)
  }

  /// LibYAML's C string, decoded as UTF-8; nil for NULL.
  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  private static func place(_ mark: yaml_mark_t) -> ConfigurationPlace {
    ConfigurationPlace(line: mark.line + 1, column: mark.column + 1)
  }

  /// The parser's error.
  private func error() -> ConfigurationError {
    let fact = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "no memory to read it"
    let isUnreadable = unsafe parser.pointee.error == YAML_READER_ERROR
    let place =
      unsafe isUnreadable ? place(at: parser.pointee.problem_offset) : Self.place(parser.pointee.problem_mark)
    return ConfigurationError(path: path, place: place, message: "not YAML: \(fact)")
  }

  /// The place of the byte at `offset`. LibYAML's reader counts no lines.
  private func place(at offset: Int) -> ConfigurationPlace {
    let before = unsafe Array(bytes.prefix(offset))
    let line = before.suffix(from: before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    return ConfigurationPlace(
      line: 1 + before.count { $0 == 0x0A },
      column: 1 + String(decoding: line, as: UTF8.self).unicodeScalars.count)
  }
}
