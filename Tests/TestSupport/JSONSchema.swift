import Foundation

/// As much of JSON Schema, draft 2020-12, as the schemas of reports have; every other keyword is an error.
public struct JSONSchema {
  private let root: [String: Any]

  /// Reads a schema.
  public init(_ text: String) throws {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let root = json as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
    self.root = root
  }

  /// What the schema says at the members `path`.
  public subscript(path: String...) -> Any? {
    path.reduce(root as Any?) { ($0 as? [String: Any])?[$1] }
  }

  /// Why `value` does not fit, with places; empty where it fits.
  public func faults(of value: Any) -> [String] { faults(of: value, root, "$") }

  private func faults(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    schema.sorted { $0.key < $1.key }.flatMap { keyword, argument -> [String] in
      switch (keyword, argument) {
      case ("$schema", _), ("$defs", _), ("title", _): []
      case ("$ref", let name as String): faults(of: value, part(name), place)
      case ("type", let type as String):
        Self.type(value, is: type) ? [] : ["\(place) is no \(type): \(value)"]
      case ("const", let wanted): Self.equal(value, wanted) ? [] : ["\(place) is not \(wanted): \(value)"]
      case ("enum", let words as [Any]):
        words.contains { Self.equal(value, $0) } ? [] : ["\(place) is none of \(words): \(value)"]
      case ("anyOf", let schemas as [[String: Any]]): faults(of: value, any: schemas, place)
      case ("items", let schema as [String: Any]):
        (value as? [Any] ?? []).enumerated().flatMap { faults(of: $1, schema, "\(place)[\($0)]") }
      case ("required", let names as [String]):
        names.filter { (value as? [String: Any])?[$0] == nil }.map { "\(place) lacks \($0)" }
      case ("properties", let properties as [String: [String: Any]]):
        (value as? [String: Any] ?? [:]).flatMap { name, member in
          properties[name].map { faults(of: member, $0, "\(place).\(name)") } ?? []
        }
      case ("additionalProperties", _): faults(ofOthers: value, schema, place)
      default: ["\(place): unknown keyword \(keyword)"]
      }
    }
  }

  private func faults(of value: Any, any schemas: [[String: Any]], _ place: String) -> [String] {
    let all = schemas.map { faults(of: value, $0, place) }
    return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
  }

  /// Faults of members that `properties` does not name.
  private func faults(ofOthers value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    let known = schema["properties"] as? [String: Any] ?? [:]
    let others = (value as? [String: Any] ?? [:]).filter { known[$0.key] == nil }
    guard let others = schema["additionalProperties"] as? [String: Any] else {
      return others.keys.map { "\(place) has \($0)" }
    }
    return (value as? [String: Any] ?? [:]).flatMap { faults(of: $1, others, "\(place).\($0)") }
  }

  private func part(_ name: String) -> [String: Any] {
    let parts = root["$defs"] as? [String: Any]
    return parts?[String(name.dropFirst("#/$defs/".count))] as? [String: Any] ?? ["no such part": name]
  }

  private static func equal(_ one: Any, _ other: Any) -> Bool { one as? NSObject == other as? NSObject }

  private static func type(_ value: Any, is type: String) -> Bool {
    // A truth value is a number to Foundation.
    let isBoolean = (value as? NSNumber).map { booleanTypes.contains(String(cString: $0.objCType)) } ?? false
    return switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isBoolean
    case "number": !isBoolean && value is NSNumber
    case "integer":
      !isBoolean && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: false
    }
  }

  /// How Foundation encodes the type of a truth value.
  private static let booleanTypes: Set<String> = ["c", "B"]
}
