public import Analysis
public import ColorManagement
public import DarkMode
public import ImageFiles
public import PNGCodec
import Pixels

/// Everything a conversion needs to know beside the image itself.
public struct ConversionRequest: Sendable {
  /// Where the colours go.
  public var target: ConversionTarget

  /// The profile to use instead of the file's, or nil.
  public var sourceOverride: ICCProfile?

  /// The profile of untagged images.
  public var assumedProfile: ICCProfile

  /// The ICC rendering intent.
  public var intent: RenderingIntent

  /// Whether the darkest colours are mapped onto each other.
  public var blackPointCompensation: Bool

  /// Whether a profile that equals the target within the tolerance of `ICCProfile.knownSpace` is converted exactly. By
  /// default its samples stay as they are.
  public var exactProfile: Bool

  /// What happens to colours that the target cannot hold.
  public var gamutMapping: GamutMapping

  /// With the mapping `soft`, the share of the target's boundary from which on colours move, 0 to 1: the same for all images.
  /// Nil where each image decides by the farthest of its colours, for which it is read once more.
  public var knee: Double?

  /// Whether the report counts what leaves the target gamut.
  public var scansGamut: Bool

  /// Whether the report lists visible bands in the output.
  public var scansBanding: Bool

  /// How white backgrounds are softened before the conversion, or nil to leave them.
  public var softening: SofteningOptions?

  /// Bits per sample of the output.
  public var depth: OutputDepth

  /// How samples lose their low bits where the output has 8; nil dithers images that have more than 8 bits in truth, and
  /// rounds all others, which would only get noise.
  public var dither: Dither?

  /// Whether the output is written without alpha that is opaque everywhere and, at 8 bits, as a palette where 256 colours
  /// suffice. The image is then converted twice: once to see.
  public var reduces: Bool

  /// Whether an image is compressed again that nothing changes. By default its compressed data are copied.
  public var reencodes: Bool

  /// The colour chunks of the output.
  public var tagging: ColorTagging

  /// The other chunks of the output.
  public var metadata: MetadataSelection

  /// How the output is compressed.
  public var compression: PNGWriteOptions.Compression

  /// What is refused before memory is taken.
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

// Combinations of options that cannot work, found before any image is opened.

extension ConversionRequest {
  /// - Throws: `TaggingConflict` when the tagging cannot describe the target.
  package func validate() throws(TaggingConflict) {
    let name = target.profile.reportName
    switch tagging {
    case .srgbChunk where targetSpace != .sRGB: throw .notSRGB(target: name)
    case .cicp where codePoints == nil, .both where codePoints == nil:
      throw .noCodePoints(tagging, target: name)
    case .auto, .icc, .srgbChunk, .cicp, .both: return
    }
  }

  /// The built-in space that the target equals by its numbers.
  var targetSpace: RGBColorSpace? { target.profile.knownSpace }
}

/// A choice of colour chunks that cannot describe the target's colours: a usage error.
package enum TaggingConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sRGB chunk for another space, by its name.
  case notSRGB(target: String)
  /// cICP for a space, by its name, that H.273 has no code points for.
  case noCodePoints(ColorTagging, target: String)

  /// What does not fit, and what does.
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
