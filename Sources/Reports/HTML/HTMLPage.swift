import Checking
package import Colors
package import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An HTML report as the template prints it, but for its files, which come one by one: a headline, a summary, an overview
/// of all files, an article on each of which there is more to say, and those that are clean, folded.
///
/// The template finds values by the names of these stored properties; a nil or false one leaves its section out, and a
/// list repeats it. What a structure has no value for is looked up in those around it, so that an optional property
/// needs a name of its own. To give pages something new, add a property here and a section in `HTMLTemplate`.
package struct HTMLPage {
  let version = Version.current
  /// The subcommand.
  let command: String
  /// The title of the window.
  let title: String
  /// The result in a few words.
  let headline: String
  /// A sentence below it.
  let lead: String
  /// The run in figures.
  let summary: Table?
  /// Whether there is an overview of all files.
  let hasOverview: Bool
  /// Whether the files can be filtered and sorted.
  let hasTools: Bool
  /// The heads of the overview, from the file's name on; the findings' head comes after them.
  let columns: [Cell]
  /// Whether the footer explains colour differences.
  let hasDifferences: Bool
  /// What makes pictures, filters and keys work; nil on pages without any.
  let script: Script?
}

extension HTMLPage {
  /// One file: a row of the overview, and an article where it has an anchor.
  struct File {
    /// What the overview's row links to; nil for files without an article.
    let anchor: String?
    let path: String
    /// What the file is or became, below its name.
    let facts: String
    /// Why it could not be processed.
    let failure: String?
    /// Of the overview, between the name and the findings.
    let columnValues: [Cell]
    /// The findings by level, the most severe first.
    let counts: [Count]
    /// Whether the page says that there is nothing to complain about.
    let isClean: Bool
    /// Whether the article is among those that are folded.
    let isFolded: Bool
    /// The levels of its findings, `failed` and `clean` among them, and the rules: words for filters.
    let levelWords: String
    let ruleWords: String
    /// How severe its findings are, for sorting: a thousand for the worst level, and one for each finding.
    let rank: Int
    let findings: FindingList?
    let pictures: [Pictures]
    let tables: [Table]
  }

  /// Articles that are folded.
  struct Folded {
    let number: String
  }

  /// A cell of a table, or the head of a column.
  package struct Cell: Codable {
    let text: String
    /// The class that the style sheet knows.
    let kind: String

    package static func text(_ text: String) -> Cell { Cell(text: text, kind: "") }
    static func name(_ text: String) -> Cell { Cell(text: text, kind: "name") }
    package static func number(_ text: String) -> Cell { Cell(text: text, kind: "number") }
  }

  /// A table, folded in an article.
  struct Table {
    struct Row {
      let cells: [Cell]
    }

    let caption: String
    let heads: [Cell]
    let rows: [Row]
  }
}

// MARK: Findings

extension HTMLPage {
  /// A sentence in pieces, some of which are code.
  struct Piece {
    let text: String
    let isCode: Bool
  }

  /// How many findings a level has.
  struct Count {
    let level: String
    let count: Int
    /// The level, in the plural where the count asks for it.
    let word: String
  }

  /// The findings of a file, those of a rule together.
  struct FindingList {
    let groups: [Group]
  }

  /// The findings of one rule.
  struct Group {
    /// The most severe of its findings.
    let level: String
    let rule: String
    let remedy: [Piece]
    /// Those that are seen at once.
    let messages: [Message]
    /// The others, folded.
    let more: Rest?
  }

  struct Rest {
    let count: Int
    let messages: [Message]
  }

  struct Message {
    let message: [Piece]
    /// Whether it stands in the baseline.
    let isKnown: Bool
    /// Where in the image.
    let place: String?
    /// Its number in the picture, where it has a box there.
    let mark: Int?
  }
}

// MARK: Pictures

extension HTMLPage {
  /// Pictures of one size: side by side, in turns, with a slider between them, and with what differs.
  package struct Pictures: Codable {
    /// What stands above them, where a file has several.
    package var title: String?
    /// The image as it is, and what it becomes.
    let items: [Picture]
    /// Pixels of the pictures.
    let width: Int
    let height: Int
    /// Whether they are shown enlarged.
    let isTiny: Bool
    /// Whether there are two or more.
    let isComparison: Bool
    /// Those after the first, to choose the one that it is compared with.
    let choices: [Choice]
    /// Whether there are two or more of those.
    let hasChoices: Bool
    /// Whether the pictures are transparent in part: on what they are seen can be chosen.
    let hasGrounds: Bool
    /// The ground at the beginning, as the style sheet knows it: plain, light or dark.
    let ground: String
    /// Whether that is the light one.
    let isOnLight: Bool
    /// Custom properties of the style sheet for a dark ground that is not the page's own; nil for that.
    var groundStyle: String?
    /// What tells its buttons from those of other pictures of the file.
    package var group = 1
    /// What differs, or is lost.
    var heat: Heat?
    /// Whether that is seen only when it is asked for: where much is meant to differ.
    package var isHeatAside = false
  }

  /// A picture with its caption.
  struct Picture: Codable {
    /// A PNG file in Base64.
    let png: String
    let caption: String
    /// The class that the style sheet and the script know it by: `before`, or `after` and its number.
    let role: String
    let boxes: [Box]
  }

  /// One of the pictures that the first is compared with.
  struct Choice: Codable {
    let index: Int
    let caption: String
    let isFirst: Bool
  }

  /// A heat map and what its colours mean.
  struct Heat: Codable {
    /// A PNG file in Base64.
    let map: String
    let legend: String
    let stops: [Stop]
  }

  /// A colour of a heat map.
  struct Stop: Codable {
    /// As CSS.
    let color: String
    let label: String
  }

  /// A frame over a picture.
  package struct Box: Codable {
    /// Which of the file's findings it belongs to, from 0 on.
    let finding: Int
    /// The finding's number on the page, from 1 on.
    let number: Int
    /// Whether it is the finding's first: it carries the number, and links lead to it.
    let isFirstPlace: Bool
    /// How many numbers stand at about the same place already: this one stands beside them.
    let shift: Int
    /// In percent of the picture.
    let left, top, across, down: String
  }

  /// The one script of a page, and what its policy knows the script by.
  struct Script {
    let code: String
    /// SHA-256 in Base64.
    let hash: String
  }
}

extension HTMLPage.Pictures {
  /// What pictures are shown on.
  package enum Ground {
    case plain
    case light
    /// The page's dark ground, or one of this style.
    case dark(style: String? = nil)

    /// A dark ground of `color` and the colour of words on it, as custom properties of the style sheet. It is kept as text because
    /// colours are vectors aligned to 32 bytes, for which Swift 6.3.1 makes the frames of some async functions too small.
    package static func dark(_ color: BackgroundColor) -> Self {
      let codes = (color.encoded * 255).rounded(.toNearestOrAwayFromZero)
      let ink = color.isDark ? "#fff" : "#000"
      return .dark(
        style: "--on:rgb(\(Int(codes.x)),\(Int(codes.y)),\(Int(codes.z)));--on-ink:\(ink);--on-soft:\(ink)")
    }

    /// As the style sheet knows it.
    fileprivate var word: String {
      switch self {
      case .plain: "plain"
      case .light: "light"
      case .dark: "dark"
      }
    }

    /// That of a dark ground which is not the page's own.
    fileprivate var style: String? { if case .dark(let style) = self { style } else { nil } }
  }

  /// Pictures of `width` × `height` pixels; the first is the image as it is.
  package init(
    _ items: [(png: [UInt8], caption: String)], width: Int, height: Int, ground: Ground = .plain,
    hasTransparency: Bool, heatmap: [UInt8]?, legend: String = "", boxes: [HTMLPage.Box] = []
  ) {
    let pictures = items.enumerated().map { index, item in
      HTMLPage.Picture(
        png: Data(item.png).base64EncodedString(), caption: item.caption,
        role: index == 0 ? "before" : "after after-\(index)", boxes: index == 0 ? boxes : [])
    }
    var ground = ground
    if hasTransparency, case .plain = ground { ground = .light }
    let choices = items.enumerated().dropFirst().map { index, item in
      HTMLPage.Choice(index: index, caption: item.caption, isFirst: index == 1)
    }
    self.init(
      items: pictures, width: width, height: height, isTiny: max(width, height) <= 128,
      isComparison: items.count > 1, choices: choices, hasChoices: choices.count > 1,
      hasGrounds: hasTransparency,
      ground: ground.word, isOnLight: ground.word == Ground.light.word, groundStyle: ground.style,
      heat: heatmap.map { HTMLPage.Heat($0, legend: legend) })
  }
}

extension HTMLPage.Heat {
  /// The map with the scale of all heat maps.
  init(_ map: [UInt8], legend: String) {
    let stops = HeatmapScale.stops
    self.init(
      map: Data(map).base64EncodedString(), legend: legend,
      stops: stops.enumerated().map { index, stop in
        let color = (0..<3).map { "\(stop.color[$0])" }.joined(separator: ",")
        return .init(
          color: "rgb(\(color))", label: "\(Int(stop.deltaE))" + (index == stops.count - 1 ? "+" : ""))
      })
  }
}

extension HTMLPage.Box {
  /// Boxes of the places of each finding in an image of `width` × `height` pixels, but for those that are the whole image.
  /// Findings are numbered as far as they have boxes.
  package static func of(_ places: [[ImageRegion]], width: Int, height: Int) -> [Self] {
    var boxes: [Self] = []
    var corners: [(x: Int, y: Int)] = []
    var number = 0
    for (finding, regions) in places.enumerated() {
      let parts = regions.filter { $0.width < width || $0.height < height }
      if !parts.isEmpty { number += 1 }
      for (index, part) in parts.enumerated() {
        let near = corners.count { abs($0.x - part.x) * 8 < width && abs($0.y - part.y) * 8 < height }
        if index == 0 { corners.append((part.x, part.y)) }
        boxes.append(
          Self(
            finding: finding, number: number, isFirstPlace: index == 0, shift: near,
            left: percent(part.x, of: width),
            top: percent(part.y, of: height), across: percent(part.width, of: width),
            down: percent(part.height, of: height)))
      }
    }
    return boxes
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(Numbers.threeDecimals(100 * Double(part) / Double(max(whole, 1))))%"
  }
}

extension HTMLPage {
  /// Pixels of the longer side of pictures in a report on `count` inputs: a few are worth seeing as they are, and a
  /// page on hundreds must still open.
  package static func pictureSide(inputs count: Int) -> Int {
    switch count {
    case ...12: 1600
    case ...60: 960
    case ...240: 480
    default: 240
    }
  }
}

extension [HTMLPage.Piece] {
  /// A sentence in which words between backticks are code. A backtick without a partner stays.
  init(_ sentence: String) {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
    let isPaired = !parts.count.isMultiple(of: 2)
    self = parts.enumerated().compactMap { index, part in
      let isCode = !index.isMultiple(of: 2) && (isPaired || index < parts.count - 1)
      let text = !isPaired && index == parts.count - 1 ? "`" + part : String(part)
      return text.isEmpty ? nil : HTMLPage.Piece(text: text, isCode: isCode)
    }
  }
}
