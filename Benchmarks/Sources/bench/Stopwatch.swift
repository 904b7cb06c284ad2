import CBenchmarkClock
import Contenders
import Foundation

/// Times the contenders of a group in turn, so that a slow moment hits everybody.
struct Stopwatch {
  let rounds: Int
  /// How long a contender runs in one round, at least once; the first runs fill the caches that the others emptied.
  private let roundSeconds: Double
  /// A contender that has taken this long gets no further round.
  private let totalSeconds: Double

  init(_ options: Options) {
    rounds = options.rounds ?? (options.isQuick ? 3 : 8)
    roundSeconds = options.isQuick ? 0.01 : 0.03
    totalSeconds = max(options.isQuick ? 0.5 : 2, Double(rounds) * roundSeconds)
  }

  /// The least processor seconds of a run of each contender.
  func seconds(of group: ContenderGroup) -> [Double] {
    var best = [Double](repeating: .infinity, count: group.contenders.count)
    var spent = [Double](repeating: 0, count: group.contenders.count)
    for _ in 0..<rounds {
      for (index, contender) in group.contenders.enumerated() where spent[index] < totalSeconds {
        let end = spent[index] + roundSeconds
        repeat {
          contender.prepare()
          let start = Self.processorSeconds()
          contender.run()
          let elapsed = Self.processorSeconds() - start
          best[index] = min(best[index], elapsed)
          spent[index] += elapsed
        } while spent[index] < end
      }
    }
    return best
  }

  /// Cycles of this processor in a nanosecond, now: the best of some chains of additions.
  static func cyclesPerNanosecond() -> Double {
    let cycles: UInt64 = 1 << 22
    let seconds = (0..<20).map { _ in
      let start = processorSeconds()
      precondition(bench_chain(cycles) == cycles)
      return processorSeconds() - start
    }
    return Double(cycles) / (seconds.min() ?? .infinity) / 1e9
  }

  /// Of this thread: what else the machine does is not counted.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
