public import Analysis
public import ColorManagement
public import DarkMode
public import ImageFiles
public import PNGCodec
import Pixels

/// All settings of a conversion.
public struct ConversionRequest: Sendable {
  /// The target colour space.
  public var target: ConversionTarget

  /// The profile to use instead of the file's; nil to use the file's.
  public var sourceOverride: ICCProfile?

  /// The profile of untagged images.
  public var assumedProfile: ICCProfile

  /// The ICC rendering intent.
  public var intent: RenderingIntent

  /// Whether the darkest colours are mapped onto each other.
  public var blackPointCompensation: Bool

  /// Whether samples are converted exactly even if their profile equals the target within the tolerance of
  /// `ICCProfile.knownSpace`. By default such samples stay as they are.
  public var exactProfile: Bool

  /// The mapping of colours that the target cannot hold.
  public var gamutMapping: GamutMapping

  /// For the mapping `soft`: the share of the distance to the target's boundary, 0 to 1, from which on colours move,
  /// for all images. Nil: derived from each image's farthest colour, for which the image is read once more.
  public var knee: Double?

  /// Whether the report counts what leaves the target gamut.
  public var scansGamut: Bool

  /// Whether the report lists visible bands in the output.
  public var scansBanding: Bool

  /// Options for softening white backgrounds before the conversion; nil for no softening.
  public var softening: SofteningOptions?

  /// Bits per sample of the output.
  public var depth: OutputDepth

  /// How samples become 8 bits; nil dithers images that really have more than 8 bits, and rounds all others, which
  /// dithering would only make noisy.
  public var dither: Dither?

  /// The image in which one-coloured areas are searched, whose colours are rounded instead of dithered; nil for the
  /// converted image. In a scaled image, soft edges around such areas hide them.
  package var flatAreas: ImageSource?

  /// Whether alpha that is opaque everywhere is dropped and, at 8 bits, up to 256 colours become a palette. Such images
  /// are converted twice, once to find out.
  public var reduces: Bool

  /// Whether an image that does not change is compressed again. By default its compressed data are copied.
  public var reencodes: Bool

  /// The colour chunks of the output.
  public var tagging: ColorTagging

  /// The metadata to keep.
  public var metadata: MetadataSelection

  /// The compression of the output.
  public var compression: PNGWriteOptions.Compression

  /// Limits that are checked before memory is allocated.
  public var limits: PNGLimits

  /// A conversion to `target` with the defaults of the command line.
  public init(target: ConversionTarget) {
    self.target = target
    sourceOverride = nil
    assumedProfile = RGBColorSpace.sRGB.profile
    intent = .relative
    blackPointCompensation = true
    exactProfile = false
    gamutMapping = .clip
    knee = nil
    scansGamut = true
    scansBanding = true
    softening = nil
    depth = .auto
    dither = nil
    reduces = false
    reencodes = false
    tagging = .auto
    metadata = .all
    compression = .balanced
    limits = PNGLimits()
  }
}

// Finds options that cannot be combined, before any image is opened.

extension ConversionRequest {
  /// - Throws: `TaggingConflict` if the tagging cannot describe the target.
  package func validate() throws(TaggingConflict) {
    let name = target.profile.reportName
    switch tagging {
    case .srgbChunk where targetSpace != .sRGB: throw .notSRGB(target: name)
    case .cicp where codePoints == nil, .both where codePoints == nil:
      throw .noCodePoints(tagging, target: name)
    case .auto, .icc, .srgbChunk, .cicp, .both: return
    }
  }

  /// The built-in space that the target's numbers equal.
  var targetSpace: RGBColorSpace? { target.profile.knownSpace }
}

/// A choice of colour chunks that cannot describe the target's colours: a usage error.
package enum TaggingConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sRGB chunk for another space, which is named.
  case notSRGB(target: String)
  /// cICP for a space (which is named) without code points in H.273.
  case noCodePoints(ColorTagging, target: String)

  /// The problem and its remedy.
  package var description: String {
    let tag = Wording.current.tagging
    return switch self {
    case .notSRGB(let target):
      "\(tag)srgb-chunk can only tag sRGB, not \(target): use \(tag)icc"
    case .noCodePoints(let tagging, let target):
      "\(tag)\(tagging.rawValue): cICP has no code points for \(target), only for sRGB, Display P3 "
        + "and Rec. 2020: use \(tag)icc"
    }
  }
}
