// swift run -c release quality                    the tables
// swift run -c release quality --pictures DIR     before and after, side by side
// swift run -c release quality --speed            megapixels per second
// swift run -c release quality --files PNG…       what softening decides about files
import Foundation
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--pictures" where arguments.count == 2:
  for kind in DarkModeCase.Kind.allCases {
    let cases = DarkModeCases.all.filter { $0.kind == kind }
    let pairs = cases.map { ($0, SofteningTrial.run($0.pixels).samples) }
    try ContactSheet(scale: 2, columns: 2).write(pairs, to: "\(arguments[1])/\(kind.rawValue).png")
  }
case "--speed": SpeedTrial.run()
case "--files":
  for path in arguments.dropFirst() { print("\(path): \(try FileTrial.run(path))") }
case nil: QualityTable.printAll()
default:
  print("usage: quality [--pictures DIR | --speed | --files PNG…]")
  exit(64)
}
