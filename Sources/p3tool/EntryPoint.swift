import ArgumentParser
import Batch
internal import CAllocator
import Checking
import ColorManagement
import CommandParts
import Dispatch
import ImageFiles
import Pixels
import Reports

/// Runs the command line and ends with the exit code of its outcome.
@main
enum EntryPoint {
  static func main() async {
    SystemCall.occupyStandardDescriptors()
    Wording.current = .options
    answerVersion()
    requireOpenFiles()
    // Strips are allocated by one thread and freed by another: heaps per thread would become fragmented.
    p3_limit_heaps()
    p3_keep_freed_memory(16 << 20)
    p3_least_thread_stack(workerStack)
    Interruption.install()
    do {
      try requireKernels()
      let arguments = SystemCall.arguments
      if let answer = try Answer(to: arguments) {
        StandardStream.output.write(line: answer.text)
        Outcome.success.exit()
      }
      Preparation.begin(for: arguments)
      try await run(try P3Tool.parsed(arguments))
    } catch let outcome as Outcome {
      outcome.exit()
    } catch let error as MistypedArguments {
      refuse(error.message, in: P3Tool.command(at: error.path))
    } catch {
      leave(with: error, of: P3Tool.self)
    }
  }

  /// Answers `--version` alone, which build scripts run each time. The argument parser would take longer than the rest
  /// of the process.
  private static func answerVersion() {
    guard SystemCall.arguments == ["--version"] else { return }
    Interruption.ignoreClosedPipes()
    StandardStream.output.write(line: Version.current)
    Outcome.success.exit()
  }

  /// Ends the process if it may open fewer files than one image and the libraries below Swift's tasks need: these
  /// libraries trap without a descriptor. Many jobs need more files than some shells allow by default, so the limit is
  /// raised.
  private static func requireOpenFiles() {
    guard !SystemCall.allowOpenFiles(least: 16, wanted: 4096) else { return }
    StandardStream.error.write(
      line: "error: fewer than 16 files may be open at once (raise the limit: ulimit -n 64)")
    Outcome.failedInputs.exit()
  }

  /// The size of a worker's stack in bytes. The most that was measured is 197 KB: a strip through conversion, softening
  /// and compression.
  private static let workerStack = 1 << 20

  private static func run(_ parsed: any ParsableCommand) async throws {
    var parsed = parsed
    do {
      if var asynchronous = parsed as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try parsed.run()
      }
    } catch let error as ValidationError {
      refuse(error.message, in: type(of: parsed))
    } catch let error where isOfFile(error) {
      StandardStream.error.write(error: error)
      throw Outcome.failedInputs
    } catch let error where !(error is Outcome) {
      leave(with: error, of: type(of: parsed))
    }
  }

  /// Whether `error` is about a file that cannot be used: the outcome is that of a failed input.
  private static func isOfFile(_ error: any Error) -> Bool {
    error is UnusableFile || error is ImageError || error is FileError || error is BaselineError
      || error is ReportMerge.Mismatch
  }

  /// Reports a usage error found while a command runs, in the form of the parser's errors. The argument parser itself
  /// would print only the command's last name: `convert` instead of `p3tool convert`.
  private static func refuse(_ message: String, in command: any ParsableCommand.Type) -> Never {
    let usage = P3Tool.usageString(for: command)
    let name = usage.prefix { $0 != "[" && $0 != "<" }.split(separator: " ").joined(separator: " ")
    StandardStream.error.write(
      line: "Error: \(message.printable)\nUsage: \(usage)\n  See '\(name) --help' for more information.")
    Outcome.usage.exit()
  }

  /// Checks `P3_KERNELS`, which may name a target that this machine cannot run.
  private static func requireKernels() throws {
    do { _ = try KernelTarget.requested() } catch { throw ValidationError("\(error)") }
  }

  /// The help for the command line in the program's own layout; nil if the argument parser's help must serve.
  private static func help() -> String? {
    guard let tree = try? CommandTree(of: P3Tool.self) else { return nil }
    let path = P3Tool.path(in: SystemCall.arguments, tree: tree)
    return HelpText(
      page: HelpPage(path: path, tree: tree), width: StandardStream.output.width
    ).text
  }

  /// Ends with the argument parser's help, version or usage error. Any other error is a bug of the program.
  private static func leave(with error: any Error, of command: any ParsableCommand.Type) -> Never {
    let code = command.exitCode(for: error)
    let message = command.fullMessage(for: error)
    if code == .success {
      StandardStream.output.write(line: message.hasPrefix("OVERVIEW:") ? help() ?? message : message)
      Outcome.success.exit()
    }
    let isUsage = code == .validationFailure
    StandardStream.error.write(line: isUsage ? message : "p3tool: internal error: \(error)")
    (isUsage ? Outcome.usage : Outcome.internalError).exit()
  }
}

/// Makes the tables for the first image on another core, while this one parses the command line.
///
/// The target is searched among the words of the command line, without parsing. A wrong guess costs a few milliseconds
/// of an idle core.
enum Preparation {
  /// Starts making the tables for a conversion or check with the built-in space in `arguments`.
  static func begin(for arguments: [String]) {
    guard let space = targetSpace(of: arguments) else { return }
    DispatchQueue.global(qos: .userInitiated).async {
      _ = space.profile
      // sRGB and Display P3 have the same curve, so the target's tables mostly serve the source too.
      PixelConverter.prepareTables(of: .parametric(space.transfer))
    }
  }

  private static func targetSpace(of arguments: [String]) -> RGBColorSpace? {
    switch arguments.first {
    case "convert": value(of: "--to", in: arguments).flatMap { RGBColorSpace(name: $0) }
    case "check": RGBColorSpace(name: value(of: "--target", in: arguments) ?? "srgb")
    default: nil
    }
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments[$0...].dropFirst().first }
  }
}
