/// An HTML report as the template prints it, but for its files, which come one by one: a headline, a summary, an overview
/// of all files, and an article on each of which there is more to say.
///
/// The template finds values by the names of these stored properties; a nil or false one leaves its section out, and a
/// list repeats it. What a structure has no value for is looked up in those around it, so that an optional property
/// needs a name of its own. To give pages something new, add a property here and a section in `HTMLTemplate`.
struct HTMLPage {
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
  /// The heads of the overview, from the file's name on; the findings' head comes after them.
  let columns: [Cell]
  /// Whether the footer explains colour differences.
  let hasDifferences: Bool
  /// What makes comparisons of pictures work; nil on pages without them.
  let viewer: Viewer?
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
    let findings: FindingList?
    let pictures: Pictures?
    let comparison: Comparison?
    let scale: Scale?
    let tables: [Table]
  }

  /// A cell of a table, or the head of a column.
  struct Cell: Codable {
    let text: String
    /// The class that the style sheet knows.
    let kind: String

    static func text(_ text: String) -> Cell { Cell(text: text, kind: "") }
    static func name(_ text: String) -> Cell { Cell(text: text, kind: "name") }
    static func number(_ text: String) -> Cell { Cell(text: text, kind: "number") }
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
    let remedy: String
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
    let message: String
    /// Whether it stands in the baseline.
    let isKnown: Bool
    /// Where in the image.
    let place: String?
  }
}

// MARK: Pictures

extension HTMLPage {
  /// Pictures side by side.
  struct Pictures: Codable {
    let items: [Picture]
  }

  /// A picture with its caption.
  struct Picture: Codable {
    /// What a picture is shown on.
    enum Ground: String {
      case plain
      case light
      case dark
    }

    /// A PNG file in Base64.
    let png: String
    let caption: String
    /// The raw value of a `Ground`.
    let ground: String
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    /// Whether it is shown enlarged.
    let isTiny: Bool
    let boxes: Boxes?

    init(png: String, caption: String, ground: Ground, width: Int, height: Int, boxes: Boxes? = nil) {
      self.png = png
      self.caption = caption
      self.ground = ground.rawValue
      self.width = width
      self.height = height
      isTiny = max(width, height) <= 64
      self.boxes = boxes
    }
  }

  /// Two pictures of one size, to be seen beside each other, in turns, with a slider between them, and with what differs.
  struct Comparison: Codable {
    /// PNG files in Base64.
    let before: String
    let after: String
    /// What differs, on nothing; nil where nothing does.
    let overlay: String?
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    /// Whether they are shown enlarged.
    let isTiny: Bool
  }

  /// The one script of a page, and what its policy knows the script by.
  struct Viewer {
    let code: String
    /// SHA-256 in Base64.
    let hash: String
  }

  /// Frames over a picture, in pixels of the image that it shows.
  struct Boxes: Codable {
    struct Rectangle: Codable {
      let x, y, width, height: Int
    }

    let imageWidth: Int
    let imageHeight: Int
    let rects: [Rectangle]
  }

  /// What the colours of a heat map mean.
  struct Scale: Codable {
    struct Stop: Codable {
      /// As CSS.
      let color: String
      let label: String
    }

    let stops: [Stop]
  }
}
