package import Colors
package import ImageFiles

/// What a command gives to the page of its run: an outline, and notes on each file. The page is one file without anything
/// from elsewhere, with one script at most, which its policy names by its hash. Without the script everything can be read
/// and the views of pictures be chosen.
package enum HTMLPage {
  /// What a command shows of a run beside the findings.
  package struct Outline {
    /// The result in a few words.
    package let headline: String
    /// A sentence below it.
    package let lead: String
    /// The heads of the overview, from the file's name on; where no file has notes, only the first is shown.
    package var columns: [Cell] = [.text("File")]
    /// The run in figures.
    package var summary: ReportTable?
    /// Whether there is an overview of all files.
    package var hasOverview = true
    /// The anchors of the articles are this word with a number.
    package var anchor = "file"
    /// Whether files without findings are called clean.
    package var saysClean = true
    /// Whether the footer explains colour differences.
    package var hasDifferences = false
    /// Whether files have pictures.
    package var hasPictures = false

    package init(
      headline: String, lead: String, columns: [Cell] = [.text("File")], summary: ReportTable? = nil,
      hasOverview: Bool = true, anchor: String = "file", saysClean: Bool = true, hasDifferences: Bool = false,
      hasPictures: Bool = false
    ) {
      self.headline = headline
      self.lead = lead
      self.columns = columns
      self.summary = summary
      self.hasOverview = hasOverview
      self.anchor = anchor
      self.saysClean = saysClean
      self.hasDifferences = hasDifferences
      self.hasPictures = hasPictures
    }
  }

  /// What a command shows of a file beside its findings.
  package struct FileNotes {
    /// The file's name where it is not to be the document's, which is relative to the repository.
    package var path: String?
    /// What the file is or became, below its name.
    package var facts: [String] = []
    /// One for each column of the overview after the first.
    package var columnValues: [Cell] = []
    /// Whether there is an article on a file that has neither findings nor facts.
    package var hasArticle = false
    package var pictures: [Pictures] = []
    package var tables: [ReportTable] = []
    /// What stands in remedies for FILE, or for BEFORE and AFTER.
    package var names: [String: String] = [:]
    /// What a reviewer accepts or rejects; nil where there is nothing to decide.
    package var review: ReviewedPair?

    package init(
      path: String? = nil, facts: [String] = [], columnValues: [Cell] = [], hasArticle: Bool = false,
      pictures: [Pictures] = [], tables: [ReportTable] = []
    ) {
      self.path = path
      self.facts = facts
      self.columnValues = columnValues
      self.hasArticle = hasArticle
      self.pictures = pictures
      self.tables = tables
    }
  }

  /// A pair of images that a reviewer decides on: the path below both folders, and the SHA-256 of both files, nil for one
  /// that is not there.
  package struct ReviewedPair {
    let path: String
    let before: String?
    let after: String

    package init(path: String, before: String?, after: String) {
      (self.path, self.before, self.after) = (path, before, after)
    }
  }

  /// A cell of a table, or the head of a column.
  package struct Cell {
    let text: String
    /// The class that the style sheet knows.
    let kind: String

    package static func text(_ text: String) -> Cell { Cell(text: text, kind: "") }
    static func name(_ text: String) -> Cell { Cell(text: text, kind: "name") }
    package static func number(_ text: String) -> Cell { Cell(text: text, kind: "number") }
  }
}

// MARK: Pictures

extension HTMLPage {
  /// Pictures of one size: one at a time, side by side, in turns, with a slider between them, and with what differs.
  package struct Pictures {
    /// Which of them is seen first.
    package var shown = 0
    /// What stands above them, where a file has several.
    package var title: String?
    /// The image as it is, and what it becomes.
    let items: [Picture]
    /// Pixels of the pictures.
    let width: Int
    let height: Int
    /// Whether the pictures are transparent in part: on what they are seen can be chosen.
    let hasGrounds: Bool
    /// The ground at the beginning, as the style sheet knows it: plain, light or dark.
    let ground: String
    /// Custom properties of the style sheet for a dark ground that is not the page's own; nil for that.
    var groundStyle: String?
    /// Distinguishes its buttons from those of other pictures of the file.
    package var group = 1
    /// What differs, or is lost.
    var heat: Heat?
    /// Whether that is seen only when it is asked for: where much is meant to differ.
    package var isHeatAside = false
    /// Pixels of a row of the image itself, of which the pictures may be reductions.
    package var fullWidth: Int

    /// Width over height.
    var ratio: String { Numbers.threeDecimals(Double(width) / Double(max(height, 1))) }

    /// Whether they are shown enlarged.
    var isTiny: Bool { max(width, height) <= 128 }
    /// Whether there are two or more.
    var isComparison: Bool { items.count > 1 }
  }

  /// A picture with its caption.
  struct Picture {
    /// A PNG file in Base64.
    let png: String
    let caption: String
    let boxes: [Box]
  }

  /// A heat map.
  struct Heat {
    /// A PNG file in Base64.
    let map: String
    let legend: String
  }

  /// A frame over a picture.
  package struct Box {
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
    let pictures = items.map { HTMLPage.Picture(png: $0.png.base64, caption: $0.caption, boxes: boxes) }
    var ground = ground
    if hasTransparency, case .plain = ground { ground = .light }
    self.init(
      items: pictures, width: width, height: height, hasGrounds: hasTransparency, ground: ground.word,
      groundStyle: ground.style,
      heat: heatmap.map { HTMLPage.Heat(map: $0.base64, legend: legend) }, fullWidth: width)
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
  /// page on hundreds must still open. With 3350 / √count pixels, pages on 499 images measured 8 to 21 MB, the most
  /// where two thirds are clipped.
  package static func pictureSide(inputs count: Int) -> Int {
    max(120, min(1600, Int(3350 / Double(max(count, 1)).squareRoot())))
  }
}
