import Pixels
import Testing

@Suite struct BoundedCacheTests {
  private struct Refusal: Error {}

  @Test func aValueIsMadeOnceUntilNewerOnesPushItOut() {
    var cache = BoundedCache<Int, Int>(capacity: 2)
    var made: [Int] = []
    func square(_ key: Int) -> Int {
      cache.value(for: key) {
        made.append(key)
        return key * key
      }
    }
    for key in [3, 4, 3, 4, 5, 4, 3] { #expect(square(key) == key * key) }
    #expect(made == [3, 4, 5, 3])
  }

  @Test func whatCannotBeMadeIsTriedAgain() throws {
    var cache = BoundedCache<Int, Int>(capacity: 1)
    #expect(throws: Refusal.self) { try cache.value(for: 1) { throw Refusal() } }
    #expect(cache.value(for: 1) { 7 } == 7)
    #expect(try cache.value(for: 1) { throw Refusal() } == 7)
  }

  @Test func largeValuesPushOutAsManyAsTheyNeed() {
    var cache = BoundedCache<Int, Int>(capacity: 4, size: 10)
    let sizes = [3, 3, 3, 3, 5, 11, 10, 0, 0, 0, 0]
    for (size, count) in zip(sizes, [1, 2, 3, 3, 2, 1, 1, 2, 3, 4, 4]) {
      let key = Int.random(in: .min ... .max)
      #expect(cache.value(for: key, size: size) { size } == size)
      #expect(cache.count == count)
    }
  }
}
