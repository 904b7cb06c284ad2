#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Foundation
import TestSupport

/// Runs workloads, disturbs them, and counts what is not as it should be.
struct FaultSuite {
  let program: String
  /// The library made of failing_calls.c; nil where libraries cannot be preloaded.
  let failingCalls: String?
  let seed: UInt64
  private(set) var runs = 0
  /// What was found, said again at the end: a log that is cut keeps its last lines.
  private(set) var wrong: [String] = []
  private(set) var problems = 0

  init(program: String, failingCalls: String?, seed: UInt64) {
    (self.program, self.failingCalls, self.seed) = (program, failingCalls, seed)
  }

  // MARK: Kills

  /// SIGKILL at `count` random moments over all workloads.
  mutating func killAtRandomMoments(_ count: Int, _ workloads: [Workload]) throws {
    var generator = SplitMix64(seed: seed)
    for (index, workload) in workloads.enumerated() {
      let state = try EndState(workload, program)
      let length = try seconds(of: workload)
      let own = (count + index) / workloads.count
      var killed = 0
      for _ in 0..<own {
        let delay = generator.between(0, 1.1 * length)
        let what = "\(workload.name), killed after \(Int(delay * 1e6)) µs (seed \(seed))"
        try disturb(workload, state, what) { run in
          let process = run.start()
          usleep(UInt32(delay * 1e6))
          kill(process, SIGKILL)
          let end = ProgramRun.wait(for: process)
          if end == .signal(SIGKILL) { killed += 1 }
          return end
        }
      }
      report(workload.name, "\(own) random moments, \(killed) before the end")
    }
  }

  private func seconds(of workload: Workload) throws -> Double {
    let folder = try workload.folder()
    let start = ProgramRun.now
    _ = ProgramRun(program: program, arguments: workload.arguments, folder: folder.path).end()
    return ProgramRun.now - start
  }

  // MARK: Failing calls

  /// How a call fails.
  struct Failure {
    let name: String
    let kind: String
    /// Whether the disk stays full.
    var stays = false
    /// Whether the run is to succeed all the same.
    var isHarmless = false

    /// The kinds that `make faults` tries; the first five are those of a short run.
    static let all = [
      Failure(name: "SIGKILL", kind: "kill"),
      Failure(name: "disk full from here on", kind: "\(ENOSPC)", stays: true),
      Failure(name: "EIO", kind: "\(EIO)"), Failure(name: "EINTR", kind: "\(EINTR)", isHarmless: true),
      Failure(name: "half of the bytes", kind: "short", isHarmless: true),
      Failure(name: "EDQUOT", kind: "\(EDQUOT)"), Failure(name: "EACCES", kind: "\(EACCES)"),
      Failure(name: "EROFS", kind: "\(EROFS)"), Failure(name: "EMFILE", kind: "\(EMFILE)"),
    ]
  }

  /// Each of `failures` at every call that each workload makes on its files, one after the other; where that `skips`, at
  /// the first ones and then at every eighth part of the way further.
  mutating func failCalls(_ failures: [Failure], skips: Bool, _ workloads: [Workload]) throws {
    guard let failingCalls else { return say("failing calls: skipped, no library can be preloaded here") }
    for workload in workloads {
      let state = try EndState(workload, program)
      for failure in failures {
        var call = 1, count = 0
        while try fail(failure, at: call, workload, state, failingCalls) {
          count += 1
          call += skips ? max(1, call / 8) : 1
        }
        report(workload.name, "\(failure.name) at \(count) of about \(call - 1) calls")
      }
    }
  }

  /// Whether the program came to that call.
  private mutating func fail(
    _ failure: Failure, at call: Int, _ workload: Workload, _ state: EndState, _ library: String
  ) throws -> Bool {
    let scratch = try TemporaryFolder()
    let log = scratch.path("log")
    let environment = [
      "LD_PRELOAD": library, "FAULT_CALL": "\(call)", "FAULT_KIND": failure.kind, "FAULT_LOG": log,
      "FAULT_STAYS": failure.stays ? "1" : "0",
    ]
    func struck() -> String {
      ((try? scratch.bytes("log")).map { String(decoding: $0, as: UTF8.self) }) ?? ""
    }
    try disturb(workload, state, "\(workload.name), \(failure.name) at call \(call)", details: struck) {
      run in
      var run = run
      run.environment = environment
      run.arguments += ["--jobs", "1"]
      let end = run.end()
      let isWrong = failure.isHarmless && end != .exit(0) && !struck().contains("close")
      return isWrong ? .exit(Self.harmlessFailed) : end
    }
    return !struck().isEmpty
  }

  /// In place of the exit code of a run that should have overcome the fault.
  private static let harmlessFailed: Int32 = 99

  // MARK: Surroundings

  /// Limits of the process, and a folder that goes while it works.
  mutating func limitSurroundings(_ workloads: [Workload]) throws {
    for workload in workloads {
      let state = try EndState(workload, program)
      for count in [4, 5, 6, 8, 10, 12, 16, 20] { try limit("-n \(count)", workload, state) }
      for blocks in [1, 2, 4, 16] { try limit("-f \(blocks)", workload, state) }
      report(workload.name, "few descriptors, small files")
    }
  }

  private mutating func limit(_ limits: String, _ workload: Workload, _ state: EndState) throws {
    try disturb(workload, state, "\(workload.name), ulimit \(limits)") { run in
      var run = run
      run.limits = limits
      return run.end()
    }
  }

  /// The folders of outputs vanish at `count` moments. What is written elsewhere is as it should be.
  mutating func removeOutputFolders(_ count: Int, _ workloads: [Workload]) throws {
    var generator = SplitMix64(seed: seed)
    let outputs = ["out", "build", "App.xcassets", "Assets.xcassets"]
    for workload in workloads where !workload.name.contains("in-place") && workload.name != "soften" {
      let state = try EndState(workload, program)
      let length = try seconds(of: workload)
      for _ in 0..<count {
        let delay = generator.between(0, length)
        try disturb(
          workload, state, "\(workload.name), output folder removed after \(Int(delay * 1e6)) µs",
          losesOutputs: true
        ) { run in
          let process = run.start()
          usleep(UInt32(delay * 1e6))
          let removal = ProgramRun(
            program: "/bin/rm", arguments: ["-rf"] + outputs, folder: run.folder)
          _ = removal.end()
          return ProgramRun.wait(for: process)
        }
      }
      report(workload.name, "\(count) times without its output folder")
    }
  }

  /// Two runs at once, `count` times.
  mutating func runTwice(_ count: Int, _ workloads: [Workload]) throws {
    var generator = SplitMix64(seed: seed)
    for workload in workloads {
      let state = try EndState(workload, program)
      let length = try seconds(of: workload)
      for _ in 0..<count {
        let delay = generator.between(0, length)
        try disturb(workload, state, "\(workload.name), twice at once", losesOutputs: true) { run in
          let first = run.start()
          usleep(UInt32(delay * 1e6))
          let second = run.end()
          let end = ProgramRun.wait(for: first)
          return end == .exit(0) ? second : end
        }
      }
      report(workload.name, "\(count) times two runs at once")
    }
  }

  /// The clock goes back a year and forward again: `batch` must not take a changed source for the old one.
  mutating func setClockBack(_ workloads: [Workload]) throws {
    guard let failingCalls else { return }
    let year = 365 * 86_400
    for workload in workloads {
      let state = try EndState(workload, program)
      for seconds in [-year, year] {
        try disturb(workload, state, "\(workload.name), clock set by \(seconds) s") { run in
          var run = run
          run.environment = ["LD_PRELOAD": failingCalls, "FAULT_CLOCK": "\(seconds)"]
          return run.end()
        }
      }
      report(workload.name, "a clock a year behind and ahead")
    }
  }

  // MARK: One disturbed run

  /// Runs `workload` by `body` and then undisturbed, and checks the folder after both.
  private mutating func disturb(
    _ workload: Workload, _ state: EndState, _ what: String, losesOutputs: Bool = false,
    details: () -> String = { "" }, by body: (ProgramRun) throws -> ProgramRun.End
  ) throws {
    runs += 1
    let folder = try workload.folder(), scratch = try TemporaryFolder()
    let errors = scratch.path("errors")
    let end = try body(
      ProgramRun(program: program, arguments: workload.arguments, folder: folder.path, errors: errors))
    let struck = details()
    var found = ending(end, errors: (try? scratch.bytes("errors")) ?? [])
    if !losesOutputs || found.ending != .succeeded {
      found.problems += state.problems(
        try EndState.snapshot(folder), found.ending, mayLeaveTemporaries: struck.contains("unlink")
      )
      .filter { !losesOutputs || !$0.hasSuffix("is lost") }
    }
    let next = ProgramRun(program: program, arguments: workload.next, folder: folder.path).end()
    found.problems += state.problemsOfNext(
      try EndState.snapshot(folder), next, mayLeaveTemporaries: struck.contains("unlink"))
    guard !found.problems.isEmpty else { return }
    problems += 1
    var lines = ["WRONG \(what), which ended with \(end)"]
    lines += struck.split(separator: "\n").prefix(1).map { "  struck: \($0)" }
    lines += found.problems.prefix(4).map { "  \($0)" }
    for line in lines { say(line) }
    wrong += lines
  }

  private func ending(_ end: ProgramRun.End, errors: [UInt8]) -> (ending: EndState.Ending, problems: [String])
  {
    switch end {
    case .signal(SIGKILL): (.killed, [])
    case .exit(0): (.succeeded, [])
    case .exit(2), .exit(64): (.failed, errors.isEmpty ? ["no error is told"] : [])
    case .exit(Self.harmlessFailed): (.failed, ["the run fails, though the fault can be overcome"])
    case .exit, .signal, .hangs:
      (.failed, ["it ends with \(end): \(String(decoding: errors, as: UTF8.self))"])
    }
  }

  private func report(_ workload: String, _ text: String) { say("\(workload): \(text)") }
}

/// Prints `line` at once, also into a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
