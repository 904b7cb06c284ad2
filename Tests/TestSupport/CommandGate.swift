/// Limits how many programs run at once. All tests start together, and Foundation's `Process` waits for its children with
/// select(2), which never returns for file descriptors from 1,024 on.
actor CommandGate {
  static let shared = CommandGate(limit: 4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { free = limit }

  /// Waits until fewer programs than the limit run, and counts one more.
  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Counts one program less, and lets the first that waits go on.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
