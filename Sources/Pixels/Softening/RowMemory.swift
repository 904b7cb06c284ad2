/// Sole owner of `count` values that C kernels read and write: zeroed at the start, freed at the end.
@safe
struct RowMemory<Element: BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ zero: Element, count: Int) {
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: count)
    unsafe base.initialize(repeating: zero, count: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "outside the rows")
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count, "outside the rows")
      unsafe base[index] = newValue
    }
  }
}
