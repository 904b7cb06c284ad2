import ImageCases
import Analysis
import Checking
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// A page of large pixel letters, drawn with exact coverage at any offset: what two rasterizers make of one page.
struct LetterPage {
  /// Rows of characters; `#` of their drawing is ink.
  var words: [String]
  /// The side of a letter's cell, in pixels.
  var cell = 1.7
  var offset: (x: Double, y: Double) = (0, 0)
  /// Encoded red, green and blue, 0 to 1. Arrays, because tests keep pages across `await`: the optimiser of Swift 6.3 gives the
  /// frame of an async function that holds a `SIMD3<Double>`, which is aligned to 32 bytes, too little memory.
  var ink = [0.1, 0.1, 0.12]
  var paper = [0.97, 0.97, 0.96]

  static let width = 190
  static let height = 100

  private static let drawings: [Character: [String]] = [
    "A": [".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
    "B": ["####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."],
    "C": [".####", "#....", "#....", "#....", "#....", "#....", ".####"],
    "E": ["#####", "#....", "#....", "####.", "#....", "#....", "#####"],
    "F": ["#####", "#....", "#....", "####.", "#....", "#....", "#...."],
    "I": [".###.", "..#..", "..#..", "..#..", "..#..", "..#..", ".###."],
    "L": ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
    "O": [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
    "P": ["####.", "#...#", "#...#", "####.", "#....", "#....", "#...."],
    "R": ["####.", "#...#", "#...#", "####.", "#.#..", "#..#.", "#...#"],
    ".": [".....", ".....", ".....", ".....", ".....", ".....", "..#.."],
  ]

  /// The page as an 8-bit PNG, untagged.
  var png: [UInt8] {
    var coverage = [Double](repeating: 0, count: Self.width * Self.height)
    for (line, word) in words.enumerated() {
      for (place, letter) in word.enumerated() {
        for (row, cells) in (Self.drawings[letter] ?? []).enumerated() {
          for (column, mark) in cells.enumerated() where mark == "#" {
            let left = 6 + (Double(place * 7 + column)) * cell + offset.x
            let top = 6 + (Double(line * 10 + row)) * cell + offset.y
            Self.fill(&coverage, left..<left + cell, top..<top + cell)
          }
        }
      }
    }
    let samples = coverage.flatMap { share in
      (0..<3).map { channel -> UInt8 in
        let mixed = paper[channel] + (ink[channel] - paper[channel]) * min(share, 1)
        return UInt8((mixed * 255).rounded())
      }
    }
    return PNGFile.image8(width: Self.width, colorType: 2, samples).bytes
  }

  /// Adds the share of each pixel that the box covers.
  private static func fill(_ coverage: inout [Double], _ columns: Range<Double>, _ rows: Range<Double>) {
    for y in Int(rows.lowerBound)..<Int(rows.upperBound.rounded(.up)) {
      let down = min(rows.upperBound, Double(y + 1)) - max(rows.lowerBound, Double(y))
      for x in Int(columns.lowerBound)..<Int(columns.upperBound.rounded(.up)) {
        let across = min(columns.upperBound, Double(x + 1)) - max(columns.lowerBound, Double(x))
        coverage[y * width + x] += down * across
      }
    }
  }
}

/// `--ignore-antialiasing` forgives an edge that moved by a fraction of a pixel, and not a changed letter.
@Suite struct MovedEdgeTests {
  private static let words = ["ABLE CORE", "PLACE.", "FOIL BAR"]
  static let cells = [1.0, 1.3, 1.7, 2.0, 2.6]

  private func report(
    _ before: LetterPage, _ after: LetterPage, ignoring: Bool = true
  ) async throws -> DifferenceReport {
    var request = DifferenceRequest(.screenshot)
    request.ignoresAntialiasing = ignoring
    return try await DifferenceCase().report(before.png, after.png, request)
  }

  @Test(arguments: cells)
  func aPageThatMovedByAFractionOfAPixelIsTheSame(cell: Double) async throws {
    let page = LetterPage(words: Self.words, cell: cell)
    for offset in [(0.1, 0.0), (0.25, 0.25), (0.5, 0.0), (0.0, 0.5), (0.33, 0.4), (0.35, 0.35)] {
      var moved = page
      moved.offset = offset
      let strict = try await report(page, moved, ignoring: false)
      let found = try await report(page, moved)
      #expect(strict.verdict == .different, "\(offset)")
      #expect(
        found.verdict == .same,
        "\(offset): \(found.pixels?.different ?? 0) of \(strict.pixels?.different ?? 0)")
      #expect(found.pixels?.antialiased == strict.pixels?.different)
    }
  }

  static let changes: [(Int, String)] = [
    (0, "ABLE CORF"), (0, "ABLF CORE"), (0, "ABLE CORE."), (0, "OBLE CORE"), (1, "PLACE"), (1, "RLACE."),
    (1, "PLAOE."), (1, "PIACE."), (2, "FOIL BAP"), (2, "EOIL BAR"),
  ]

  @Test(arguments: cells)
  func aChangedLetterIsFound(cell: Double) async throws {
    for (line, word) in Self.changes {
      for offset in [(0.0, 0.0), (0.25, 0.0), (0.35, 0.35)] {
        var changed = LetterPage(words: Self.words, cell: cell)
        let page = changed
        changed.words[line] = word
        changed.offset = offset
        let found = try await report(page, changed)
        #expect(found.verdict == .different, "\(word) at \(offset)")
        // It is the letter that is found, not the page around it.
        let top = Double(line * 10) * cell + 4, bottom = Double(line * 10 + 7) * cell + 9
        #expect(
          found.regions.allSatisfy { Double($0.box.y) >= top && Double($0.box.y + $0.box.height) <= bottom })
      }
    }
  }

  @Test func aPageThatMovedByMoreThanAPixelIsDifferent() async throws {
    let page = LetterPage(words: Self.words, cell: 2)
    for offset in [(2.0, 0.0), (0.0, 1.5), (3.0, 3.0)] {
      var moved = page
      moved.offset = offset
      #expect(try await report(page, moved).verdict == .different)
    }
  }

  @Test func anotherColorOfTheInkOrThePaperIsFound() async throws {
    let page = LetterPage(words: Self.words, cell: 2.6)
    var red = page
    red.ink = [0.8, 0.1, 0.1]
    #expect(try await report(page, red).verdict == .different)
    var dark = page
    dark.paper = [0.9, 0.9, 0.9]
    #expect(try await report(page, dark).verdict == .different)
  }

  /// Every pixel of a thin stroke touches the paper: another colour of the stroke lies between the two as an edge that moved
  /// does, but all of its differences point the same way.
  @Test(arguments: cells)
  func aColorOfTheInkThatIsNearerToThePaperIsFound(cell: Double) async throws {
    let page = LetterPage(words: Self.words, cell: cell)
    for gray in [0.2, 0.33, 0.57, 0.7] {
      // A small change of colour is hidden by one of place.
      for offset in gray < 0.5 ? [(0.0, 0.0)] : [(0.0, 0.0), (0.2, 0.1)] {
        var changed = page
        (changed.ink, changed.offset) = ([gray, gray, gray], offset)
        let found = try await report(page, changed)
        #expect(found.verdict == .different, "\(gray) at \(offset)")
      }
    }
  }

  @Test func aTintUnderTheThresholdIsNamed() async throws {
    let page = LetterPage(words: Self.words, cell: 2.6, paper: [1, 1, 1])
    var tinted = page
    tinted.paper = [247.0 / 255, 248.0 / 255, 250.0 / 255]
    let found = try await report(page, tinted)
    let finding = try #require(found.findings.first { $0.rule == .areaDiffers })
    #expect(found.verdict == .same && finding.level == .note)
    #expect(finding.message.contains("differ by less than ΔE 2.0, by 1.7"))
    #expect(try await report(page, page).findings.isEmpty)
  }

}
