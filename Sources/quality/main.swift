import Foundation
import P3Kit
import PNGCodec
import Pixels
import TestSupport

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--pictures" {
  for kind in DarkModeCase.Kind.allCases {
    let cases = DarkModeCases.all.filter { $0.kind == kind }
    let pairs = cases.map { ($0, SofteningTrial.run($0.pixels).samples) }
    try ContactSheet(scale: 2, columns: 2).write(
      pairs, to: "\(CommandLine.arguments[2])/\(kind.rawValue).png")
  }
  exit(0)
}
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "--files" {
  for path in CommandLine.arguments.dropFirst(2) { print(path, (try? FileTrial.run(path)) ?? "unreadable") }
  exit(0)
}
if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "--speed" {
  SpeedTrial.run()
  exit(0)
}
func number(_ value: Double, _ digits: Int = 2) -> String {
  let text = String(format: "%.\(digits)f", value)
  return String(repeating: " ", count: max(0, 8 - text.count)) + text
}
print("case              white  art50   art99    over   under   halo%  dark    kept   order  again alpha")
for item in DarkModeCases.all {
  let outcome = SofteningTrial.run(item.pixels)
  guard outcome.softening.changesPixels else {
    print(item.name, outcome.softening.reason.rawValue, item.expected == nil ? "" : "MISSED")
    continue
  }
  let m = SofteningMeasures(item, result: outcome.samples)
  let again = SofteningTrial.run(
    PixelBuffer(width: item.width, height: item.height, format: item.format, samples: outcome.samples))
  let changed = zip(again.samples, outcome.samples).filter { $0 != $1 }.count
  if CommandLine.arguments.count == 2, item.name == CommandLine.arguments[1] {
    for at in [m.overshootAt, m.undershootAt] {
      let (cx, cy) = (at % item.width, at / item.width)
      print("at", cx, cy)
      for y in max(0, cy - 3)...min(item.height - 1, cy + 3) {
        var line = ""
        for x in max(0, cx - 3)...min(item.width - 1, cx + 3) {
          let i = (y * item.width + x) * item.format.channelCount
          func rgb(_ s: [UInt16]) -> String {
            (0..<min(3, item.format.colorChannelCount)).map { String(s[i + $0] >> 8, radix: 16) }.joined(
              separator: ".")
          }
          let kind =
            item.artwork[y * item.width + x] > 0
            ? (item.artwork[y * item.width + x] >= 1 ? "A" : "a")
            : item.pale[y * item.width + x] > 0 ? "p" : "_"
          line += " \(kind)\(rgb(item.samples))>\(rgb(outcome.samples))"
        }
        print(line)
      }
    }
  }
  print(
    item.name.padding(toLength: 15, withPad: " ", startingAt: 0), number(m.whiteLuminance, 3),
    number(m.artworkMedian), number(m.artwork99), number(m.overshoot), number(m.undershoot),
    number(m.haloShare * 100, 3), number(m.darkTextContrast), number(m.contrastKept, 3),
    number(m.disorder, 4),
    changed, m.isAlphaIdentical,
    item.expected == outcome.softening.mode ? "" : "WRONG \(outcome.softening.mode!)")
}
