import Synchronization

/// The temporary files this process has not yet renamed or removed.
///
/// A signal handler cannot unwind the tasks that own them; it asks this list to remove them all instead.
public enum TemporaryFiles {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Mutex(State())

  /// Runs `create`, which makes `path`, and remembers it. Does not return once `removeAll` has run: the
  /// process is about to end.
  static func register<Value>(
    _ path: String, _ create: () throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let result = state.withLock { state -> Result<Value, FileError> in
      guard !state.isClosed else { return .failure(FileError(path: path, code: 4)) }
      do throws(FileError) {
        let value = try create()
        state.paths.insert(path)
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Forgets `path` after `settle` has renamed or removed it. Nothing happens once `removeAll` has run.
  static func settle(_ path: String, _ settle: () throws(FileError) -> Void) throws(FileError) {
    let result = state.withLock { state -> Result<Void, FileError> in
      guard state.paths.contains(path) else { return .failure(FileError(path: path, code: 4)) }
      do throws(FileError) {
        try settle()
        state.paths.remove(path)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Removes every temporary file and refuses new ones: for an interrupted process, right before it ends.
  public static func removeAll() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { SystemCall.remove(path) }
      state.paths = []
    }
  }
}
