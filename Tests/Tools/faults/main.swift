// `make faults`: disturbs runs of p3tool in every way that a machine can, and looks at what is left: every name holds
// the old bytes or all of the new ones, nothing is lost, a failure is told, no temporary file stays behind it, and the
// next run comes to the same end as an undisturbed one.
//
//     faults P3TOOL LIBRARY KILLS [SEED]
//
// LIBRARY is failing_calls.c, compiled; `-` for none. With fewer than 1,000 kills the other parts are short as well.

import Foundation
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let kills = Int(arguments[2]) else {
  say("usage: faults P3TOOL LIBRARY KILLS [SEED]")
  exit(64)
}
var suite = FaultSuite(
  program: URL(fileURLWithPath: arguments[0]).path,
  failingCalls: arguments[1] == "-" ? nil : URL(fileURLWithPath: arguments[1]).path,
  seed: arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1)
let isLong = kills >= 1000
let workloads = try Workload.all()

let failures = isLong ? FaultSuite.Failure.all : Array(FaultSuite.Failure.all.prefix(5))

try suite.limitSurroundings(workloads)
try suite.setClockBack(workloads)
try suite.removeOutputFolders(isLong ? 100 : 4, workloads)
try suite.runTwice(isLong ? 100 : 4, workloads)
try suite.killAtRandomMoments(kills, workloads)
try suite.failCalls(failures, skips: !isLong, workloads)
say("faults: \(suite.runs) disturbed runs, \(suite.problems) not as they should be")
for line in suite.wrong { say(line) }
exit(suite.problems > 0 ? 1 : 0)
