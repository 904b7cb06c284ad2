package import Colors
package import ImageFiles

/// Finds palettes by name or file.
extension Palette {
  /// The most bytes of a palette file.
  static let largestFile = 16 << 20

  /// The palette that `text` names: a built-in one, a file, or standard input (`-`). Formats: p3tool's own, design
  /// tokens (DTCG and its resolver documents, Style Dictionary, Tokens Studio, Figma variables), and custom properties
  /// (`.css`).
  ///
  /// - Throws: `PaletteSourceError` for an unknown name, and for a file that is no palette.
  package static func named(_ text: String) throws(PaletteSourceError) -> Palette {
    try named(text) { (error) throws(PaletteError) in try refuse(error) }
  }

  /// Throws for errors in a file, but not for entries that merely cannot be read.
  private static func refuse(_ error: PaletteError) throws(PaletteError) {
    if error.kind != .unread { throw error }
  }

  private static func named(
    _ text: String, onError handle: PaletteFile.Handler
  ) throws(PaletteSourceError) -> Palette {
    if let palette = builtIn(text) { return palette }
    guard text.contains(".") || text.contains("/") || text == "-" else {
      let names = builtInNames + aliases.keys
      throw .unknown(name: text, nearest: NearestName.to(text, among: names))
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes =
        try text == "-"
        ? WholeFile.readStandardInput(limit: largestFile) : WholeFile.read(text, limit: largestFile)
    } catch {
      throw .unreadable(error)
    }
    do throws(PaletteError) {
      return try parsed(bytes, path: text, onError: handle)
    } catch {
      throw .malformed(path: text, error)
    }
  }

  /// The palette that `text` names, as in `named(_:)`, without its invalid entries, and the problems of these.
  package static func lenient(
    named text: String
  ) throws(PaletteSourceError) -> (palette: Palette, problems: [PaletteError]) {
    var problems: [PaletteError] = []
    let palette = try named(text) { (error) throws(PaletteError) in
      guard error.kind != .form else { throw error }
      problems.append(error)
    }
    return (palette, problems)
  }

  /// The palette from two files, one per appearance, each read as in `lenient(named:)`.
  package static func lenient(
    light: String, dark: String
  ) throws(PaletteSourceError) -> (palette: Palette, problems: [PaletteError]) {
    let (day, night) = (try lenient(named: light), try lenient(named: dark))
    do throws(PaletteError) {
      return (try day.palette.paired(with: night.palette), day.problems + night.problems)
    } catch {
      throw .malformed(path: dark, error)
    }
  }

  /// Parses the palette in a file's bytes.
  static func parsed(
    _ bytes: [UInt8], path: String,
    onError handle: PaletteFile.Handler = { (error) throws(PaletteError) in try refuse(error) }
  ) throws(PaletteError) -> Palette {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PaletteError(
        entry: "", fact: "is no palette: a text is wanted, tokens (.json) or custom properties (.css)")
    }
    let name = FilePath(path).name
    let start = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
    if path.lowercased().hasSuffix(".css") || path == "-" && start != "{" && start != "[" {
      return try CSSCustomProperties.palette(text, name: name, onError: handle)
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw PaletteError(entry: "line \(error.line), column \(error.column)", fact: error.fact)
    }
    guard let dialect = try TokenDialect(json, path: path) else {
      return DesignTokens.areIn(json)
        ? try DesignTokens.palette(json, name: name, onError: handle)
        : try PaletteFile.palette(text, onError: handle)
    }
    let told: PaletteFile.Handler = { (error) throws(PaletteError) in
      try handle(
        PaletteError(kind: error.kind, entry: error.entry, fact: "\(error.fact) (read as \(dialect.name))"))
    }
    let light = try DesignTokens.palette(dialect.light, name: name, onError: told)
    guard let dark = dialect.dark else { return light }
    return try light.paired(with: try DesignTokens.palette(dark, name: name, onError: told))
  }
}

/// Why a name or file gives no palette.
package enum PaletteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither a built-in palette nor a file; with the name that was probably meant.
  case unknown(name: String, nearest: String?)
  /// The file cannot be read; its error names it.
  case unreadable(FileError)
  /// The file is not a palette.
  case malformed(path: String, PaletteError)

  /// The fact and the remedy.
  package var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "no palette is called '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? ": it is one of \((Palette.aliases.keys.sorted() + Palette.builtInNames).joined(separator: ", ")), or a file (tokens.json, theme.css)")
    case .unreadable(let error): "\(error)"
    case .malformed(let path, let error): "\(path.printableName): \(error)"
    }
  }
}
