import Foundation

/// The names that the sources declare, found by reading them: what documentation may speak of.
///
/// Declarations are recognised by their first words, line by line. That is enough to notice a name that has gone.
public struct SourceIndex: Sendable {
  /// The index of this checkout, read once.
  public static let current = Result { try SourceIndex() }

  /// Every file and folder below the package, relative to it.
  private let paths: Set<String>
  /// The last components of `paths`.
  private let fileNames: Set<Substring>
  /// Types, and the modules that hold them.
  private let types: Set<String>
  /// The types that P3Kit declares `public`, without those inside other types.
  public let publicTypes: Set<String>
  /// For each of these types, the public types that its public declarations speak of.
  private let spokenOf: [String: Set<String>]
  /// Functions, properties, cases, initialisers and type aliases.
  private let members: Set<String>
  /// Every word with an underscore: C functions, environment variables.
  private let words: Set<String>
  /// The targets of the Makefile.
  private let makeTargets: Set<String>

  /// Reads the checkout that this test was built from.
  public init() throws {
    let root = SharedFolder.packageRoot
    var paths: Set<String> = []
    for folder in Self.folders {
      let path = root.appendingPathComponent(folder).path
      let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      paths.insert(folder)
      paths.formUnion(names.filter { !$0.contains(".build") }.map { "\(folder)/\($0)" })
    }
    paths.formUnion(try FileManager.default.contentsOfDirectory(atPath: root.path))
    var declarations = Declarations()
    var interfaces: [String: Set<String>] = [:]
    for path in paths where Self.isSource(path) {
      guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else { continue }
      declarations.read([UInt8](data), isSwift: path.hasSuffix(".swift"))
      if path.hasPrefix("Sources/P3Kit/"), path.hasSuffix(".swift") {
        interfaces.merge(Self.interfaces(in: String(decoding: data, as: UTF8.self))) { $0.union($1) }
      }
    }
    self.paths = paths
    fileNames = Set(paths.compactMap { $0.split(separator: "/").last })
    types = declarations.types.union(Self.modules(among: paths))
    members = declarations.members.union(declarations.types).union(["init"])
    words = declarations.words
    spokenOf = interfaces
    publicTypes = Set(interfaces.keys.filter { interfaces[$0]?.contains("public \($0)") == true })
    let makefile = try String(contentsOf: root.appendingPathComponent("Makefile"), encoding: .utf8)
    let targets = makefile.matches(of: #/^([a-z][a-z-]*):/#.anchorsMatchLineEndings())
    makeTargets = Set(targets.map { String($0.1) })
  }

  private static func isSource(_ path: String) -> Bool {
    [".swift", ".c", ".h", ".inl"].contains { path.hasSuffix($0) } || path.hasPrefix(".ci/")
      || path == "Makefile"
  }

  /// The names in source texts, told by the word before them.
  private struct Declarations {
    var types: Set<String> = []
    var members: Set<String> = []
    var words: Set<String> = []

    private static let typeKeywords: Set = [
      "struct", "class", "enum", "actor", "protocol", "typealias", "macro", "extension",
    ]
    private static let memberKeywords: Set = ["func", "var", "let", "case", "associatedtype"]

    mutating func read(_ bytes: [UInt8], isSwift: Bool) {
      var keyword = ""
      var start: Int?
      for index in 0...bytes.count {
        let byte = index < bytes.count ? bytes[index] : 0x0A
        let isWord =
          byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
          || byte == 0x5F
        if isWord {
          start = start ?? index
          continue
        }
        if let first = start {
          let word = String(decoding: bytes[first..<index], as: UTF8.self)
          start = nil
          if word.contains("_") { words.insert(word) }
          if isSwift { declare(word, after: &keyword) }
        }
        // A list of cases goes on after a comma.
        if byte != 0x20, byte != 0x60, byte != 0x2C { keyword = "" }
      }
    }

    private mutating func declare(_ word: String, after keyword: inout String) {
      if Self.typeKeywords.contains(keyword) {
        types.insert(word)
        keyword = ""
      } else if Self.memberKeywords.contains(keyword) {
        members.insert(word)
      } else {
        keyword = word
      }
    }
  }

  /// The folders that hold what the project is made of.
  private static let folders = ["Sources", "Tests", "Benchmarks", "TestImages", ".ci"]

  /// The folders of Sources and those of Tests that hold sources.
  private static func modules(among paths: Set<String>) -> [String] {
    paths.compactMap { path in
      let parts = path.split(separator: "/")
      return parts.count == 2 && ["Sources", "Tests"].contains(parts[0]) ? String(parts[1]) : nil
    }
  }

  /// For each type at the top of a file or extended there, the words of its public declarations that begin as types
  /// do, and `public NAME` where the type itself is.
  private static func interfaces(in text: String) -> [String: Set<String>] {
    let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    var words: [String: Set<String>] = [:]
    var type: String?
    var isDeclaration = false
    for line in text.split(separator: "\n") where !line.contains("///") {
      let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if !line.hasPrefix(" "), let index = parts.firstIndex(where: keywords.contains), index < 3,
        index + 1 < parts.count
      {
        let name = String(parts[index + 1])
        type = name
        if parts[0] == "public", parts[index] != "extension" {
          words[name, default: []].insert("public \(name)")
        }
      }
      guard let type else { continue }
      isDeclaration = isDeclaration || parts.contains("public") || line.hasPrefix("  case ")
      if isDeclaration {
        words[type, default: []].formUnion(parts.filter { $0.first?.isUppercase == true }.map(String.init))
      }
      // A declaration may go on over several lines, to its body.
      if line.hasSuffix("{") || line.hasSuffix("}") || line.hasPrefix("  case ") { isDeclaration = false }
    }
    return words
  }

  /// Those of P3Kit's public types that are among `listed`, or that the public declarations of one of these speak of,
  /// and so on.
  public func publicTypes(reachableFrom listed: Set<String>) -> Set<String> {
    var reached: Set<String> = []
    var waiting = listed.intersection(publicTypes)
    while let type = waiting.popFirst() {
      reached.insert(type)
      waiting.formUnion((spokenOf[type] ?? []).intersection(publicTypes).subtracting(reached))
    }
    return reached
  }

  /// The folders directly in `folder`, sorted.
  public func folders(in folder: String) -> [String] {
    let children = paths.filter { $0.hasPrefix("\(folder)/") }.map { $0.dropFirst(folder.count + 1) }
    return Set(children.filter { $0.contains("/") }.compactMap { $0.split(separator: "/").first }).map(
      String.init
    )
    .sorted()
  }
}

// Whether what documentation names is there.

extension SourceIndex {
  /// Names of the language and of others' libraries that documentation may use.
  private static let foreign: Set = [
    "Double", "Float", "Int", "UInt8", "UInt16", "String", "Array", "Span", "MutableSpan", "SIMD3", "Mutex",
    "Sendable", "Codable", "Encodable", "CaseIterable", "Error", "Result", "Task", "Foundation",
    "FoundationEssentials", "AsyncParsableCommand", "ParsableArguments", "ExpressibleByArgument", "Test",
    "Suite",
    "Contents", "Assets", "Icon", "App", "Accept", "Content",
  ]

  /// What is wrong with `span`, the text of a code span.
  ///
  /// - Returns: nil where it names something that is there, or is of no kind that can be looked up: a value, an option,
  ///   a file of the user.
  public func problem(with span: String) -> String? {
    if let match = span.wholeMatch(of: #/make ([a-z][a-z-]*)( .*)?/#) {
      return makeTargets.contains(String(match.1)) ? nil : "the Makefile has no target \(match.1)"
    }
    if span.contains(" ") { return nil }
    if fileNames.contains(span[...]) { return nil }
    if span.contains("/") || span.contains(#/\.(swift|c|h|inl|md)$/#) { return problem(withPath: span) }
    return problem(withName: span)
  }

  private func problem(withPath span: String) -> String? {
    // `Commands/<Name>/` is a pattern: the part before it must exist.
    let path = String(span.prefix { $0 != "<" && $0 != "*" })
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    if let top = path.split(separator: "/").first, path.contains("/"), Self.folders.contains(String(top)) {
      return paths.contains(trimmed) ? nil : "there is no \(path)"
    }
    return span.contains("/") ? nil : "no file is called \(span)"
  }

  private func problem(withName span: String) -> String? {
    let name = span.prefix { $0 != "(" }
    if span.contains(#/^\w+_\w+(\(\))?$/#) {
      return words.contains(String(name)) || members.contains(String(name))
        ? nil : "nothing is called \(name)"
    }
    // Type, Type.member, Type.member(label:)
    if name.contains(#/^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(\.\w+)*$/#) {
      let parts = name.split(separator: ".").map(String.init)
      guard let type = parts.first, !Self.foreign.contains(type) else { return nil }
      guard types.contains(type) else { return "no type is called \(type)" }
      let missing = parts.dropFirst().first { !members.contains($0) }
      return missing.map { "\(type) has no \($0)" }
    }
    // function(label:)
    if span.contains(#/^[a-z]\w*\((\w+:)+\)$/#) {
      return members.contains(String(name)) ? nil : "no function is called \(name)"
    }
    return nil
  }

  /// What is wrong with the DocC link to `symbol`, or nil.
  public func problem(withLink symbol: String) -> String? {
    let parts = symbol.split(separator: "/").map(String.init)
    guard let type = parts.first, parts.count <= 3 else { return "\(symbol) is no link to a symbol" }
    // The catalog's own module.
    if type == "P3Kit", parts.count == 1 { return nil }
    guard publicTypes.contains(type) else { return "P3Kit has no public type \(type)" }
    let missing = parts.dropFirst().first { !members.contains(String($0.prefix { $0 != "(" })) }
    return missing.map { "\(type) has no \($0)" }
  }
}
