import Pixels

/// Tells what kind of image the statistics describe, which `auto` chooses by.
///
/// The thresholds were fixed on every other generated case of each kind (`DarkModeCases.tuning` of the tests) and scored
/// on the rest; the DocC article DarkMode has both scores.
struct SofteningClassifier {
  let statistics: SofteningStatistics
  let paper: SofteningPaper?

  /// Visible pixels whose texture was counted.
  private var visible: Double { Double(max(1, statistics.texture.reduce(0, +))) }

  /// The share of the pixels that are not light whose texture is natural, 0 to 1: small differences from pixel to pixel,
  /// neither flat as in drawings nor hard as at the edges of letters. 0 where under a tenth of the image is not light.
  private var naturalness: Double {
    let content = statistics.texture[0..<4].reduce(0, +)
    guard Double(content) >= 0.1 * visible else { return 0 }
    return Double(statistics.texture[1] + statistics.texture[2]) / Double(content)
  }

  /// How much of the border is paper, 0 to 1. A border that is transparent but for a tenth has no share of its own: it
  /// counts as 0.75, with which a white tile passes and the other measures decide about the rest.
  private var borderShare: Double {
    guard let paper else { return 0 }
    let perimeter = statistics.borderPixels
    guard Double(statistics.borderVisible) >= 0.1 * Double(max(1, perimeter)) else { return 0.75 }
    return statistics.borderShare(near: paper.level)
  }

  /// Whether the image is a photograph, whose whites stay. Where there is a paper-like white: natural texture that the
  /// white does not surround (a sky, snow). Where there is none: natural texture throughout.
  var isPhotograph: Bool {
    if paper != nil { return naturalness * (1 - borderShare) > 0.22 && !isScreen }
    let faint = Double(statistics.texture[1] + statistics.texture[5])
    let soft = Double(statistics.texture[2] + statistics.texture[6])
    let hard = Double(statistics.texture[3] + statistics.texture[7])
    return faint + soft >= 0.5 * visible && hard <= soft + 0.02 * visible
  }

  /// Whether flat white and the edges of text and lines outweigh what has natural texture: a dialog, a menu, a plot; or much
  /// is of one light grey, as a menu over a photograph. A photograph has only what is clipped to white of one level.
  private var isScreen: Bool {
    let hard = Double(statistics.texture[3] + statistics.texture[7])
    let natural = Double(statistics.texture[1] + statistics.texture[2])
    return Double(statistics.texture[4]) >= 0.15 * visible && (hard >= natural || isOneLightGray)
  }

  /// Whether a fifth of the image is of one lightness that is not white.
  private var isOneLightGray: Bool {
    guard let paper, paper.luminance < 0.97 else { return false }
    return Double(statistics.smoothPixels(near: paper.level)) >= 0.2 * Double(statistics.visible)
  }

  /// Under 2 % of the image is as light as Y = 0.64.
  var isDark: Bool { statistics.share(from: 0.8) < 0.02 }

  /// A quarter of the image is as light as Y = 0.64, and so is at least a third of the border, smoothly: a bright ground.
  /// Bright artwork inside another ground is left as it is.
  var isOnBrightGround: Bool {
    statistics.share(from: 0.8) >= 0.25 && statistics.borderShare(from: 0.8) >= 1.0 / 3
  }

  /// Whether at least a fifth of the image is transparent: then what is visible is artwork, and none of it paper.
  var isTransparentArtwork: Bool { statistics.visible * 5 < statistics.pixels * 4 }

  /// Whether at least a hundredth of the image is transparent: then its paper, at least 2 % of it, may have become so in an
  /// earlier run.
  var mayBeKnockedOut: Bool { statistics.visible * 100 < statistics.pixels * 99 }

  /// Whether at least 5 % of the image is transparent.
  var isOnTransparency: Bool { statistics.visible * 20 < statistics.pixels * 19 }

  /// Whether its white is hardly of one level: that of an icon, or of a photograph that mode `white` was asked for.
  var isShaded: Bool { isOnTransparency || isPhotograph }

  /// Whether at least 5 % of the image is transparent and at least 97 % of the visible pixels are white.
  var isWhiteArtwork: Bool {
    guard let paper, isOnTransparency else { return false }
    return statistics.share(from: paper.level - 0.05) >= 0.97
  }

  /// Whether the background found is large enough: 2 % of the visible pixels in mode `white`; in other modes a tenth of
  /// them, or 2 % of them and half of the border. Where next to nothing of it reaches the border, it is artwork (the glyph
  /// on a tile) unless it fills a third, or half of an image whose border is partly transparent, as that of an icon is. In a
  /// window, which is told by its letters, a hundred `inks` and more, it fills a fifth. A white
  /// area among fewer than twenty `inks` is artwork too, as the stripe of a flag is, unless it fills two fifths of the
  /// image, or a third of the border is white or has a lightness of 0.8 and more.
  func hasWhiteBackground(share: Double, openShare: Double, inks: Int, mode: SofteningMode) -> Bool {
    if mode == .white { return share >= 0.02 }
    let isIcon = statistics.borderVisible * 20 < statistics.borderPixels * 19
    let least = inks >= 100 ? 0.2 : isIcon ? 0.5 : 1.0 / 3
    guard openShare >= 0.02 || share >= least else { return false }
    if share >= 0.02 && borderShare >= 0.5 { return true }
    let isBright = max(borderShare, statistics.borderShare(from: 0.8)) >= 1.0 / 3
    return share >= 0.4 || share >= 0.1 && (inks >= 20 || isBright)
  }
}
