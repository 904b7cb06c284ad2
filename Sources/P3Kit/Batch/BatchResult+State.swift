// A result as one field of a state file.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BatchResult {
  /// JSON on one line; two numbers alone where there is nothing else to remember, which is most of the time.
  var stateText: String {
    if self == BatchResult(bytesIn: bytesIn, bytesOut: bytesOut) { return "\(bytesIn) \(bytesOut)" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("numbers and texts can be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }

  init?(stateText text: String) {
    if text.hasPrefix("{") {
      guard let result = try? JSONDecoder().decode(BatchResult.self, from: Data(text.utf8)) else {
        return nil
      }
      self = result
      return
    }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(bytesIn: numbers[0], bytesOut: numbers[1])
  }
}
