internal import CPixelKernels

/// A connected area of pixels that are all as light as paper, or all darker: the page, a letter, a photograph.
package struct SofteningRegion: Sendable, Hashable {
  /// The label of the region that this one was joined to; its own where it is a root.
  package var parent: Int { Int(parentLabel) }

  /// The label of the region before its first pixel, which encloses it or which it encloses; 0 where there is none.
  package var outer: Int { Int(outerLabel) }

  /// How many pixels it has, at most 2³² − 1.
  package let pixels: UInt32

  /// The columns and the rows of the rectangle around it.
  package var columns: Range<Int> { Int(left)..<Int(left) + width }
  package var rows: Range<Int> { Int(top)..<Int(top) + height }

  /// How many columns and rows the rectangle around it has.
  package var width: Int { Int(storedWidth) }
  package var height: Int { Int(storedHeight) }

  /// Neighbouring pixels of which one is in it and one in a region of the other kind, and which look alike: where one of the
  /// regions is lowered and the other is not, a new edge.
  package let blends: UInt32

  /// The least number of pairs of neighbouring pixels that make a visible new edge: the pixels of each pair look alike before
  /// softening and differ after it.
  package static let leastNewEdge = Float(P3_SOFTEN_LEAST_BREAKS)

  /// The least `depth` of a light region that lies well inside the ink around it, in pixels.
  package static let inset = Int(P3_SOFTEN_INSET)

  /// The red, green and blue codes, 0 to 65,535, of the region's darkest pixel; a grey has three equal codes. In a light region
  /// that begins beside ink, the codes of the darkest of up to four pixels of that ink, in the row of the region's first pixel.
  package var color: SIMD3<UInt16> { SIMD3(red, green, blue) }

  /// Its mean width: pixels per horizontal run, at most 65,535.
  package var thickness: Int { Int(storedThickness) }

  /// How many pixels the rectangle around it has.
  package var box: Int { width * height }

  /// Of a light region, how many pixels of ink lie above its first one, at most 255.
  package var depth: Int { Int(storedDepth) }

  /// What is true of it.
  package var traits: Traits

  /// A region with all that is known of it.
  package init(
    parent: Int, outer: Int, pixels: UInt32, columns: Range<Int>, rows: Range<Int>, blends: UInt32,
    color: SIMD3<UInt16>,
    thickness: UInt16, depth: UInt16, traits: Traits
  ) {
    parentLabel = UInt32(parent)
    outerLabel = UInt32(outer)
    self.pixels = pixels
    (left, top) = (UInt32(columns.lowerBound), UInt32(rows.lowerBound))
    (storedWidth, storedHeight) = (UInt32(columns.count), UInt32(rows.count))
    self.blends = blends
    (red, green, blue) = (color.x, color.y, color.z)
    (storedThickness, storedDepth) = (thickness, depth)
    self.traits = traits
  }

  // Pages have a region per letter: these 48 bytes are what each takes while verdicts are made.
  private let parentLabel: UInt32, outerLabel: UInt32
  private let left: UInt32, top: UInt32, storedWidth: UInt32, storedHeight: UInt32
  private let red: UInt16, green: UInt16, blue: UInt16
  private let storedThickness: UInt16, storedDepth: UInt16

  /// What is true of a region.
  package struct Traits: OptionSet, Sendable, Hashable {
    /// The kernels' `P3_SOFTEN_…` bits.
    package let rawValue: UInt32

    /// Traits of the bits `rawValue`.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As light as paper, not ink.
    package static let light = Traits(rawValue: UInt32(P3_SOFTEN_LIGHT))
    /// Meets the image's border.
    package static let open = Traits(rawValue: UInt32(P3_SOFTEN_OPEN))
    /// A light region that begins beside level ink of one colour, with ink above, as a letter on a plate does.
    package static let onPlate = Traits(rawValue: UInt32(P3_SOFTEN_ON_PLATE))
    /// A light region that is `onPlate`, and has level ink at more than half the sides of its runs: a tick, a digit.
    package static let sign = Traits(rawValue: UInt32(P3_SOFTEN_SIGN))
    /// A light region most of whose runs lie between inks of two hues. It is neither `onPlate` nor a `sign`.
    package static let between = Traits(rawValue: UInt32(P3_SOFTEN_BETWEEN))
    /// All pixels are mixtures of white and one colour.
    package static let oneInk = Traits(rawValue: UInt32(P3_SOFTEN_ONE_INK))
    /// Mostly smooth, and runs smoothly into paper: a glow, a fade, a shadow.
    package static let soft = Traits(rawValue: UInt32(P3_SOFTEN_SOFT))
    /// At least three tenths of it are its darkest colour.
    package static let solid = Traits(rawValue: UInt32(P3_SOFTEN_SOLID))
    /// Has the small irregular differences of a photograph.
    package static let photo = Traits(rawValue: UInt32(P3_SOFTEN_PHOTO))
    /// At least half of it is flat, or in level stretches of a row.
    package static let plate = Traits(rawValue: UInt32(P3_SOFTEN_PLATE))
    /// The runs of its rows, or those of its columns, have under five pixels on average.
    package static let line = Traits(rawValue: UInt32(P3_SOFTEN_LINE))
    /// Solved pixel by pixel it would have new edges.
    package static let broken = Traits(rawValue: UInt32(P3_SOFTEN_BROKEN))
  }
}
