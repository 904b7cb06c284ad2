// P3_TOOLS=1 swift run -c release quality-real                 shares of the report half, and of the half that limits were tuned on
// P3_TOOLS=1 swift run -c release quality-real --files FOLDER  the same over every PNG below a folder
//
// Options: --sheets FOLDER (default .build/real/sheets), --packages later, fresh, sixth or seventh (lots chosen later), --kinds
// icons,art (packages of some kinds alone), --limit N (files of a package, default 300), --drawings N (at most so many
// firings of a package on the sheets of a rule, each drawing once), --from SPACE (what all pictures are taken for:
// display-p3 makes the rules on the gamut speak, which sRGB pictures never do).
//
// Packages are fetched with apt-get download and unpacked with dpkg-deb into .build/real; nothing is installed.
import Foundation

do {
  let options = try RealOptions(Array(CommandLine.arguments.dropFirst()))
  let pictures = try options.pictures()
  print("\(pictures.count) pictures")
  let results = await RealTrial.run(pictures, as: options.space)
  ShareTable(results).printAll()
  try RealSheet.writeAll(results, to: options.sheets, drawings: options.drawings)
} catch let problem as RealProblem {
  FileHandle.standardError.write(Data("quality-real: \(problem.text)\n".utf8))
  exit(1)
}
