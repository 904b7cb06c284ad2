import Foundation

/// A Markdown file of the project, as the tests of the documentation read it.
public struct DocumentationPage: Sendable {
  /// The folder of the DocC articles, relative to the package.
  public static let catalog = "Sources/P3Kit/P3Kit.docc"

  /// Relative to the package.
  public let path: String
  /// The whole file.
  public let text: String

  /// The page at `path`, relative to the package.
  public init(_ path: String) throws {
    self.init(
      path: path,
      text: try String(contentsOf: SharedFolder.packageRoot.appendingPathComponent(path), encoding: .utf8))
  }

  /// A page made by a test.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The article called `name`.
  public static func article(_ name: String) throws -> DocumentationPage {
    try DocumentationPage("\(catalog)/\(name).md")
  }

  /// The names of all articles, the landing page left out, sorted.
  public static func articleNames() throws -> [String] {
    let folder = SharedFolder.packageRoot.appendingPathComponent(catalog).path
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
      .map { String($0.dropLast(3)) }.filter { $0 != "P3Kit" }.sorted()
  }

  /// Every page that speaks of the project as it is. CHANGELOG.md is not among them: it may name what has gone.
  public static func all() throws -> [DocumentationPage] {
    try ["README.md", "CONTRIBUTING.md", "SECURITY.md", "Tests/Examples/ManyMachines/README.md"].map {
      try DocumentationPage($0)
    }
      + [try article("P3Kit")] + articleNames().map { try article($0) }
  }

  /// The file's last path component.
  public var name: String { String(path.split(separator: "/").last ?? "") }
}

// What a page names.

extension DocumentationPage {
  /// The text outside fenced and indented blocks of code.
  private var prose: String {
    var isFenced = false
    var isParagraph = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") {
        isFenced.toggle()
        return false
      }
      // An indented line is code after an empty line, and part of a list or paragraph elsewhere.
      let isIndented = line.hasPrefix("    ") && !isParagraph
      isParagraph = !line.isEmpty && !isIndented
      return !isFenced && !isIndented
    }.joined(separator: "\n")
  }

  /// The lines inside fenced blocks of code.
  public var codeLines: [String] {
    var isFenced = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("```") {
        isFenced.toggle()
        return nil
      }
      return isFenced ? String(line) : nil
    }
  }

  /// What stands between single backticks, with line breaks as spaces.
  public var codeSpans: [String] {
    quotations.filter { $0.ticks == 1 }.map(\.text)
  }

  private var quotations: [(ticks: Int, text: String)] {
    prose.matches(of: #/(`{1,2})([^`]+)\1/#).map { ($0.1.count, String($0.2).replacing("\n", with: " ")) }
  }

  /// The articles of `<doc:NAME>` links, and of `<doc:/P3Kit/NAME>` where a module has the same name.
  public var articleLinks: [String] {
    prose.matches(of: #/<doc:(?:\/P3Kit\/)?([^>]+)>/#).map { String($0.1) }
  }

  /// The targets of links and pictures in the form `[text](target)`, without fragments.
  public var links: [String] {
    prose.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1.prefix { $0 != "#" }) }.filter { !$0.isEmpty }
  }

  /// The rows of the table whose header's first cell is `title`, as cells without backticks; empty where there is none.
  public func table(_ title: String) -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let header = lines.firstIndex(where: { $0.hasPrefix("| \(title) |") }) else { return [] }
    return lines[(header + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
    }
  }
}
