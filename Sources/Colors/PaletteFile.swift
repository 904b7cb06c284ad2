import Basics

/// Why a palette cannot be read, and the place in it.
package struct PaletteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  package enum Kind: Sendable, Hashable {
    /// The file or an entry does not have the form of a palette.
    case form
    /// A value is not a colour.
    case color
    /// An alias has no target, or is circular.
    case alias
    /// The value may be a colour, but depends on more than the file contains; the rest of the file is read.
    case unread
  }

  /// The kind of problem.
  package var kind = Kind.form
  /// The entry: a colour's name, or a place in the file; empty for the whole file.
  package let entry: String
  /// The fact and its remedy.
  package let fact: String

  package init(kind: Kind = Kind.form, entry: String, fact: String) {
    self.kind = kind
    self.entry = entry
    self.fact = fact
  }

  /// Entry and fact.
  package var description: String { entry.isEmpty ? fact : "\(entry): \(fact)" }
}

/// Palettes in p3tool's own format, that of the built-in ones: a JSON object with `name`, `title`, `date`, `sources`
/// and `colors`. A colour has `name`, and optionally `role`, `group`, `platform`, `source` and `note`; every other
/// member is a value named after its condition (`light`, `dark elevated increased`).
package enum PaletteFile {
  /// The reaction to an invalid entry: throws, or continues without the entry.
  package typealias Handler = (PaletteError) throws(PaletteError) -> Void

  /// Parses a palette.
  package static func palette(
    _ text: String, onError handle: Handler = { (error) throws(PaletteError) in throw error }
  ) throws(PaletteError) -> Palette {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw PaletteError(entry: "line \(error.line), column \(error.column)", fact: error.fact)
    }
    guard case .object = json, json["colors"] != nil else {
      throw PaletteError(entry: "", fact: "a palette is an object with a list of 'colors'")
    }
    return try palette(json, onError: handle)
  }

  private static func palette(_ json: JSONValue, onError handle: Handler) throws(PaletteError) -> Palette {
    var sources: [String: Palette.Source] = [:]
    for member in json["sources"]?.members ?? [] {
      sources[member.name] = Palette.Source(
        date: member.value["date"]?.string ?? "", text: member.value["text"]?.string ?? "")
    }
    var colors: [Palette.Entry] = []
    for element in json["colors"]?.elements ?? [] {
      do throws(PaletteError) { colors.append(try entry(element)) } catch { try handle(error) }
    }
    return Palette(
      name: json["name"]?.string ?? "", title: json["title"]?.string ?? "", date: json["date"]?.string ?? "",
      sources: sources, colors: try distinct(colors))
  }

  /// The most colours of a palette, as comparing all of them takes time proportional to the square of their number.
  static let mostColors = 10_000

  /// `colors` in a form that every palette format can hold: no names of design tokens' own members, each name once per
  /// platform, and each with a value.
  package static func distinct(_ colors: [Palette.Entry]) throws(PaletteError) -> [Palette.Entry] {
    guard colors.count <= mostColors else {
      throw PaletteError(
        entry: colors[mostColors].name, fact: "more than \(mostColors) colours: a palette has fewer")
    }
    var seen: Set<[String?]> = []
    for color in colors {
      guard !color.name.hasPrefix("$") else {
        throw PaletteError(entry: color.name, fact: "a colour's name does not begin with $")
      }
      guard !color.values.isEmpty else {
        throw PaletteError(entry: color.name, fact: "a colour without a value")
      }
      guard seen.insert([color.name, color.platform]).inserted else {
        throw PaletteError(entry: color.name, fact: "stands here twice")
      }
    }
    return colors
  }

  /// Members of a colour that are not values.
  private static let facts: Set<String> = ["name", "role", "group", "platform", "source", "note"]

  private static func entry(_ json: JSONValue) throws(PaletteError) -> Palette.Entry {
    guard let name = json["name"]?.string, !name.isEmpty else {
      throw PaletteError(entry: "colors", fact: "a colour without a name")
    }
    var values: [PaletteCondition: CSSColor] = [:]
    for member in json.members where !facts.contains(member.name) && !member.name.hasPrefix("$") {
      guard let condition = PaletteCondition(member.name) else {
        throw PaletteError(
          entry: name, fact: "'\(member.name)' is no condition such as light or dark increased")
      }
      values[condition] = try color(
        member.value.string ?? "", of: "\(name), \(member.name)", condition.appearance)
    }
    return Palette.Entry(
      name: name, role: try role(json["role"]?.string, of: name), group: json["group"]?.string ?? "",
      platform: json["platform"]?.string, source: json["source"]?.string ?? "",
      note: json["note"]?.string ?? "", values: values)
  }

  private static func role(_ word: String?, of name: String) throws(PaletteError) -> PaletteRole? {
    guard let word else { return nil }
    guard let role = PaletteRole(rawValue: word) else {
      let roles = PaletteRole.allCases.map(\.rawValue).joined(separator: ", ")
      throw PaletteError(entry: name, fact: "'\(word)' is no role (\(roles))")
    }
    return role
  }

  /// A CSS colour, or one with its alpha after `@`: `#8396A8@46%`, `#3C3C43@153/255`.
  private static func color(
    _ text: String, of entry: String, _ appearance: PaletteCondition.Appearance
  ) throws(PaletteError) -> CSSColor {
    let parts = text.split(separator: "@", maxSplits: 1)
    do throws(CSSColorError) {
      let color = try CSSColor(String(parts.first ?? ""), appearance: appearance)
      guard parts.count == 2 else { return color }
      return color.withAlpha(try alpha(parts[1], in: text))
    } catch {
      throw PaletteError(kind: .color, entry: entry, fact: "\(error)")
    }
  }

  /// An alpha: `46%`, `153/255`.
  private static func alpha(_ text: Substring, in whole: String) throws(CSSColorError) -> Double {
    let (unit, digits): (Double, Substring) =
      text.hasSuffix("%") ? (100, text.dropLast()) : (255, text.hasSuffix("/255") ? text.dropLast(4) : "")
    guard let number = Double(digits), (0...unit).contains(number) else {
      throw CSSColorError(
        text: whole, part: String(text), offset: whole.count - text.count,
        problem: .unexpected(expected: "an alpha such as 46% or 117/255"))
    }
    return number / unit
  }
}

extension PaletteCondition {
  /// The condition in `text`: `light` or `dark`, then optionally `elevated`, then optionally `increased`.
  package init?(_ text: String) {
    guard let condition = Self.all.first(where: { $0.text == text }) else { return nil }
    self = condition
  }
}
