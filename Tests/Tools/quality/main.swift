// P3_TOOLS=1 swift run -c release quality                    the tables
// P3_TOOLS=1 swift run -c release quality --pictures DIR     before and after, side by side
// P3_TOOLS=1 swift run -c release quality --documentation DIR   the pictures of the documentation
// P3_TOOLS=1 swift run -c release quality --gamut          what the gamut mappings keep of gradients
// P3_TOOLS=1 swift run -c release quality --banding        how right the banding rule is
// P3_TOOLS=1 swift run -c release quality --banding DIR    its made set as files, for other programs
// P3_TOOLS=1 swift run -c release quality --speed [KIND…]    megapixels per second
// P3_TOOLS=1 swift run -c release quality --files PNG…       what softening decides about files
import ImageCases
import Foundation
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--pictures" where arguments.count == 2:
  for kind in DarkModeCase.Kind.allCases {
    try ContactSheet.write(kind, to: "\(arguments[1])/\(kind.rawValue).png")
  }
case "--documentation" where arguments.count == 2:
  try DocumentationPictures.write(to: arguments[1])
  try await BandingPictures.write(to: arguments[1])
case "--gamut": try GamutTable.printAll()
case "--banding" where arguments.count == 2: try BandingTable.writeMadeSet(to: arguments[1])
case "--banding": try BandingTable.printAll()
case "--speed": SpeedTrial.run(Array(arguments.dropFirst()))
case "--files":
  for path in arguments.dropFirst() { print("\(path): \(try FileTrial.run(path))") }
case nil: try QualityTable.printAll()
default:
  print(
    "usage: quality [--pictures DIR | --documentation DIR | --gamut | --banding [DIR] | --speed [KIND…] | --files PNG…]"
  )
  exit(64)
}
