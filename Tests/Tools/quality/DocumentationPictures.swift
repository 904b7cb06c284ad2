import Checking
import ImageCases
import ColorManagement
import Colors
import Conversion
import DarkMode
import ImageFiles
import Pixels
import TestSupport

/// The pictures of the DocC catalog and of the README (`make pictures`).
enum DocumentationPictures {
  /// Writes all of them into `folder`.
  static func write(to folder: String) throws {
    try beforeAndAfter().write(to: "\(folder)/dark-mode.png")
    try recipes().write(to: "\(folder)/dark-mode-recipes.png")
    try edges().write(to: "\(folder)/dark-mode-edges.png")
    try outline().write(to: "\(folder)/dark-mode-outline.png")
    try visions().write(to: "\(folder)/color-vision.png")
    try GamutPicture.write(to: "\(folder)/gamut-mapping.png")
    for name in ["photo", "icon", "ramps"] {
      let source = ImageSource.bytes(try TestImages.bytes("\(name)-p3-16.png"), name: name)
      let pictures = try MappingPictures.of(source, ConversionRequest(target: .space(.sRGB)))
      let destination = ImageDestination.file("\(folder)/gamut-\(name).png")
      let sink = try OutputSettings(overwrite: true).openSink(from: source, to: destination)
      try MappingSheet(pictures).write(to: sink.descriptor, name: destination.name)
      try sink.commit()
    }
  }

  /// A page as it is, and softened.
  private static func beforeAndAfter() -> DarkSheet {
    let page = page()
    var sheet = DarkSheet(width: 2 * page.width + 3 * 24, height: page.height + 2 * 24)
    sheet.draw(page, left: 24, top: 24)
    sheet.draw(softened(page), left: page.width + 2 * 24, top: 24)
    return sheet
  }

  /// Rows: cases. Columns: as it is, then every recipe.
  private static func recipes() -> DarkSheet {
    let cases = [DarkModeCases.make(.chart, variant: 2), DarkModeCases.make(.product, variant: 0)]
    var sheet = DarkSheet(width: 4 * 172 + 12, height: 12 + 132 + 142)
    for (row, item) in cases.enumerated() {
      let pictures = [item.samples] + Recipe.all.map { $0.apply(item) }
      for (column, samples) in pictures.enumerated() {
        let left = 12 + column * 172 + (160 - item.width) / 2
        sheet.draw(item.replacing(samples), left: left, top: 12 + row * 132)
      }
    }
    return sheet
  }

  /// A few letters and a coloured edge, each pixel eight wide, before and after.
  private static func edges() -> DarkSheet {
    var canvas = DarkModeCanvas(40, 26, background: SIMD3(1, 1, 1), seed: 9)
    canvas.text(2, 3, width: 40, size: 12, SIMD3(0.05, 0.05, 0.05))
    canvas.circle(31, 17, 6.5, SIMD3(0.84, 0.15, 0.16))
    canvas.line(3, 21.5, 18, 19, stroke: 1.2, SIMD3(0, 0.44, 0.94))
    let picture = canvas.pixels(bits: 8)
    var sheet = DarkSheet(width: 2 * 40 * 8 + 3 * 24, height: 26 * 8 + 2 * 24)
    sheet.draw(picture, left: 24, top: 24, scale: 8)
    sheet.draw(softened(picture), left: 40 * 8 + 2 * 24, top: 24, scale: 8)
    return sheet
  }

  /// A dark glyph on transparency, alone and with its contour.
  private static func outline() -> DarkSheet {
    let glyph = glyph()
    var sheet = DarkSheet(width: 2 * glyph.width + 3 * 24, height: glyph.height + 2 * 24)
    sheet.draw(glyph, left: 24, top: 24)
    sheet.draw(
      softened(glyph, SofteningOptions(mode: .outline)), left: glyph.width + 2 * 24, top: 24)
    return sheet
  }

  /// The page as it is, and as it is seen by those who lack one kind of cones.
  private static func visions() throws -> DarkSheet {
    let page = page()
    var sheet = DarkSheet(width: 2 * page.width + 3 * 24, height: 2 * page.height + 3 * 24)
    let visions: [ColorVision?] = [nil] + ColorVision.allCases.map(Optional.some)
    for (index, vision) in visions.enumerated() {
      var seen = page.clone()
      if let vision {
        _ = try ImageSimulation(vision).simulate(&seen, profile: RGBColorSpace.sRGB.profile)
      }
      sheet.draw(
        seen, left: 24 + index % 2 * (page.width + 24), top: 24 + index / 2 * (page.height + 24))
    }
    return sheet
  }

  private static func softened(
    _ picture: borrowing PixelBuffer, _ options: SofteningOptions = SofteningOptions()
  ) -> PixelBuffer {
    PixelBuffer(
      width: picture.width, height: picture.height, format: picture.format,
      samples: SofteningTrial.run(picture, options: options).samples)
  }

  // MARK: Scenes

  /// A report: heading, text, a chart with its legend, a button.
  private static func page() -> PixelBuffer {
    let inks = [
      SIMD3(0.0, 0.44, 0.94), SIMD3(0.84, 0.15, 0.16), SIMD3(0.17, 0.63, 0.17), SIMD3(1.0, 0.5, 0.05),
      SIMD3(0.58, 0.4, 0.74),
    ]
    let gray: (Double) -> SIMD3<Double> = { SIMD3(repeating: $0) }
    var canvas = DarkModeCanvas(330, 240, background: gray(1), seed: 77)
    canvas.text(18, 16, width: 150, size: 18, gray(0.1))
    canvas.paragraph(18, 48, width: 132, lines: 11, size: 8, gray(0.25))
    for line in 0..<5 {
      let y = 52.5 + Double(line) * 24
      canvas.line(182, y, 304, y, stroke: 1, gray(0.87), role: .pale)
    }
    for (bar, height) in [52.0, 84, 38, 96, 66].enumerated() {
      canvas.rectangle(188 + Double(bar) * 23, 148.5 - height, 14, height, radius: 2, inks[bar])
      canvas.circle(192 + Double(bar) * 23, 166, 4, inks[bar])
    }
    canvas.line(182, 148.5, 304, 148.5, stroke: 1.5, gray(0.2))
    canvas.text(186, 184, width: 112, size: 8, gray(0.35))
    canvas.rectangle(18, 206, 92, 20, radius: 10, inks[0])
    canvas.text(34, 211, width: 70, size: 9, gray(1))
    return canvas.pixels(bits: 8)
  }

  /// A ring with a bar, almost as dark as the background.
  private static func glyph() -> PixelBuffer {
    var ink = DarkModeCanvas(160, 120, background: SIMD3(0.13, 0.13, 0.16), seed: 3)
    ink.ring(62, 60, 34, stroke: 12, SIMD3(0.13, 0.13, 0.16))
    ink.rectangle(104, 26, 14, 68, radius: 4, SIMD3(0.13, 0.13, 0.16))
    ink.circle(62, 60, 13, SIMD3(0.95, 0.6, 0.1))
    ink.alpha = ink.artwork
    return ink.pixels(bits: 8)
  }
}
