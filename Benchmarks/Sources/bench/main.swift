// `make bench`: throughput of every contender on one core and of whole programs, as tables with ratios.

import Foundation

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.isHelp {
    print(Options.help)
  } else {
    try Report(options).run()
  }
} catch {
  print("bench: \(error)")
  exit(1)
}
