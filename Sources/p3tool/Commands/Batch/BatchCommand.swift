import ArgumentParser
import Batch
import Checking
import CommandParts
import ImageFiles
import Pixels
import Reports

/// `p3tool batch`.
struct BatchCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", _superCommandName: P3Tool.name,
    abstract: "Run a pipeline that a file describes: only what is not up to date, in parallel.",
    discussion: """
      p3tool batch --init                   writes a commented p3tool.yml
      p3tool batch                          does what p3tool.yml says
      p3tool batch --dry-run --check        exits with 1 when something is not up to date
      p3tool batch ci.yml --shard 2/8       the second eighth of the work
      p3tool batch --depfile build/assets.d for Make and Ninja

      A source whose content, options and p3tool version are those of an earlier run is up to date; so is one \
      whose size, time and inode have not changed (--verify looks at the content all the same). A killed run \
      is finished by the next one.

      A pipeline is read as a stranger's: it reads, writes and removes files below its own folder alone, links \
      resolved, never in .git, .hg or .svn, and writes through no link. --allow-outside allows other folders. What \
      a state says counts where a run of yours wrote it: a key in ~/.local/state/p3tool, or P3_STATE_KEY, proves that.

      With --shard auto, CI_NODE_INDEX with CI_NODE_TOTAL (GitLab), CIRCLE_NODE_…, JOB_COMPLETION_INDEX with \
      JOB_COMPLETIONS and SLURM_ARRAY_TASK_ID with SLURM_ARRAY_TASK_COUNT choose the part; without them it is all.
      """)

  @Argument(help: ArgumentHelp("The pipeline file.", valueName: "file"), completion: .yaml)
  var file = "p3tool.yml"

  @Flag(
    name: .customLong("init"),
    help: "Write a commented pipeline file to start from; with --force also over one that exists.")
  var isInit = false

  @Flag(help: "Print the JSON Schema of pipeline files; with --format json that of the report.")
  var schema = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: exit with 1 when something is not up to date.")
  var check = false

  @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Take what earlier runs made as it is.")
  var cache = true

  @Flag(help: "Hash every file, also those whose size, time and inode are unchanged.")
  var verify = false

  @Flag(help: "Remove outputs whose source is gone, in the pipeline's output folders.")
  var prune = false

  @Flag(name: .shortAndLong, help: "Replace files that stand where outputs go and that no earlier run made.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Let the pipeline use this folder, too: it reads and writes below its own alone (repeatable).",
      valueName: "dir"),
    completion: .directory)
  var allowOutside: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write no more bytes of images than this (default: \(BatchSettings.standardMaxOutput)).", valueName: "n"
    ))
  var maxOutput = BatchSettings.standardMaxOutput

  @Option(
    help: ArgumentHelp(
      "Do only one part of the work, split by a hash of the paths: i/n, or auto, by the variables of a CI or job array.",
      valueName: "part"), completion: .list(["auto"]))
  var shard: ShardChoice?

  @Option(
    help: ArgumentHelp("Write a dependency file for Make or Ninja.", valueName: "file"), completion: .file())
  var depfile: String?

  @Option(
    help: ArgumentHelp("The target in the dependency file (default: its name without .d).", valueName: "name")
  )
  var depfileTarget: String?

  @Option(
    help: ArgumentHelp(
      "Leave findings below this level out of the report, unless they fail: note, warning or error.",
      valueName: "level"))
  var minLevel: FindingLevel = .note

  @OptionGroup var unsupported: UnsupportedOptions

  @OptionGroup var explaining: ExplainOption<BatchCommand>

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<FindingsFormat>

  /// The rules of all kinds of steps.
  static var explained: [any NamedRule] {
    CheckCommand.explained + DiffCommand.explained + PaletteLintCommand.explained
  }

  func validate() throws {
    if maxOutput < 0 {
      throw ValidationError("--max-output takes a whole number from 0 on, not \(maxOutput)")
    }
    if check, !dryRun { throw ValidationError("--check goes together with --dry-run") }
    if depfileTarget != nil, depfile == nil {
      throw ValidationError("--depfile-target goes together with --depfile")
    }
  }

  func run() async throws {
    if schema { return StandardStream.output.write(BatchConfiguration.jsonSchema(Subcommands())) }
    if isInit { return try writeStarter() }
    Wording.current.assumed = " (choose with 'assume')"
    let console = run.console()
    do {
      let configuration = try BatchConfiguration(
        file: file, allowing: allowOutside, commands: Subcommands())
      let settings = try settings(configuration)
      try await BatchReporter(
        command: self, console: console, configuration: configuration, settings: settings
      )
      .perform()
    } catch let error as ConfigurationError {
      let isMissing = FileStatus(path: file) == nil
      console.error(
        "\(error)" + (isMissing ? "; to begin, p3tool batch --init writes a file of examples" : ""))
      throw Outcome.usage
    }
  }

  private func writeStarter() throws {
    try OutputFile.write(Array(BatchConfiguration.starter(Subcommands()).utf8), to: file, overwrite: force)
    StandardStream.output.write(line: file.printableName)
  }

  private func settings(_ configuration: BatchConfiguration) throws -> BatchSettings {
    var settings = BatchSettings(
      version: Version.current, jobs: run.jobs ?? configuration.jobs ?? run.jobCount)
    settings.dryRun = dryRun
    settings.usesCache = cache
    settings.verifies = verify
    settings.prunes = prune
    settings.replaces = force
    settings.maxOutput = maxOutput
    settings.skipsUnsupported = unsupported.skipUnsupported
    settings.limits = run.limits
    settings.shard =
      switch shard {
      case nil: nil
      case .part(let part): part
      case .environment: try environmentShard()
      }
    if settings.shard?.count == 1 { settings.shard = nil }
    return settings
  }

  private func environmentShard() throws -> BatchShard? {
    do {
      let found = try BatchShard.find(in: SystemCall.environment)
      // Written even with --quiet: readers of a log cannot see the environment.
      StandardStream.error.write(
        line: found.map { "note: part \($0.shard) of the work, by \($0.variable)" }
          ?? "note: the whole work: no variable of a CI or job array names a part")
      return found?.shard
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// The value of `--shard`: `auto` or `i/n`.
enum ShardChoice: ExpressibleByArgument {
  /// The shard in the variables of a CI system or job array.
  case environment
  case part(BatchShard)

  /// `auto`, or `i/n` with i from 1 to n.
  init?(argument: String) {
    if argument == "auto" {
      self = .environment
    } else if let shard = BatchShard(argument) {
      self = .part(shard)
    } else {
      return nil
    }
  }
}
