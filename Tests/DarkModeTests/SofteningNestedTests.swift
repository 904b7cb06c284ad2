import ImageCases
import DarkMode
import Pixels
import TestSupport
import Testing

/// Shapes in shapes: equals are treated equally at any depth. The truth is the same drawing on softened paper.
struct SofteningNestedTests {
  typealias Color = SIMD3<Double>
  private static let white = Color(repeating: 1)
  /// What white ends at.
  private static let soft = Color(repeating: 220.0 / 255)
  private static let inks = [Color(0.98, 0.07, 0.31), Color(0.57, 0.91, 0.16), Color(0.12, 0.82, 0.94)]

  private static func rings(on paper: Color, alpha: Double, inks: [Color] = inks) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(240, 240, background: paper, seed: 1)
    for (index, ink) in inks.enumerated() {
      canvas.ring(120, 120, 96 - Double(index) * 26, stroke: 22, paper + (ink - paper) * alpha)
    }
    return canvas
  }

  private static func chair(on paper: Color) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(240, 240, background: paper, seed: 1)
    let wood = Color(0.47, 0.27, 0.12)
    canvas.rectangle(60, 20, 120, 190, wood)
    canvas.rectangle(80, 72, 80, 38, paper)
    canvas.rectangle(80, 126, 80, 84, paper)
    for slit in 0..<5 { canvas.rectangle(85 + Double(slit) * 15, 36, 8, 24, paper) }
    return canvas
  }

  private static func dialog(on paper: Color) -> DarkModeCanvas {
    var canvas = DarkModeCanvas(400, 300, background: paper, seed: 1)
    canvas.paragraph(20, 12, width: 300, lines: 1, size: 12, .zero)
    canvas.rectangle(20, 40, 360, 240, Color(repeating: 0.35))
    canvas.rectangle(150, 100, 100, 70, paper)
    canvas.paragraph(158, 110, width: 84, lines: 3, size: 9, .zero)
    return canvas
  }

  /// The greatest difference of a channel, in 8-bit codes, between the softened drawing and that on softened paper.
  private static func difference(_ draw: (Color) -> DarkModeCanvas) -> Double {
    let outcome = SofteningTrial.run(draw(white).pixels(bits: 8))
    let ideal = draw(soft).pixels(bits: 8)
    return zip(outcome.samples, ideal.samples).map { abs(Double($0) - Double($1)) / 257 }.max() ?? .infinity
  }

  @Test("Gaps between rings, openings of a chair and a dialog on a dark page go down with the page")
  func enclosedPaper() {
    #expect(Self.difference { Self.rings(on: $0, alpha: 1) } <= 3)
    #expect(
      Self.difference { Self.rings(on: $0, alpha: 1, inks: Array(repeating: Self.inks[0], count: 4)) } <= 3)
    #expect(Self.difference(Self.chair) <= 3)
    #expect(Self.difference(Self.dialog) <= 12)
  }

  @Test("Pale tracks of one strength go down alike, whatever their hue")
  func tracks() {
    let pixels = Self.rings(on: Self.white, alpha: 0.2).pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    let losses = (0..<3).map { ring in
      let at = (120 * 240 + 120 + 96 - ring * 26) * 3
      return Int(pixels.samples[at]) / 257 - Int(outcome.samples[at]) / 257
    }
    #expect((losses.max() ?? 0) - (losses.min() ?? 0) <= 3, "\(losses)")
    #expect((losses.min() ?? 0) >= 24, "\(losses)")
  }

  @Test("Letters on a tall grey plate have no rim of the old grey, however far paper is")
  func letters() {
    var canvas = DarkModeCanvas(240, 320, background: Self.white, seed: 1)
    canvas.rectangle(0, 40, 240, 280, Color(0.84, 0.83, 0.82))
    for line in 0..<12 {
      canvas.paragraph(
        10, 60 + Double(line) * 20, width: 220, lines: 1, size: 10,
        Color(repeating: line % 2 == 0 ? 0.2 : 0.5))
    }
    let pixels = canvas.pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    #expect(outcome.softening.mode == .white)
    #expect(newEdges(pixels, outcome.samples) == 0)
  }

  /// Pixels that are like their right neighbour before, and not after: up to 2 codes of 255, and 10.
  private func newEdges(_ before: borrowing PixelBuffer, _ after: [UInt16]) -> Int {
    var count = 0
    for at in stride(from: 0, to: after.count - 3, by: 3) where at / 3 % before.width + 1 < before.width {
      func step(_ samples: [UInt16]) -> Int {
        (at..<at + 3).map { abs(Int(samples[$0]) - Int(samples[$0 + 3])) }.max() ?? 0
      }
      if step(before.samples) <= 2 * 257 && step(after) >= 10 * 257 { count += 1 }
    }
    return count
  }

  @Test("Letters on a plate with a frame of another hue stay white, those with counters too")
  func lettersInFrame() {
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 80, Color(repeating: 0.4))
    canvas.rectangle(23, 23, 254, 74, Color(0.43, 0.73, 0.86))
    for letter in 0..<5 {
      canvas.ring(60 + Double(letter) * 40, 60, 9, stroke: 4, Self.white)
      canvas.rectangle(78 + Double(letter) * 40, 50, 4, 20, Self.white)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    #expect(outcome.samples[(5 * 300 + 5) * 3] < 60000)
    for letter in 0..<5 {
      #expect(outcome.samples[(60 * 300 + 51 + letter * 40) * 3] == 65535, "ring \(letter)")
      #expect(outcome.samples[(60 * 300 + 80 + letter * 40) * 3] == 65535, "stem \(letter)")
    }
  }

  @Test(
    "A white ring on a plate of colour stays white, though its flat top begins beside a rim of many pixels")
  func flatArc() {
    var canvas = DarkModeCanvas(500, 400, background: Self.white, seed: 1)
    canvas.rectangle(80, 30, 340, 340, Color(0.25, 0.48, 0.57))
    canvas.ring(250, 200, 150, stroke: 8, Self.white)
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    #expect(outcome.samples[0] < 60000)
    #expect(outcome.samples[(50 * 500 + 250) * 3] == 65535)
  }

  @Test(
    "A name of three letters on a title bar stays white, and the page in the window's frame goes down",
    arguments: [false, true])
  func nameOfWindow(hasIconAndField: Bool) {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 120, Color(0.2, 0.45, 0.8))
    canvas.rectangle(24, 48, 252, 88, Self.white)
    canvas.paragraph(34, 56, width: 220, lines: 4, size: 12, .zero)
    for letter in 0..<3 { canvas.rectangle(60 + Double(letter) * 12, 28, 3, 12, Self.white) }
    if hasIconAndField {
      canvas.rectangle(30, 26, 14, 14, Color(0.8, 0.2, 0.1))
      canvas.rectangle(180, 28, 60, 12, Self.white)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<3 { #expect(outcome.samples[(34 * 300 + 61 + letter * 12) * 3] == 65535, "\(letter)") }
    #expect(outcome.samples[(50 * 300 + 26) * 3] == outcome.samples[0])
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "Letters in a box of a diagram stay white, also where their strokes cover no pixel, and what the lines enclose goes down",
    arguments: [Color(0.75, 0.55, 0.05), Color(repeating: 0.15)])
  func boxInDiagram(_ ink: Color) {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 120, 60, ink)
    canvas.rectangle(80, 80, 4, 40, Color(0, 0.5, 0))
    for frame in 0..<3 {
      canvas.rectangle(84 + Double(frame) * 60, 110, 60, 40, Color(0, 0.5, 0))
      canvas.rectangle(88 + Double(frame) * 60, 114, 52, 32, Self.white)
    }
    for letter in 0..<4 {
      canvas.rectangle(40 + Double(letter) * 12, 30, 2, 12, Self.white)
      canvas.rectangle(40 + Double(letter) * 12, 40, 6, 2, Self.white)
    }
    // As wide as three quarters of a pixel.
    canvas.rectangle(100, 60, 1, 12, ink * 0.25 + Self.white * 0.75)
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<4 { #expect(outcome.samples[(36 * 300 + 40 + letter * 12) * 3] == 65535, "\(letter)") }
    let thin = (66 * 300 + 100) * 3
    // On a dark grey such a stroke may as well be the flank of a line.
    if ink.x != ink.y {
      #expect(outcome.samples[thin..<thin + 3] == canvas.pixels(bits: 8).samples[thin..<thin + 3])
    }
    for frame in 0..<3 { #expect(outcome.samples[(120 * 300 + 100 + frame * 60) * 3] == outcome.samples[0]) }
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "White letters stay on a dark box that covers a part of a grid, and what is left of the grid's cells goes down"
  )
  func boxOnGrid() {
    var canvas = DarkModeCanvas(400, 800, background: Self.white, seed: 1)
    for line in 0..<17 {
      canvas.rectangle(20, 20 + Double(line) * 20, 323, 2, .zero)
      canvas.rectangle(20 + Double(line) * 20, 20, 2, 323, .zero)
    }
    canvas.rectangle(30, 340, 2, 450, .zero)
    canvas.rectangle(120, 120, 188, 140, Color(repeating: 0.29))
    for letter in 0..<20 {
      let (x, y) = (130 + Double(letter % 10) * 16, 150 + Double(letter / 10) * 24)
      canvas.rectangle(x, y, 3, 14, Self.white)
      canvas.rectangle(x + 3, y + 12, 4, 2, Self.white)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<20 {
      let (x, y) = (131 + letter % 10 * 16, 155 + letter / 10 * 24)
      #expect(outcome.samples[(y * 400 + x) * 3] == 65535, "\(letter)")
    }
    for (x, y) in [(110, 150), (230, 110), (312, 190), (230, 270)] {
      #expect(outcome.samples[(y * 400 + x) * 3] == outcome.samples[0], "\(x) \(y)")
    }
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "A turned word stays white beside arrows of other sizes, though most that is light on its plate is pale boxes"
  )
  func turnedWord() {
    var canvas = DarkModeCanvas(300, 300, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 260, Color(0.17, 0.24, 0.31))
    canvas.rectangle(40, 40, 60, 220, Color(repeating: 0.98))
    canvas.rectangle(120, 40, 60, 120, Color(repeating: 0.98))
    for line in 0..<20 {
      canvas.rectangle(50, 50 + Double(line) * 10, 40, 2, .zero)
      if line < 10 { canvas.rectangle(130, 50 + Double(line) * 10, 40, 2, .zero) }
    }
    for (letter, height) in [9.0, 12, 15, 19].enumerated() {
      let y = 60 + Double(letter) * 24
      canvas.rectangle(240, y, 17, 3, Self.white)
      canvas.rectangle(240, y, 3, height, Self.white)
    }
    for (x, y, size) in [(130.0, 200.0, 25.0), (170, 200, 33)] {
      canvas.rectangle(x, y, size, 3, Self.white)
      canvas.rectangle(x + size / 2 - 1, y, 3, size, Self.white)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<4 {
      #expect(outcome.samples[((61 + letter * 24) * 300 + 250) * 3] == 65535, "\(letter)")
    }
    #expect(outcome.samples[(45 * 300 + 45) * 3] < 60000)
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "A smooth photograph in greys stays as it is in all modes, with its lights, and a pale ramp in a frame goes down with the page"
  )
  func grayPhoto() {
    for (top, floor, stays) in [(0.96, -0.86, true), (0.7, -0.6, true), (0.8, 0.2, true), (4, -4, false)] {
      var canvas = DarkModeCanvas(240, 200, background: Self.white, seed: 1)
      canvas.rectangle(40, 20, 160, 160, .zero)
      for row in 1..<159 {
        for column in 1..<159 {
          let (x, y) = ((Double(column) - 80) / 80, (Double(row) - 80) / 80)
          let level = max(0.05, floor + (top - floor) * (1 - (x * x + y * y) / 2))
          canvas.rectangle(40 + Double(column), 20 + Double(row), 1, 1, Color(repeating: min(0.97, level)))
        }
      }
      canvas.rectangle(100, 80, 12, 6, Color(repeating: 0.95))
      canvas.rectangle(103, 82, 6, 2, Self.white)
      let pixels = canvas.pixels(bits: 8)
      let outcome = SofteningTrial.run(pixels)
      let inside = (22..<178).flatMap { y in (42..<198).map { (y * 240 + $0) * 3 } }
      #expect(inside.allSatisfy { outcome.samples[$0] == pixels.samples[$0] } == stays, "\(top)")
      #expect(outcome.samples[0] < 60000)
      guard stays else { continue }
      #expect(outcome.softening.suggestion == nil)
      for mode in [SofteningMode.knockout, .knockoutInk] {
        let samples = SofteningTrial.run(pixels, options: SofteningOptions(mode: mode)).samples
        let isSame = inside.allSatisfy {
          samples[$0 / 3 * 4] == pixels.samples[$0] && samples[$0 / 3 * 4 + 3] == 65535
        }
        #expect(isSame && samples[3] == 0, "\(top) \(mode)")
      }
    }
  }

  @Test(
    "White letters stay on the grey boxes of a graph whose black arrows enclose paper", arguments: [0.3, 0.4])
  func graphOfGrays(_ gray: Double) {
    var canvas = DarkModeCanvas(400, 600, background: Self.white, seed: 1)
    for (x, y) in [(20.0, 20.0), (220.0, 20.0), (120.0, 220.0)] {
      canvas.rectangle(x, y, 160, 50, .zero)
      canvas.rectangle(x + 1, y + 1, 158, 48, Color(repeating: gray))
      // Level grey is beside the first letter of each word.
      for letter in 0..<20 {
        let left = x + 16 + Double(letter) * 5 + Double(letter / 5) * 8
        canvas.rectangle(left - 1, y + 20, 4, 12, Color(repeating: gray * 0.6 + 0.4))
        canvas.rectangle(left, y + 20, 2, 12, Self.white)
        canvas.rectangle(left + 2, y + 31, 1, 1, Self.white)
      }
    }
    canvas.rectangle(60, 70, 1, 175, .zero)
    canvas.rectangle(200, 270, 1, 320, .zero)
    canvas.rectangle(60, 245, 60, 1, .zero)
    canvas.rectangle(180, 45, 40, 1, .zero)
    canvas.rectangle(300, 70, 1, 175, .zero)
    canvas.rectangle(280, 245, 21, 1, .zero)
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<20 {
      #expect(outcome.samples[(45 * 400 + 36 + letter * 5 + letter / 5 * 8) * 3] == 65535, "\(letter)")
    }
    #expect(outcome.samples[(150 * 400 + 200) * 3] == outcome.samples[0])
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "A grey frame one pixel wide keeps its contrast with the paper, alone and beside a colour",
    arguments: [0.0, 4])
  func frames(_ arrow: Double) {
    let gray = 191.0 / 255
    var canvas = DarkModeCanvas(240, 120, background: Self.white, seed: 1)
    canvas.rectangle(40, 30, 160, 1, Color(repeating: gray))
    canvas.rectangle(40, 90, 160, 1, Color(repeating: gray))
    canvas.rectangle(40, 30, 1, 61, Color(repeating: gray))
    canvas.rectangle(199, 30, 1, 61, Color(repeating: gray))
    if arrow > 0 { canvas.rectangle(118, 91, arrow, 25, Color(0.4, 0.2, 0.7)) }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    let paper = Double(outcome.samples[0])
    for (x, y) in [(60, 30), (60, 90), (40, 60), (199, 60)] {
      #expect(abs(Double(outcome.samples[(y * 240 + x) * 3]) / paper - gray) < 0.02, "(\(x), \(y))")
    }
  }

  @Test(
    "A grey window is lowered with the white of its fields, and stays as a whole where paper becomes transparent"
  )
  func fields() {
    let gray = Color(repeating: 0.94)
    var canvas = DarkModeCanvas(300, 200, background: gray, seed: 1)
    for field in 0..<3 {
      canvas.rectangle(100, 30 + Double(field) * 40, 160, 10, Color(repeating: 0.5))
      canvas.rectangle(101, 31 + Double(field) * 40, 158, 8, Self.white)
      canvas.paragraph(20, 30 + Double(field) * 40, width: 60, lines: 1, size: 9, .zero)
    }
    let (field, ground) = ((35 * 300 + 200) * 3, (190 * 300 + 200) * 3)
    let soft = SofteningTrial.run(canvas.pixels(bits: 8)).samples
    #expect(abs(Double(soft[field]) - Self.soft.x * 65535) <= 2 * 257)
    #expect(abs(Double(soft[ground]) / Double(soft[field]) - gray.x) < 0.02)
    let whole = SofteningTrial.run(canvas.pixels(bits: 8), options: SofteningOptions(mode: .knockout))
    #expect(whole.softening.reason == .window)
  }

  @Test(
    "The white stripe of a flag is artwork, a white band with text in it is paper", arguments: [false, true])
  func flag(_ hasText: Bool) {
    var canvas = DarkModeCanvas(180, 120, background: Color(0.8, 0.1, 0.15), seed: 1)
    canvas.rectangle(0, 40, 180, 40, Self.white)
    canvas.rectangle(0, 80, 180, 40, Color(0.1, 0.25, 0.6))
    if hasText { canvas.paragraph(8, 44, width: 164, lines: 3, size: 8, .zero) }
    #expect(SofteningTrial.run(canvas.pixels(bits: 8)).softening.changesPixels == hasText)
  }

  @Test("White letters with a shadow stay white, also where their counters show the shadow alone")
  func shadowedLetters() {
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 60, Color(0, 0.33, 0.9))
    for letter in 0..<8 {
      let x = 40 + Double(letter) * 24
      canvas.rectangle(x + 1, 41, 6, 11, Color(0, 0.1, 0.3))
      canvas.rectangle(x, 40, 6, 11, Self.white)
      if letter % 2 == 0 { canvas.rectangle(x + 2, 43, 2, 3, Color(0.2, 0, 0)) }
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<8 { #expect(outcome.samples[(48 * 300 + 42 + letter * 24) * 3] == 65535, "\(letter)") }
    #expect(outcome.samples[0] < 60000)
  }

  @Test("White signs on a dark or saturated plate stay white, on a pastel they go down with it")
  func signs() {
    for (plate, stays) in [
      (Color(0, 0.4, 0.9), true), (Color(repeating: 0.2), true), (Color(1, 0.75, 0.8), false),
    ] {
      var canvas = DarkModeCanvas(240, 120, background: Self.white, seed: 1)
      canvas.rectangle(20, 20, 200, 60, radius: 10, plate)
      canvas.rectangle(60, 44, 60, 8, Self.white)
      let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
      #expect((outcome.samples[(48 * 240 + 90) * 3] == 65535) == stays, "\(plate)")
    }
  }

  @Test("Thin white letters with coloured fringes stay on a low row of colour")
  func fringedLetters() {
    let plate = Color(0.36, 0.72, 0.36)
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    canvas.rectangle(20, 40, 260, 14, plate)
    for letter in 0..<20 {
      let x = 40 + Double(letter) * 8
      canvas.rectangle(x, 44, 1, 7, Color(0.98, 0.9, 0.64))
      canvas.rectangle(x + 1, 44, 3, 1, plate * 0.3 + Self.white * 0.7)
    }
    let pixels = canvas.pixels(bits: 8)
    let outcome = SofteningTrial.run(pixels)
    for letter in 0..<20 {
      let (stem, bar) = ((47 * 300 + 40 + letter * 8) * 3, (44 * 300 + 42 + letter * 8) * 3)
      #expect(outcome.samples[stem..<stem + 3] == pixels.samples[stem..<stem + 3], "\(letter)")
      #expect(outcome.samples[bar..<bar + 3] == pixels.samples[bar..<bar + 3], "\(letter)")
    }
    #expect(outcome.samples[0] < 60000)
  }

  @Test(
    "White letters stay on a title bar whose shades change from row to row, and lines of its colour are no plate"
  )
  func gradientTitle() {
    var canvas = DarkModeCanvas(300, 160, background: Self.white, seed: 1)
    for row in 0..<24 {
      canvas.rectangle(20, 20 + Double(row), 260, 1, Color(0.4, 0.55, 0.95) * (1 - Double(row) / 60))
    }
    canvas.rectangle(20, 44, 3, 80, Color(repeating: 0.5))
    canvas.rectangle(277, 44, 3, 80, Color(repeating: 0.5))
    for line in 0..<6 { canvas.rectangle(20, 60 + Double(line) * 12, 260, 3, Color(0.2, 0.45, 0.95)) }
    for letter in 0..<5 { canvas.rectangle(40 + Double(letter) * 14, 27, 2, 10, Self.white) }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<5 { #expect(outcome.samples[(32 * 300 + 40 + letter * 14) * 3] == 65535, "\(letter)") }
    for gap in 0..<5 { #expect(outcome.samples[((67 + gap * 12) * 300 + 150) * 3] == outcome.samples[0]) }
    #expect(outcome.samples[0] < 60000)
  }

  @Test("Pieces of white letters beside light rims stay white on a plate of one ink")
  func rimmedLetters() {
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    canvas.rectangle(20, 20, 260, 60, Color(repeating: 0.55))
    for letter in 0..<10 {
      let x = 40 + Double(letter) * 20
      if letter % 3 == 1 { canvas.rectangle(x - 4, 40, 4, 12, Color(repeating: 0.86)) }
      canvas.rectangle(x, 40, 2, 12, Self.white)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<10 { #expect(outcome.samples[(46 * 300 + 40 + letter * 20) * 3] == 65535, "\(letter)") }
    #expect(outcome.samples[0] < 60000)
  }

  @Test("Letters of one grey end alike, whether it fills much of them or little")
  func grayLetters() {
    let gray = Color(repeating: 0.55)
    var canvas = DarkModeCanvas(300, 120, background: Self.white, seed: 1)
    for letter in 0..<12 {
      let x = 20 + Double(letter) * 20
      canvas.rectangle(x, 40, 4, 14, letter % 4 == 3 ? (gray + Self.white) / 2 : gray)
      canvas.rectangle(x, 40, 4, 2, gray)
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<12 {
      #expect(outcome.samples[(40 * 300 + 22 + letter * 20) * 3] == 140 * 257, "\(letter)")
    }
  }

  @Test("Blurred beige letters on beige paper stay darker than it")
  func blurredLetters() {
    let paper = Color(214, 209, 204) / 255
    var canvas = DarkModeCanvas(300, 200, background: paper, seed: 1)
    canvas.rectangle(20, 90, 260, 100, Self.white)
    for letter in 0..<8 {
      for ring in 0..<10 {
        let (x, inset) = (20 + Double(letter) * 32, Double(ring))
        let color = paper - (2 + 4 * inset) / 255
        canvas.rectangle(x + inset, 20 + inset, 28 - 2 * inset, 28 - 2 * inset, color)
      }
    }
    let outcome = SofteningTrial.run(canvas.pixels(bits: 8))
    for letter in 0..<8 {
      let profile = (19..<30).map { outcome.samples[(34 * 300 + $0 + letter * 32) * 3] / 257 }
      #expect(profile == profile.sorted(by: >) && Set(profile).count == 11, "\(profile)")
    }
  }
}
