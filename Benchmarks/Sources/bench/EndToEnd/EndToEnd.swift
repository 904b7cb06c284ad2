@testable import ColorManagement
import Contenders
import Foundation
@testable import Pixels

/// Whole programs on files: p3tool, vips, ImageMagick and a plain libpng loop, whichever are here.
struct EndToEnd {
  let options: Options
  private let work: WorkFolder
  private let programs: [Converter]
  private let runner: ProgramRunner

  init(_ options: Options) throws {
    guard let p3tool = options.p3tool else { throw Options.Failure(description: "end-to-end needs --p3tool") }
    self.options = options
    work = try WorkFolder(path: options.work)
    runner = try ProgramRunner(work: work)
    programs = Converter.all(p3tool: p3tool).filter(\.isInstalled)
    let missing = Converter.all(p3tool: p3tool).filter { !$0.isInstalled }.map(\.name)
    if !missing.isEmpty { print("Not measured, not installed: \(missing.joined(separator: ", "))") }
  }

  func run() throws {
    print("\n## Whole programs (end-to-end)")
    print(
      "Inputs: libpng, zlib level 6. Wall: median of \(options.runs) runs in turns. RSS: the largest process."
    )
    for job in try jobs() { Report.show(try table(of: job)) }
    Report.show(try startUp())
  }

  // MARK: Conversions

  private func jobs() throws -> [ConversionJob] {
    let (width, height) = options.isQuick ? (1_500, 1_000) : (6_000, 4_000)
    let photo = try work.picture(.photo, width: width, height: height, format: .rgb16, tag: .displayP3)
    let standard = try work.picture(.photo, width: width, height: height, format: .rgb16, tag: .sRGB)
    let asset = try work.picture(.interface, width: 1_024, height: 1_024, format: .rgba16, tag: .displayP3)
    let icons = try work.icons(options.icons, tag: .displayP3)
    let size = "\(width) × \(height) RGB16 photo"
    var jobs = [
      ConversionJob("\(size), Display P3 to sRGB", [photo], to: .sRGB),
      ConversionJob("\(size), sRGB to Display P3", [standard], to: .displayP3),
      ConversionJob("1,024 × 1,024 RGBA16 UI asset, Display P3 to sRGB", [asset], to: .sRGB),
      ConversionJob("\(icons.count) icons of 256 × 256, 8 and 16 bits, Display P3 to sRGB", icons, to: .sRGB),
    ]
    if options.isLarge {
      let large = try work.picture(.photo, width: 20_000, height: 20_000, format: .rgba16, tag: .displayP3)
      jobs.append(ConversionJob("20,000 × 20,000 RGBA16 photo, one run", [large], to: .sRGB, isLarge: true))
    }
    return jobs
  }

  private func table(of job: ConversionJob) throws -> String {
    let results = try results(of: job)
    var table = MarkdownTable(header: [job.title] + Self.columns + ["check"])
    guard case .success(let ownRuns) = results[0] else {
      throw Options.Failure(description: "p3tool failed on \(job.title)")
    }
    let own = ProgramRun.median(ownRuns)
    for (program, result) in zip(programs, results) {
      switch result {
      case .failure: table.add([program.name] + Self.columns.map { _ in "" } + ["failed"])
      case .success(let runs):
        let outputs = try work.outputs(in: program.folder)
        let bytes = outputs.reduce(0) { $0 + $1.byteCount }
        table.add([program.name] + Self.cells(.median(runs), own, bytes: bytes) + [job.check(outputs)])
      }
    }
    return table.text
  }

  /// The runs of each program, which take turns; a program that fails gets no further turn.
  private func results(of job: ConversionJob) throws -> [Result<[ProgramRun], Options.Failure>] {
    var results: [Result<[ProgramRun], Options.Failure>] = programs.map { _ in .success([]) }
    for _ in 0..<job.runs(options.runs) {
      for (index, program) in programs.enumerated() {
        guard case .success(let runs) = results[index] else { continue }
        let output = try work.emptyOutputFolder(program.folder)
        let commands = try program.commands(job, output: output, work: work)
        do throws(Options.Failure) { results[index] = .success(runs + [try runner.run(commands)]) } catch {
          results[index] = .failure(error)
        }
      }
    }
    return results
  }

  private static let columns = ["wall s", "× p3tool", "CPU s", "× p3tool", "RSS MB", "output MB"]

  private static func cells(_ run: ProgramRun, _ own: ProgramRun, bytes: Int) -> [String] {
    [
      run.wall, run.wall / own.wall, run.processor, run.processor / own.processor, run.peakMegabytes,
      Double(bytes) / 1e6,
    ].map(Figure.text)
  }

  // MARK: Start-up

  private func startUp() throws -> String {
    var table = MarkdownTable(header: ["start-up", "wall ms", "CPU ms", "RSS MB", "command"])
    // Many starts to a run: one takes less than the clock's noise.
    let starts = 50
    let commands = programs.compactMap(\.versionCommand)
    var results: [[ProgramRun]] = commands.map { _ in [] }
    for _ in 0..<options.runs {
      for (index, command) in commands.enumerated() {
        results[index].append(try runner.run(Array(repeating: command, count: starts)))
      }
    }
    for (command, runs) in zip(commands, results) {
      let run = ProgramRun.median(runs)
      let name = URL(fileURLWithPath: command[0]).lastPathComponent
      table.add(
        [name]
          + [run.wall * 1000 / Double(starts), run.processor * 1000 / Double(starts), run.peakMegabytes].map(
            Figure.text)
          + [([name] + command.dropFirst()).joined(separator: " ")])
    }
    return table.text
  }
}
