import ArgumentParser
import Pixels

/// Runs the command line and turns every outcome into one exit code.
@main
enum EntryPoint {
  static func main() async {
    Interruption.install()
    do {
      try requireKernels()
      try await run(try P3Tool.parseAsRoot())
    } catch let outcome as Outcome {
      outcome.exit()
    } catch {
      leave(with: error, of: P3Tool.self)
    }
  }

  private static func run(_ parsed: any ParsableCommand) async throws {
    var parsed = parsed
    do {
      if var asynchronous = parsed as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try parsed.run()
      }
    } catch let error where !(error is Outcome) {
      leave(with: error, of: type(of: parsed))
    }
  }

  /// `P3_KERNELS` may name a target that this machine cannot run.
  private static func requireKernels() throws {
    do { _ = try KernelTarget.requested() } catch { throw ValidationError("\(error)") }
  }

  /// Help, version and usage errors, which the argument parser words; anything else is a bug of ours.
  private static func leave(with error: any Error, of command: any ParsableCommand.Type) -> Never {
    let code = command.exitCode(for: error)
    let message = command.fullMessage(for: error)
    if code == .success {
      StandardStream.output.write(line: message)
      Outcome.success.exit()
    }
    let isUsage = code == .validationFailure
    StandardStream.error.write(line: isUsage ? message : "p3tool: internal error: \(error)")
    (isUsage ? Outcome.usage : Outcome.internalError).exit()
  }
}
