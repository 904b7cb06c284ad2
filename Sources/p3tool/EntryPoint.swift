import ArgumentParser

/// Runs the command line and turns every outcome into one exit code.
@main
enum EntryPoint {
  static func main() async {
    Interruption.install()
    do {
      var command = try P3Tool.parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let outcome as Outcome {
      outcome.exit()
    } catch {
      leave(with: error)
    }
  }

  /// Help, version and usage errors, which the argument parser words; anything else is a bug of ours.
  private static func leave(with error: any Error) -> Never {
    let code = P3Tool.exitCode(for: error)
    let message = P3Tool.fullMessage(for: error)
    if code == .success {
      StandardStream.output.write(line: message)
      Outcome.success.exit()
    }
    let isUsage = code == .validationFailure
    StandardStream.error.write(line: isUsage ? message : "p3tool: internal error: \(error)")
    (isUsage ? Outcome.usage : Outcome.internalError).exit()
  }
}
