import Analysis
import DarkMode
import Foundation
import ImageCases
import Pixels
import TestSupport
import Testing

/// White signs on plates that are parts of larger drawings, and paper that looks like one.
struct SofteningSignTests {
  private typealias Color = SIMD3<Double>
  private static let white = Color(repeating: 1)

  /// What became of the red channel of a drawing by column and row, and of its paper, which must have been lowered.
  private static func soften(_ canvas: DarkModeCanvas) -> (at: (Int, Int) -> UInt16, paper: UInt16) {
    let (pixels, width) = (SofteningTrial.run(canvas.pixels(bits: 8)).samples, canvas.width)
    #expect(pixels[0] < 60000)
    return ({ x, y in pixels[(y * width + x) * 3] }, pixels[0])
  }

  @Test("A digit on a button in a row of buttons stays white, and the other buttons go down with the page")
  func digit() {
    var canvas = DarkModeCanvas(320, 100, background: Self.white, seed: 1)
    let (line, blue) = (Color(repeating: 0.8), Color(0, 0.48, 1))
    canvas.rectangle(24, 14, 266, 72, line)
    for button in 0..<5 {
      let x = 30 + Double(button) * 52
      canvas.rectangle(x, 20, 46, 60, button == 2 ? blue : Self.white)
      canvas.rectangle(x + 22, 42, 3, 16, button == 2 ? Self.white : blue)
    }
    let (at, paper) = Self.soften(canvas)
    #expect(at(157, 50) == 65535)
    for button in [0, 1, 3, 4] { #expect(at(40 + button * 52, 50) == paper, "\(button)") }
  }

  @Test("Letters on a dull title bar that runs from shade to shade stay white, each beside another shade")
  func shades() {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    for row in 0..<28 {
      canvas.rectangle(20, 20 + Double(row), 260, 1, Color(0.38, 0.44, 0.48) - Double(row) / 255)
    }
    canvas.rectangle(20, 48, 260, 92, Color(0.86, 0.84, 0.8))
    for letter in 0..<5 {
      canvas.rectangle(60 + Double(letter) * 14, 26 + Double(letter) * 2, 3, 12, Self.white)
    }
    let (at, _) = Self.soften(canvas)
    for letter in 0..<5 { #expect(at(61 + letter * 14, 36) == 65535, "\(letter)") }
  }

  @Test("A letter stays white with its word, though the ink before its first row is no more than a rim")
  func rim() {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    let plate = Color(0, 0.58, 0.75)
    canvas.rectangle(20, 20, 260, 40, plate)
    canvas.rectangle(20, 60, 260, 80, Color(0.9, 0.3, 0.2))
    for letter in 0..<5 { canvas.rectangle(60 + Double(letter) * 14, 30, 3, 14, Self.white) }
    // The serif of the third letter reaches the fourth but for two light pixels.
    canvas.rectangle(91, 30, 9, 2, Self.white)
    canvas.rectangle(100, 30, 2, 2, plate * 0.2 + Self.white * 0.8)
    let (at, _) = Self.soften(canvas)
    for letter in 0..<5 { #expect(at(61 + letter * 14, 40) == 65535, "\(letter)") }
  }

  @Test("A white box with an outline goes down with the page, on a plate as wide as a sign's")
  func box() {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 120, Color(0.85, 0.82, 0.76))
    canvas.rectangle(80, 60, 16, 16, Color(0.35, 0.3, 0.3))
    canvas.rectangle(81, 61, 14, 14, Self.white)
    canvas.rectangle(110, 64, 60, 8, Color(repeating: 0.2))
    let (at, paper) = Self.soften(canvas)
    #expect(at(88, 68) == paper)
  }

  @Test("Islands of a map go down with the page around a pale sea")
  func islands() {
    var canvas = DarkModeCanvas(300, 200, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 160, Color(0.66, 0.83, 0.87))
    canvas.rectangle(20, 100, 90, 80, Color(0.3, 0.6, 0.3))
    for island in 0..<4 { canvas.circle(150 + Double(island) * 28, 60 + Double(island) * 20, 8, Self.white) }
    let (at, paper) = Self.soften(canvas)
    for island in 0..<4 { #expect(at(150 + island * 28, 60 + island * 20) == paper, "\(island)") }
  }

  @Test("The thin counter of a letter goes down as those of the letters beside it do")
  func counter() {
    var canvas = DarkModeCanvas(300, 100, background: Self.white, seed: 1)
    for letter in 0..<5 {
      let (x, width) = (30 + Double(letter) * 48, letter == 3 ? 6.0 : 18)
      canvas.rectangle(x, 30, 36, 40, .zero)
      canvas.rectangle(x + 18 - width / 2, 42, width, 16, Self.white)
    }
    let (at, paper) = Self.soften(canvas)
    for letter in 0..<5 { #expect(at(48 + letter * 48, 50) == paper, "\(letter)") }
  }

  @Test("The counter of a bold letter goes down with the page, though no other letter of the word has one")
  func boldWord() {
    var canvas = DarkModeCanvas(300, 100, background: Self.white, seed: 1)
    canvas.rectangle(20, 30, 36, 40, .zero)
    canvas.rectangle(35, 42, 6, 16, Self.white)
    for letter in 0..<4 {
      let x = 70 + Double(letter) * 48
      canvas.rectangle(x, 30, 36, 10, .zero)
      for stem in [x, x + 26] { canvas.rectangle(stem, 30, 10, 40, .zero) }
    }
    let (at, paper) = Self.soften(canvas)
    #expect(at(38, 50) == paper)
  }

  @Test("A disc with a heart in it goes down with the page, on a tile of one ink")
  func heart() {
    var canvas = DarkModeCanvas(200, 200, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 150, 150, Color(0.78, 0.65, 0.54))
    canvas.circle(95, 95, 14, Self.white)
    canvas.circle(95, 95, 5, Color(0.85, 0.2, 0.2))
    let (at, paper) = Self.soften(canvas)
    #expect(at(95, 85) == paper)
  }

  @Test(
    "What is light on a tile stays white, though it is no more than specks")
  func tile() {
    var canvas = DarkModeCanvas(200, 100, background: Self.white, seed: 1)
    canvas.rectangle(20, 30, 40, 40, Color(0, 0.36, 0.67))
    for speck in 0..<6 { canvas.rectangle(27 + Double(speck) * 5, 50, 1, 2, Self.white) }
    let (at, _) = Self.soften(canvas)
    for speck in 0..<6 { #expect(at(27 + speck * 5, 51) == 65535, "\(speck)") }
  }

  @Test("The counter of a letter that is alone in its size goes down with the page")
  func lone() {
    var canvas = DarkModeCanvas(200, 120, background: Self.white, seed: 1)
    for row in 0..<80 {
      let (y, width) = (20 + Double(row), 20 + Double(row))
      canvas.rectangle(100 - width / 2, y, width, 1, Color(0.18, 0.22, 0.35))
      if row >= 50 { canvas.rectangle(100 - (width - 56) / 2, y, width - 56, 1, Self.white) }
      if row >= 30, row < 46 {
        canvas.rectangle(100 - Double(row - 24) / 4, y, Double(row - 24) / 2, 1, Self.white)
      }
    }
    let (at, paper) = Self.soften(canvas)
    #expect(at(100, 62) == paper)
  }

  @Test("A single light module of a code goes down with the page as the others do")
  func code() {
    var canvas = DarkModeCanvas(240, 240, background: Self.white, seed: 1)
    let rows = [
      ".##.##..", "#.####.#", "###.####", ".####.#.", "#.######", "###..##.", ".####.##", "..#.##..",
    ]
    for (y, row) in rows.enumerated() {
      for (x, module) in row.enumerated() where module == "#" {
        canvas.rectangle(20 + Double(x) * 20, 20 + Double(y) * 20, 20, 20, .zero)
      }
    }
    let (at, paper) = Self.soften(canvas)
    for (x, y) in [(1, 1), (3, 2), (5, 3), (1, 4)] {
      #expect(at(30 + x * 20, 30 + y * 20) == paper, "\(x), \(y)")
    }
  }

  @Test("A field with words in it goes down with the page, on a bar whose title stays white")
  func field() {
    var canvas = DarkModeCanvas(400, 160, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 360, 40, Color(0.2, 0.22, 0.26))
    for letter in 0..<5 {
      canvas.rectangle(40 + Double(letter) * 14, 34, 3, 12, Self.white)
      canvas.rectangle(40 + Double(letter) * 14, 43, 8, 3, Self.white)
    }
    canvas.rectangle(200, 28, 100, 24, Self.white)
    for letter in 0..<4 { canvas.rectangle(210 + Double(letter) * 12, 36, 3, 8, Color(0.6, 0.3, 0.3)) }
    let (at, paper) = Self.soften(canvas)
    for letter in 0..<5 { #expect(at(41 + letter * 14, 40) == 65535, "\(letter)") }
    #expect(at(280, 40) == paper)
  }

  @Test(
    "Cells of a table with words in the ink of the header go down with the page, the header's words stay white"
  )
  func cells() {
    var canvas = DarkModeCanvas(400, 160, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 360, 80, .zero)
    for column in 0..<3 {
      let x = 30 + Double(column) * 120
      for letter in 0..<4 {
        canvas.rectangle(x + Double(letter) * 14, 40, 3, 12, Self.white)
        canvas.rectangle(x + Double(letter) * 14, 49, 8, 3, Self.white)
      }
      canvas.rectangle(x - 8, 70, 108, 20, Self.white)
      for letter in 0..<8 { canvas.rectangle(x + Double(letter) * 12, 72, 3, 16, .zero) }
    }
    let (at, paper) = Self.soften(canvas)
    for column in 0..<3 {
      #expect(at(31 + column * 120, 46) == 65535, "\(column)")
      #expect(at(126 + column * 120, 80) == paper, "\(column)")
    }
  }

  @Test(
    "The many single light modules of a code go down with the page as the larger areas between modules do")
  func modules() {
    var canvas = DarkModeCanvas(308, 308, background: Self.white, seed: 1)
    var state: UInt32 = 8
    var light: [(x: Int, y: Int)] = []
    for y in 0..<20 {
      for x in 0..<20 {
        state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
        if (state >> 16) % 100 < 65 {
          canvas.rectangle(14 + Double(x) * 14, 14 + Double(y) * 14, 14, 14, .zero)
        } else {
          light.append((x, y))
        }
      }
    }
    let (at, paper) = Self.soften(canvas)
    for (x, y) in light { #expect(at(21 + x * 14, 21 + y * 14) == paper, "\(x), \(y)") }
  }

  @Test("The gaps of a hatch go down with the page, though a slit lies on a plate of the same ink")
  func hatch() {
    var canvas = DarkModeCanvas(360, 200, background: Self.white, seed: 1)
    let blue = Color(0.12, 0.27, 0.63)
    canvas.rectangle(20, 60, 80, 80, blue)
    canvas.rectangle(58, 80, 4, 40, Self.white)
    canvas.rectangle(100, 98, 60, 4, blue)
    for y in [40.0, 157] { canvas.rectangle(160, y, 45, 3, blue) }
    for line in 0..<8 { canvas.rectangle(160 + Double(line) * 6, 40, 3, 120, blue) }
    let (at, paper) = Self.soften(canvas)
    for gap in 0..<7 { #expect(at(164 + gap * 6, 100) == paper, "\(gap)") }
  }

  @Test("The wedges of paper between bars and a curve go down with the page")
  func wedges() {
    let heights = [40.0, 100, 180, 140, 220, 120, 60, 30]
    var canvas = DarkModeCanvas(760, 300, background: Self.white, seed: 1)
    for (bar, height) in heights.enumerated() {
      canvas.rectangle(40 + Double(bar) * 80, 260 - height, 80, height, .zero)
      canvas.rectangle(44 + Double(bar) * 80, 264 - height, 72, height - 8, Color(1, 0.78, 0.47))
    }
    // The curve falls along each bar, from 30 above its top to 10 below, and jumps to the next bar in 16 columns.
    for bar in heights.indices.dropLast() {
      let (top, next) = (230 - heights[bar], 230 - heights[bar + 1])
      for column in 0..<80 {
        let fall = Double(column) * 0.625
        let y = column < 64 ? top + fall : top + 40 + (next - top - 40) * Double(column - 64) / 16
        canvas.rectangle(48 + Double(bar) * 80 + Double(column), y.rounded() - 4, 1, 9, Color(0.98, 0.59, 0))
      }
    }
    let (at, paper) = Self.soften(canvas)
    for (x, y) in [(375, 30), (215, 70), (357, 115), (450, 129), (290, 109), (135, 150), (530, 189)] {
      #expect(at(x, y) == paper, "\(x), \(y)")
    }
  }

  @Test("Letters in nearly the same grey stay alike, though few pixels of some have their darkest code")
  func grays() {
    var canvas = DarkModeCanvas(300, 100, background: Self.white, seed: 1)
    for letter in 0..<3 {
      let x = 30 + Double(letter) * 80
      for row in 0..<60 {
        let gray = letter == 0 ? 145.0 : row == 30 ? 143 : row % 2 == 0 ? 146 : 149
        canvas.rectangle(x, 20 + Double(row), 60, 1, Color(repeating: gray / 255))
      }
      canvas.rectangle(x + 16, 36, 28, 28, Self.white)
    }
    let (at, _) = Self.soften(canvas)
    for letter in 1..<3 {
      #expect(abs(Int(at(38, 50)) - Int(at(38 + letter * 80, 50))) < 3 * 257, "\(letter)")
    }
  }

  @Test("A grained window with more light than grain in it goes down with the page as a whole")
  func window() {
    var canvas = DarkModeCanvas(480, 360, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 440, 320, Color(repeating: 190 / 255))
    canvas.addGrain(0.03)
    canvas.rectangle(0, 0, 480, 20, Self.white)
    canvas.rectangle(0, 340, 480, 20, Self.white)
    canvas.rectangle(0, 0, 20, 360, Self.white)
    canvas.rectangle(460, 0, 20, 360, Self.white)
    canvas.rectangle(30, 120, 420, 210, Self.white)
    let before = canvas.pixels(bits: 8).samples
    let (at, _) = Self.soften(canvas)
    let lost = (100..<200).map { Int(before[(60 * 480 + $0) * 3]) - Int(at($0, 60)) }
    #expect(lost.allSatisfy { $0 > 10 * 257 })
  }

  @Test("The gaps between the strokes of a word take the new colour of the pale plate around the word")
  func gaps() {
    var canvas = DarkModeCanvas(300, 220, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 120, Color(0.16, 0.24, 0.78))
    for letter in 0..<5 { canvas.rectangle(60 + Double(letter) * 14, 60, 3, 20, Self.white) }
    canvas.rectangle(20, 140, 260, 60, Color(repeating: 219 / 255))
    for stroke in 0..<8 {
      canvas.rectangle(60 + Double(stroke) * 5, 160, 3, 14, Color(repeating: 143 / 255))
    }
    let (at, _) = Self.soften(canvas)
    #expect(at(250, 170) < 200 * 257)
    for gap in 0..<7 { #expect(abs(Int(at(63 + gap * 5, 167)) - Int(at(250, 170))) <= 257, "\(gap)") }
  }

  @Test("The hole of a key in a photograph without a background goes down with the page")
  func hole() {
    var canvas = DarkModeCanvas(320, 200, background: Self.white, seed: 1)
    canvas.circle(90, 100, 70, Color(0.59, 0.43, 0.24))
    canvas.rectangle(150, 92, 140, 16, Color(0.59, 0.43, 0.24))
    canvas.rectangle(260, 100, 16, 40, Color(0.59, 0.43, 0.24))
    canvas.addGrain(0.05)
    for index in canvas.color.indices {
      let (x, y) = (index % 320, index / 320)
      let isKey =
        (x - 90) * (x - 90) + (y - 100) * (y - 100) < 69 * 69 || x >= 150 && canvas.artwork[index] > 0.5
      if !isKey { canvas.color[index] = Self.white }
    }
    canvas.circle(90, 100, 28, Self.white)
    let (at, paper) = Self.soften(canvas)
    #expect(at(90, 100) == paper)
  }

  @Test(
    "The counter of a letter with texture goes down with the page, though the letter is nearly as full as a disc"
  )
  func texturedLetter() {
    var canvas = DarkModeCanvas(200, 200, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 160, 160, Color(0.13, 0.15, 0.1))
    canvas.addGrain(0.05)
    // All but 0.77 of the square around the letter.
    for (x, y, width, height) in [
      (0.0, 0.0, 200.0, 20.0), (0, 180, 200, 20), (0, 20, 20, 160), (180, 20, 20, 160), (20, 20, 77, 76),
    ] { canvas.rectangle(x, y, width, height, Self.white) }
    canvas.rectangle(120, 60, 30, 60, Self.white)
    let (at, paper) = Self.soften(canvas)
    #expect(at(135, 90) == paper)
  }

  @Test(
    "Letters with a dark rim stay white with the letters of their height beside them, on a plate within a drawing"
  )
  func darkRims() {
    var canvas = DarkModeCanvas(320, 400, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 280, 60, Color(0.1, 0.2, 0.5))
    canvas.rectangle(20, 80, 280, 300, Color(0.85, 0.8, 0.75))
    for letter in 0..<10 {
      let x = 40 + Double(letter) * 24
      if letter % 3 == 1 { canvas.rectangle(x - 4, 36, 18, 20, Color(0, 0.06, 0.3)) }
      canvas.rectangle(x, 40, 3, 12, Self.white)
      canvas.rectangle(x, 49, 10, 3, Self.white)
    }
    let (at, _) = Self.soften(canvas)
    for letter in 0..<10 { #expect(at(41 + letter * 24, 46) == 65535, "\(letter)") }
  }

  @Test("A sign stays white whose counters show the darkest shade of the disc that it lies on")
  func shadedDisc() {
    var canvas = DarkModeCanvas(200, 200, background: Self.white, seed: 1)
    let (green, dark) = (Color(0.06, 0.42, 0.22), Color(0, 0.28, 0.3))
    canvas.circle(100, 100, 70, green)
    canvas.rectangle(98, 150, 3, 3, dark)
    canvas.rectangle(80, 80, 40, 40, Self.white)
    canvas.rectangle(86, 86, 12, 28, green)
    canvas.rectangle(103, 86, 12, 28, dark)
    let (at, _) = Self.soften(canvas)
    #expect(at(83, 100) == 65535)
  }

  @Test("Letters with a shadow in their counters stay white with the letters of their height beside them")
  func shadowedLetters() {
    var canvas = DarkModeCanvas(300, 140, background: Self.white, seed: 1)
    let red = Color(0.87, 0.34, 0.36)
    canvas.rectangle(20, 20, 260, 100, red)
    canvas.rectangle(20, 110, 260, 10, .zero)
    for letter in 0..<8 {
      let x = 50 + Double(letter) * 24
      guard letter % 4 == 1 else {
        canvas.rectangle(x, 50, 4, 24, Self.white)
        continue
      }
      canvas.rectangle(x, 50, 12, 24, Self.white)
      canvas.rectangle(x + 3, 53, 6, 18, red)
      canvas.rectangle(x + 3, 53, 6, 3, .zero)
    }
    let (at, _) = Self.soften(canvas)
    for letter in 0..<8 { #expect(at(51 + letter * 24, 60) == 65535, "\(letter)") }
  }

  @Test("Three gaps of three heights go down with the paper that the same lines enclose")
  func threeGaps() {
    var canvas = DarkModeCanvas(320, 200, background: Self.white, seed: 1)
    let (blue, orange) = (Color(0.12, 0.27, 0.63), Color(0.9, 0.5, 0.1))
    canvas.rectangle(20, 40, 120, 120, blue)
    for (gap, height) in [24.0, 50, 90].enumerated() {
      canvas.rectangle(40 + Double(gap) * 30, 54, 4, height, Self.white)
    }
    canvas.rectangle(140, 40, 160, 120, orange)
    canvas.rectangle(146, 46, 148, 108, Self.white)
    let (at, paper) = Self.soften(canvas)
    #expect(at(220, 100) == paper)
    for gap in 0..<3 { #expect(at(42 + gap * 30, 60) == paper, "\(gap)") }
  }

  @Test("Gaps of many heights between bars go down with the paper around the bars")
  func bars() {
    var canvas = DarkModeCanvas(320, 180, background: Self.white, seed: 1)
    let (gray, orange) = (Color(repeating: 0.5), Color(0.9, 0.5, 0.1))
    canvas.rectangle(20, 10, 280, 160, Color(repeating: 0.3))
    canvas.rectangle(22, 12, 276, 148, Self.white)
    for bar in 0..<7 { canvas.rectangle(60 + Double(bar) * 26, 30, 20, 130, gray) }
    for (gap, height) in [20.0, 33, 47, 62, 78, 95].enumerated() {
      let x = 80 + Double(gap) * 26
      canvas.rectangle(x, 30, 6, 124 - height, gray)
      canvas.rectangle(x, 154 - height, 6, 6, orange)
    }
    let (at, paper) = Self.soften(canvas)
    for gap in 0..<6 { #expect(at(83 + gap * 26, 150) == paper, "\(gap)") }
  }

  @Test(
    "The shoulders of a figure stay white with its head and its name, on a plate that is a part of a drawing")
  func figure() {
    var canvas = DarkModeCanvas(300, 200, background: Self.white, seed: 1)
    let (blue, red, line) = (Color(0.03, 0.26, 0.48), Color(0.8, 0.3, 0.2), Color(repeating: 0.3))
    canvas.rectangle(20, 20, 120, 90, blue)
    canvas.rectangle(140, 60, 60, 4, line)
    canvas.rectangle(200, 20, 80, 90, red)
    canvas.rectangle(230, 104, 4, 12, line)
    canvas.rectangle(210, 114, 60, 60, red)
    canvas.rectangle(214, 118, 52, 52, Self.white)
    for letter in 0..<6 { canvas.rectangle(40 + Double(letter) * 14, 86, 3, 14, Self.white) }
    canvas.circle(80, 40, 10, Self.white)
    canvas.rectangle(62, 56, 36, 12, Self.white)
    let (at, paper) = Self.soften(canvas)
    #expect(at(80, 62) == 65535)
    #expect(at(240, 140) == paper)
  }

  @Test("Small letters with rims of other colours stay white on a badge")
  func rims() {
    var canvas = DarkModeCanvas(200, 80, background: Self.white, seed: 1)
    canvas.rectangle(40, 30, 69, 18, Color(0.49, 0.48, 0.68))
    for letter in 0..<10 {
      let x = 47 + Double(letter) * 6
      canvas.rectangle(x - 1, 36, 1, 3, Color(0.8, 0.6, 0.55))
      canvas.rectangle(x, 36, 1, 3, Self.white)
      canvas.rectangle(x + 1, 36, 1, 3, Color(0.55, 0.62, 0.86))
    }
    canvas.rectangle(20, 60, 160, 4, Color(repeating: 0.2))
    let (at, _) = Self.soften(canvas)
    for letter in 0..<10 { #expect(at(47 + letter * 6, 37) == 65535, "\(letter)") }
  }

  @Test("The pale counters of white letters on a plate of colour stay as the plate does")
  func counters() {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    let plate = Color(0.49, 0.48, 0.68)
    canvas.rectangle(20, 20, 260, 50, plate)
    for letter in 0..<5 {
      canvas.rectangle(60 + Double(letter) * 40, 36, 9, 18, Self.white)
      canvas.rectangle(63 + Double(letter) * 40, 42, 3, 2, 0.3 * plate + 0.7 * Self.white)
    }
    let before = canvas.pixels(bits: 8).samples[(43 * 300 + 64) * 3]
    let (at, _) = Self.soften(canvas)
    for letter in 0..<5 { #expect(abs(Int(at(64 + letter * 40, 43)) - Int(before)) <= 2 * 257, "\(letter)") }
  }

  @Test("A tick stays white on a textured disc, and the hole of a textured ring goes down")
  func disc() {
    var canvas = DarkModeCanvas(220, 120, background: Self.white, seed: 1)
    for (x, color) in [(60.0, Color(0.2, 0.55, 0.6)), (160, Color(0.7, 0.3, 0.1))] {
      canvas.fill(
        x: (x - 24)...(x + 24), y: 36...84,
        ink: { color + Double((Int($0) * 7 + Int($1) * 13) % 5) / 50 },
        distance: { (($0 - x) * ($0 - x) + ($1 - 60) * ($1 - 60)).squareRoot() - 24 })
    }
    canvas.line(48, 60, 57, 70, stroke: 5, Self.white)
    canvas.line(57, 70, 72, 50, stroke: 5, Self.white)
    canvas.circle(160, 60, 8, Self.white)
    let (at, paper) = Self.soften(canvas)
    #expect(at(57, 69) == 65535)
    #expect(at(160, 60) == paper)
  }

  @Test("The gap between two curves of a plot goes down to the point where they meet")
  func curves() {
    var canvas = DarkModeCanvas(300, 200, background: Self.white, seed: 1)
    let (blue, orange) = (Color(0.12, 0.47, 0.71), Color(0.9, 0.5, 0.05))
    canvas.line(20, 170, 280, 20, stroke: 4, blue)
    canvas.line(20, 180, 280, 20, stroke: 4, orange)
    canvas.rectangle(16, 165, 8, 18, orange)
    let (at, _) = Self.soften(canvas)
    let kept = (24..<270).filter { x in (20..<180).contains { at(x, $0) == 65535 } }
    #expect(kept.isEmpty)
  }

  @Test("The slivers of paper between an area and a curve of another colour go down with the page")
  func slivers() {
    var canvas = DarkModeCanvas(300, 300, background: Self.white, seed: 1)
    canvas.circle(150, 150, 90, Color(0, 0, 0.55))
    for y in 60..<240 {
      // Half of the chord at this row, and a curve that crosses the rim of the disc at both ends.
      let (from, to) = (Double(y - 150), Double(y - 60) / 180)
      let half = (90 * 90 - from * from).squareRoot() + 12 * sin(.pi * (to * 1.2 - 0.1))
      for x in [150 - half, 150 + half] { canvas.rectangle(x - 2, Double(y) - 1, 4, 3, Color(0.9, 0, 0.9)) }
    }
    let (at, paper) = Self.soften(canvas)
    for x in [55, 244] { #expect(at(x, 150) == paper, "\(x)") }
    let pixels = canvas.pixels(bits: 8)
    let reference = ReferenceSoftening.softened(pixels, colorSpace: .sRGB)
    let isSame = SofteningTrial.run(pixels, options: SofteningOptions(mode: .white)).samples == reference
    #expect(isSame)
  }

  @Test("Pale grey letters of one word go down alike, whether their strokes end or close")
  func paleWord() {
    var canvas = DarkModeCanvas(220, 80, background: Self.white, seed: 1)
    let gray = Color(repeating: 0.75)
    for (letter, x) in [30.0, 70, 110, 150].enumerated() {
      canvas.rectangle(x, 30, letter % 2 == 0 ? 16 : 2, 20, gray)
      if letter % 2 == 0 { canvas.rectangle(x + 2, 32, 12, 16, Self.white) }
    }
    let (at, _) = Self.soften(canvas)
    #expect(Set([31, 71, 111, 151].map { at($0, 40) }).count == 1)
  }

  @Test(
    "The gaps between bars of one height go down with the page, on the shield that a colour shares with the bars"
  )
  func shield() {
    var canvas = DarkModeCanvas(300, 300, background: Self.white, seed: 1)
    let purple = Color(0.38, 0.34, 0.45)
    canvas.rectangle(40, 40, 220, 220, purple)
    canvas.rectangle(50, 50, 95, 95, Self.white)
    canvas.circle(95, 95, 12, Color(0.3, 0.3, 0.7))
    canvas.circle(115, 95, 12, Color(0.3, 0.6, 0.7))
    canvas.rectangle(50, 155, 200, 95, Color(0.9, 0.4, 0.6))
    for gap in 0..<6 { canvas.rectangle(155 + Double(gap) * 16, 50, 8, 95, Self.white) }
    let (at, paper) = Self.soften(canvas)
    for gap in 0..<6 { #expect(at(158 + gap * 16, 100) == paper, "\(gap)") }
    #expect(at(60, 60) == paper)
  }

  @Test("Letters of a grey button stay white")
  func grayButton() {
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    canvas.rectangle(40, 40, 120, 30, radius: 4, Color(repeating: 0.64))
    for letter in 0..<5 {
      canvas.rectangle(60 + Double(letter) * 14, 48, 3, 14, Self.white)
      canvas.rectangle(60 + Double(letter) * 14, 59, 8, 3, Self.white)
    }
    let (at, _) = Self.soften(canvas)
    for letter in 0..<5 { #expect(at(61 + letter * 14, 54) == 65535, "\(letter)") }
  }
}
