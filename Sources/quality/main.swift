import P3Kit
import PNGCodec
import Pixels
import TestSupport

for item in DarkModeCases.all {
  let outcome = SofteningTrial.run(item.pixels)
  print(item.name, outcome.softening.mode?.rawValue ?? "-", item.expected?.rawValue ?? "-", outcome.softening.note)
}
