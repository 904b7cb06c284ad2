internal import CPixelKernels

/// A connected area of pixels that are all as light as paper, or all darker: the page, a letter, a photograph.
public struct SofteningRegion: Sendable, Hashable {
  /// The label of the region that this one was joined to; its own where it is a root.
  public var parent: Int { Int(parentLabel) }

  /// The label of the region before its first pixel, which encloses it or which it encloses; 0 where there is none.
  public var outer: Int { Int(outerLabel) }

  /// How many pixels it has, at most 2³² − 1.
  public let pixels: UInt32

  /// Codes of its darkest pixel; three equal ones for grey.
  public var color: SIMD3<UInt16> { SIMD3(red, green, blue) }

  /// Its mean width: pixels per horizontal run.
  public let thickness: UInt16

  /// Of a light region, how many pixels of ink lie above its first one, at most 255.
  public let depth: UInt16

  /// What is true of it.
  public let traits: Traits

  /// A region with all that is known of it.
  public init(
    parent: Int, outer: Int, pixels: UInt32, color: SIMD3<UInt16>, thickness: UInt16, depth: UInt16,
    traits: Traits
  ) {
    parentLabel = UInt32(parent)
    outerLabel = UInt32(outer)
    self.pixels = pixels
    (red, green, blue) = (color.x, color.y, color.z)
    self.thickness = thickness
    self.depth = depth
    self.traits = traits
  }

  // Pages have a region per letter: these 26 bytes are what each takes while verdicts are made.
  private let parentLabel: UInt32, outerLabel: UInt32
  private let red: UInt16, green: UInt16, blue: UInt16

  /// What is true of a region.
  public struct Traits: OptionSet, Sendable, Hashable {
    /// The kernels' `P3_SOFTEN_…` bits.
    public let rawValue: UInt32

    /// Traits of the bits `rawValue`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As light as paper, not ink.
    public static let light = Traits(rawValue: UInt32(P3_SOFTEN_LIGHT))
    /// Meets the image's border.
    public static let open = Traits(rawValue: UInt32(P3_SOFTEN_OPEN))
    /// Meets invisible pixels.
    public static let clear = Traits(rawValue: UInt32(P3_SOFTEN_CLEAR))
    /// All pixels are mixtures of white and one colour.
    public static let oneInk = Traits(rawValue: UInt32(P3_SOFTEN_ONE_INK))
    /// Mostly smooth, and runs smoothly into paper: a glow, a fade, a shadow.
    public static let soft = Traits(rawValue: UInt32(P3_SOFTEN_SOFT))
    /// At least three tenths of it are its darkest colour.
    public static let solid = Traits(rawValue: UInt32(P3_SOFTEN_SOLID))
    /// Has the small irregular differences of a photograph.
    public static let photo = Traits(rawValue: UInt32(P3_SOFTEN_PHOTO))
    /// At least half of it is flat, or in level stretches of a row.
    public static let plate = Traits(rawValue: UInt32(P3_SOFTEN_PLATE))
  }
}
