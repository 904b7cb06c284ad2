import ColorManagement
import P3Kit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of one call: a JSON object. Each `take` removes an option; an option that remains at the end is unknown.
struct CallOptions {
  private enum Value: Decodable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try value.decode([Value].self))
      }
    }
  }

  private var values: [String: Value] = [:]

  /// The options in `text`; no options if `text` is NULL.
  init(_ text: UnsafePointer<CChar>?) throws {
    guard let text = unsafe text else { return }
    do {
      values = try JSONDecoder().decode([String: Value].self, from: Data(unsafe String(cString: text).utf8))
    } catch {
      throw Misuse(
        "options are no JSON object of texts, numbers, true, false and lists: \(unsafe String(cString: text))"
      )
    }
  }

  /// Throws if any option has not been taken.
  func finish() throws {
    if let name = values.keys.min() { throw Misuse("unknown option '\(name)'") }
  }

  mutating func flag(_ name: String) throws -> Bool? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard case .flag(let flag) = value else { throw Misuse("option '\(name)' is true or false") }
    return flag
  }

  mutating func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard case .number(let number) = value, range.contains(number) else {
      throw Misuse("option '\(name)' is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func count(_ name: String, from least: Int) throws -> Int? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    guard case .number(let number) = value, let count = Int(exactly: number), count >= least else {
      throw Misuse("option '\(name)' is a whole number from \(least) on")
    }
    return count
  }

  mutating func text(_ name: String) throws -> String? {
    guard let value = values.removeValue(forKey: name) else { return nil }
    switch value {
    case .text(let text): return text
    case .number(let number): return Int(exactly: number).map { String($0) } ?? String(number)
    default: throw Misuse("option '\(name)' is a text")
    }
  }

  /// A list of texts. A single text counts as a list of one.
  mutating func texts(_ name: String) throws -> [String] {
    guard let value = values.removeValue(forKey: name) else { return [] }
    if case .text(let text) = value { return [text] }
    guard case .list(let list) = value else { throw Misuse("option '\(name)' is a list of texts") }
    return try list.map {
      guard case .text(let text) = $0 else { throw Misuse("option '\(name)' is a list of texts") }
      return text
    }
  }

  /// A case of an enumeration by its raw value.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) throws
    -> Choice?
  where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Misuse("option '\(name)' is one of \(choices), not '\(text)'")
  }

  /// A built-in colour space by its name.
  mutating func space(_ name: String) throws -> RGBColorSpace? {
    guard let text = try text(name) else { return nil }
    if let space = RGBColorSpace(name: text) { return space }
    throw Misuse("option '\(name)' is one of \(ColorSpaceNames.list), not '\(text)'")
  }

  /// A list of boxes, each x, y, width and height.
  mutating func boxes(_ name: String) throws -> [ImageRegion] {
    guard let value = values.removeValue(forKey: name) else { return [] }
    let wrong = Misuse("option '\(name)' is a list of [x, y, width, height] in whole pixels")
    guard case .list(let list) = value else { throw wrong }
    return try list.map {
      guard case .list(let numbers) = $0, numbers.count == 4 else { throw wrong }
      let box = try numbers.map {
        guard case .number(let number) = $0, let whole = Int32(exactly: number), whole >= 0 else {
          throw wrong
        }
        return Int(whole)
      }
      return ImageRegion(x: box[0], y: box[1], width: box[2], height: box[3])
    }
  }

  /// The threads of the call.
  mutating func permits() throws -> StripPermits { StripPermits(jobs: try count("jobs", from: 1) ?? 1) }

  mutating func limits() throws -> PNGLimits {
    var limits = PNGLimits()
    if let count = try count("max-pixels", from: 1) { limits.allowPixels(count) }
    return limits
  }
}
