// `make faults`: disturbs runs of p3tool in every way that a machine can, and looks at what is left: every name holds
// the old bytes or all of the new ones, nothing is lost, a failure is told, no temporary file stays behind it, and the
// next run comes to the same end as an undisturbed one.
//
//     faults P3TOOL LIBRARY KILLS [SEED [PART...]]
//
// LIBRARY is failing_calls.c, compiled; `-` for none. With fewer than 1,000 kills the other parts are short as well. The
// parts: limits clock folders twice kills calls; without any, all.

import Foundation
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let kills = Int(arguments[2]) else {
  say("usage: faults P3TOOL LIBRARY KILLS [SEED [PART...]]")
  exit(64)
}
var suite = FaultSuite(
  program: URL(fileURLWithPath: arguments[0]).path,
  failingCalls: arguments[1] == "-" ? nil : URL(fileURLWithPath: arguments[1]).path,
  seed: arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1)
let isLong = kills >= 1000
let workloads = try Workload.all()

let failures = isLong ? FaultSuite.Failure.all : Array(FaultSuite.Failure.all.prefix(5))

let parts: [(name: String, run: () throws -> Void)] = [
  ("limits", { try suite.limitSurroundings(workloads) }),
  ("clock", { try suite.setClockBack(workloads) }),
  ("folders", { try suite.removeOutputFolders(isLong ? 100 : 4, workloads) }),
  ("twice", { try suite.runTwice(isLong ? 100 : 4, workloads) }),
  ("kills", { try suite.killAtRandomMoments(kills, workloads) }),
  ("calls", { try suite.failCalls(failures, skips: !isLong, workloads) }),
]
let chosen = arguments.dropFirst(4)
if let unknown = chosen.first(where: { name in !parts.contains { $0.name == name } }) {
  say("faults: no part is called \(unknown)")
  exit(64)
}
for part in parts where chosen.isEmpty || chosen.contains(part.name) { try part.run() }
say("faults: \(suite.runs) disturbed runs, \(suite.problems) not as they should be")
for line in suite.wrong { say(line) }
exit(suite.problems > 0 ? 1 : 0)
