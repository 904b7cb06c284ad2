/// Lets a few programs run at once. Tests start together, and Foundation's `Process` waits for its children with
/// select(2): past 1,024 open files it would wait forever.
actor CommandGate {
  static let shared = CommandGate(places: 4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { free = places }

  /// Waits for a place.
  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the place to the next in line.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
