// The functions are described in p3kit.h, which names them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CP3Kit
import Dispatch
import P3Kit
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Shared by all functions of the interface: errors, memory for the caller, and waiting.

/// Where a text for the caller is stored: a message or a report.
public typealias TextPlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// A call that the interface does not allow.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs `body`. If it throws, stores a message at `place`.
func attempt(_ place: TextPlace?, _ body: () throws -> Void) -> CInt {
  do {
    try body()
    return CInt(P3_OK)
  } catch {
    unsafe place?.pointee = copied(String(describing: error))
    return CInt(P3_FAILED)
  }
}

/// A copy of `text` that the caller releases with `p3_free`.
func copied(_ text: String) -> UnsafeMutablePointer<CChar>? { unsafe strdup(text) }

/// A copy of `bytes` that the caller releases with `p3_free`.
func copied(_ bytes: [UInt8]) throws -> p3_bytes {
  guard let memory = unsafe malloc(max(bytes.count, 1)) else {
    throw Misuse("no memory for \(bytes.count) bytes")
  }
  unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
  return unsafe p3_bytes(data: memory.assumingMemoryBound(to: UInt8.self), size: bytes.count)
}

/// A report as JSON, if the caller wants it.
func put(_ report: some Encodable, at place: TextPlace?) throws {
  guard let place = unsafe place else { return }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let text = try String(decoding: encoder.encode(report), as: UTF8.self)
  unsafe place.pointee = copied(text)
}

/// The value of an asynchronous operation. The calling thread waits: it is the caller's thread, not one of Swift's
/// pool.
func wait<Value: Sendable>(for operation: @escaping @Sendable () async throws -> Value) throws -> Value {
  let outcome = Outcome<Value>()
  Task.detached {
    let result: Result<Value, any Error>
    do { result = .success(try await operation()) } catch { result = .failure(error) }
    outcome.put(result)
  }
  return try outcome.wait().get()
}

/// The result of one operation, for one waiting thread.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ value: Result<Value, any Error>) {
    result.withLock { $0 = value }
    isThere.signal()
  }

  func wait() -> Result<Value, any Error> {
    isThere.wait()
    return result.withLock { $0 } ?? .failure(CancellationError())
  }
}

extension ImageSource {
  /// The image that `source` describes.
  init(_ source: p3_source) throws {
    guard let name = unsafe source.name else { throw Misuse("a source has no name") }
    let text = unsafe String(cString: name)
    guard let bytes = unsafe source.bytes else {
      self = .file(text)
      return
    }
    self = unsafe .bytes(Array(UnsafeBufferPointer(start: bytes, count: source.size)), name: text)
  }
}

@c @implementation
public func p3_abi_version() -> UInt32 { UInt32(P3_ABI_VERSION) }

@c @implementation
public func p3_free(_ memory: UnsafeMutableRawPointer?) { unsafe free(memory) }
