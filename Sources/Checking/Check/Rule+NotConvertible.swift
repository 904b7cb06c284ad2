// The rule about files that no command converts, although they can be described.

import ColorManagement
import ImageFiles
import PNGCodec

extension Rule {
  /// The finding on a file whose image cannot be read.
  static func damageFinding(_ damage: PNGError) -> Finding {
    Finding(.notConvertible, subject: "damage", damage.statement)
  }

  /// The finding on an animation.
  static func animationFinding(frames: Int) -> Finding {
    Finding(
      .notConvertible, level: .note, subject: "animation",
      "an animated PNG (APNG) of \(Numbers.counted(frames, "frame")): what is said of pixels is said of its default "
        + "image, and no command converts it (extract the frames and convert them one by one)")
  }

  /// The finding on colours beyond SDR.
  static func highDynamicRangeFinding(_ reason: ColorError) -> Finding {
    Finding(.notConvertible, level: .note, subject: "high dynamic range", "\(reason)")
  }
}
