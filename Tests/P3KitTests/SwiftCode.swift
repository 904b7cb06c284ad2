/// The code of a Swift source, line by line: without comments and the contents of string literals, but with what string
/// interpolations compute, which runs as any other code does.
struct SwiftCode {
  let lines: [Substring]

  init(_ source: String) {
    var scanner = Scanner(bytes: Array(source.utf8))
    scanner.scan()
    lines = String(decoding: scanner.code, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// What surrounds the place that is read.
  private enum Surrounding {
    /// Code, and the parentheses that are open in it.
    case code(open: Int)
    /// A string literal that ends with `delimiter`; interpolations begin with a backslash and `marks` number signs.
    case text(delimiter: [UInt8], marks: Int)
  }

  private struct Scanner {
    let bytes: [UInt8]
    var code: [UInt8] = []
    private var position = 0
    private var surroundings = [Surrounding.code(open: 0)]

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() {
      while position < bytes.count {
        switch surroundings.last {
        case .code(let open): scanCode(open: open)
        case .text(let delimiter, let marks): scanText(delimiter, marks: marks)
        case nil: return
        }
      }
    }

    private mutating func scanCode(open: Int) {
      if starts("//") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else if starts("/*") {
        while position < bytes.count, !starts("*/") { passOver() }
        position += 2
      } else if let literal = literalStart() {
        code.append(UInt8(ascii: "\""))
        surroundings.append(literal)
      } else if bytes[position] == UInt8(ascii: ")"), open == 0, surroundings.count > 1 {
        surroundings.removeLast()
        copy()
      } else {
        let change = bytes[position] == UInt8(ascii: "(") ? 1 : bytes[position] == UInt8(ascii: ")") ? -1 : 0
        surroundings[surroundings.count - 1] = .code(open: open + change)
        copy()
      }
    }

    private mutating func scanText(_ delimiter: [UInt8], marks: Int) {
      let signs = String(repeating: "#", count: marks)
      if bytes[position...].starts(with: delimiter) {
        position += delimiter.count
        code.append(UInt8(ascii: "\""))
        surroundings.removeLast()
      } else if starts("\\\(signs)(") {
        position += marks + 2
        code += Array(" (".utf8)
        surroundings.append(.code(open: 0))
      } else if marks == 0, starts("\\") {
        position += 2
      } else {
        passOver()
      }
    }

    /// The literal that begins here, passed over as far as its first quotation mark reaches.
    private mutating func literalStart() -> Surrounding? {
      let marks = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
      let quotes = bytes[(position + marks)...].prefix { $0 == UInt8(ascii: "\"") }.count
      guard quotes > 0 else { return nil }
      // Two are a literal without contents.
      let width = quotes >= 3 ? 3 : 1
      position += marks + width
      let delimiter =
        [UInt8](repeating: UInt8(ascii: "\""), count: width)
        + [UInt8](repeating: UInt8(ascii: "#"), count: marks)
      return .text(delimiter: delimiter, marks: marks)
    }

    private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func copy() {
      code.append(bytes[position])
      position += 1
    }

    /// Leaves a byte out; lines keep their numbers.
    private mutating func passOver() {
      if bytes[position] == UInt8(ascii: "\n") { code.append(bytes[position]) }
      position += 1
    }
  }
}
