import Checking
import ColorManagement
import ImageFiles

/// What a check with the default options says of a picture.
struct RealResult: Sendable {
  let picture: RealPicture
  /// Nil where the picture cannot be read.
  let findings: [Finding]?

  /// Whether a run with `--fail-on warning` fails on it.
  var isWarned: Bool { findings?.contains { $0.level >= .warning } ?? false }
}

/// Checks many pictures.
enum RealTrial {
  private static let jobs = 2

  /// The results in the order of `pictures`.
  ///
  /// - Parameter space: what they are taken for, whatever they say; nil for what they say.
  static func run(_ pictures: [RealPicture], as space: RGBColorSpace?) async -> [RealResult] {
    var request = CheckRequest()
    request.sourceOverride = space?.profile
    let check = ImageCheck(request)
    let budget = StripPermits(jobs: jobs)
    return await withTaskGroup(of: (Int, RealResult).self) { group in
      var results = [RealResult?](repeating: nil, count: pictures.count)
      for (index, picture) in pictures.enumerated() {
        if index >= jobs, let (done, result) = await group.next() { results[done] = result }
        group.addTask {
          let report = try? await check.check(.file(picture.path), budget: budget)
          return (index, RealResult(picture: picture, findings: report?.findings))
        }
      }
      for await (done, result) in group { results[done] = result }
      return results.compactMap(\.self)
    }
  }
}
