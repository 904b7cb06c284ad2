package import Colors
package import ImageFiles

/// A command's contents for the page of its run: an outline, and notes on each file. The page is one file that loads
/// nothing from elsewhere. It has at most one script, which its policy names by hash. Without the script, everything is
/// readable and the views of pictures work.
package enum HTMLPage {
  /// A command's contents for a run, beside the findings.
  package struct Outline {
    /// The result in a few words.
    package let headline: String
    /// A sentence below the headline.
    package let lead: String
    /// The heads of the overview, the file's name first. If no file has notes, only the first is shown.
    package var columns: [Cell] = [.text("File")]
    /// The totals of the run.
    package var summary: ReportTable?
    /// Whether there is an overview of all files.
    package var hasOverview = true
    /// The prefix of the articles' anchors, before a number.
    package var anchor = "file"
    /// Whether files without findings are labelled clean.
    package var saysClean = true
    /// Whether files have pictures. The footer then explains colour differences and keys.
    package var hasPictures = false

    package init(
      headline: String, lead: String, columns: [Cell] = [.text("File")], summary: ReportTable? = nil,
      hasOverview: Bool = true, anchor: String = "file", saysClean: Bool = true,
      hasPictures: Bool = false
    ) {
      self.headline = headline
      self.lead = lead
      self.columns = columns
      self.summary = summary
      self.hasOverview = hasOverview
      self.anchor = anchor
      self.saysClean = saysClean
      self.hasPictures = hasPictures
    }
  }

  /// A command's contents for a file, beside the findings.
  package struct FileNotes {
    /// The file's name; nil for the path in the document, which is relative to the repository.
    package var path: String?
    /// Facts about the file or its output, shown below the name.
    package var facts: [String] = []
    /// The values for the overview's columns after the first.
    package var columnValues: [Cell] = []
    /// Whether the file has an article even without findings and facts.
    package var hasArticle = false
    package var pictures: [Pictures] = []
    package var tables: [ReportTable] = []
    /// The file names that replace FILE, or BEFORE and AFTER, in remedies.
    package var names: [String: String] = [:]
    /// The pair that a reviewer accepts or rejects; nil if there is no decision to make.
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

  /// A pair of images for a reviewer's decision: the path below both folders, and the SHA-256 of each file, nil for a
  /// missing file.
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
    /// The class for the style sheet.
    let kind: String

    package static func text(_ text: String) -> Cell { Cell(text: text, kind: "") }
    static func name(_ text: String) -> Cell { Cell(text: text, kind: "name") }
    package static func number(_ text: String) -> Cell { Cell(text: text, kind: "number") }
  }
}

// MARK: Pictures

extension HTMLPage {
  /// Pictures of one size, with these views: one at a time, side by side, alternating, with a slider between them, and
  /// a heat map of the differences.
  package struct Pictures {
    /// The index of the picture that is shown first.
    package var shown = 0
    /// The title, if a file has several groups of pictures.
    package var title: String?
    /// The unchanged image, then its variants.
    let items: [Picture]
    /// The size of the pictures in pixels.
    let width: Int
    let height: Int
    /// Whether a picture is partly transparent: then the reader can choose the ground.
    let hasGrounds: Bool
    /// The class of the initial ground in the style sheet: plain, light or dark.
    let ground: String
    /// Custom properties for a dark ground other than the page's; nil for the page's own.
    var groundStyle: String?
    /// Distinguishes the buttons from those of the file's other pictures.
    package var group = 1
    /// The heat map of differences or losses.
    var heat: Heat?
    /// Whether the heat map is shown only on demand, because large differences are intended.
    package var isHeatAside = false
    /// The width of the image itself in pixels. The pictures may be reduced.
    package var fullWidth: Int

    /// Width divided by height.
    var ratio: String { Numbers.threeDecimals(Double(width) / Double(max(height, 1))) }

    /// Whether the pictures are shown enlarged.
    var isTiny: Bool { max(width, height) <= 128 }
    /// Whether there are at least two pictures.
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
    /// The index of the finding, from 0.
    let finding: Int
    /// The finding's number on the page, from 1.
    let number: Int
    /// Whether the box is the finding's first: it shows the number, and links lead to it.
    let isFirstPlace: Bool
    /// How many other numbers are at about the same place. This number is shifted beside them.
    let shift: Int
    /// The position and size in percent of the picture.
    let left, top, across, down: String
  }
}

extension HTMLPage.Pictures {
  /// The ground behind pictures.
  package enum Ground {
    case plain
    case light
    /// The page's dark ground, or a ground with this style.
    case dark(style: String? = nil)

    /// A dark ground of `color` and the colour of text on it, as custom properties for the style sheet. Stored as text
    /// because colours are vectors aligned to 32 bytes, for which Swift 6.3.1 makes the frames of some async functions
    /// too small.
    package static func dark(_ color: BackgroundColor) -> Self {
      let codes = (color.encoded * 255).rounded(.toNearestOrAwayFromZero)
      let ink = color.isDark ? "#fff" : "#000"
      return .dark(
        style: "--on:rgb(\(Int(codes.x)),\(Int(codes.y)),\(Int(codes.z)));--on-ink:\(ink);--on-soft:\(ink)")
    }

    /// The class in the style sheet.
    fileprivate var word: String {
      switch self {
      case .plain: "plain"
      case .light: "light"
      case .dark: "dark"
      }
    }

    /// The style of a dark ground other than the page's; nil for all other grounds.
    fileprivate var style: String? { if case .dark(let style) = self { style } else { nil } }
  }

  /// Pictures of `width` × `height` pixels. The first is the unchanged image.
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
  /// Boxes for the places of each finding in an image of `width` × `height` pixels, except places that cover the whole
  /// image. Only findings with boxes are numbered.
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
  /// The longer side of pictures, in pixels, in a report on `count` inputs. A few pictures are shown at full size; a
  /// page with hundreds must still open. With 3350 / √count pixels, pages with 499 images measured 8 to 21 MB, the most
  /// if two thirds are clipped.
  package static func pictureSide(inputs count: Int) -> Int {
    max(120, min(1600, Int(3350 / Double(max(count, 1)).squareRoot())))
  }
}
