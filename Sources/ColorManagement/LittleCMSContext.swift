import CLittleCMS
import Synchronization

/// Owner of one LittleCMS context, whose error logger collects messages.
///
/// Every handle of ColorManagement has a context of its own (`…THR` functions), so that threads share nothing and every
/// message belongs to the operation that caused it.
@safe final class LittleCMSContext {
  /// The first message since the context was made; later ones are consequences.
  private final class ErrorLog: Sendable {
    let first = Mutex<(code: UInt32, message: String)?>(nil)
  }

  let handle: cmsContext
  private let log: ErrorLog

  init() throws(ColorError) {
    log = ErrorLog()
    // The context only borrows the log: `self` keeps it alive until `deinit`.
    let borrowed = unsafe Unmanaged.passUnretained(log).toOpaque()
    guard let created = unsafe cmsCreateContext(nil, borrowed) else {
      throw .engine(code: 0, message: "out of memory")
    }
    unsafe handle = created
    unsafe cmsSetLogErrorHandlerTHR(handle) { context, code, text in
      guard let data = unsafe cmsGetContextUserData(context), let text = unsafe text else { return }
      let log = unsafe Unmanaged<ErrorLog>.fromOpaque(data).takeUnretainedValue()
      let message = unsafe String(cString: text)
      log.first.withLock { if $0 == nil { $0 = (code, message) } }
    }
  }

  deinit { unsafe cmsDeleteContext(handle) }

  /// The first error that LittleCMS has logged, or nil.
  var firstError: ColorError? {
    log.first.withLock { $0 }.map { .engine(code: $0.code, message: $0.message) }
  }

  /// The error to throw after a failed call; `fallback` is used if LittleCMS logged nothing.
  func error(_ fallback: String) -> ColorError { firstError ?? .engine(code: 0, message: fallback) }
}
