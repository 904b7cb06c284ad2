#include <stdlib.h>
#include <string.h>

#include "bits/deflate_symbols.h"
#include "deflate_codec.h"
#include "match_bytes.h"

enum {
  HASH_BITS = 13,
  /// Bits of a match without its distance's extra bits: the codes of length and distance, if both are frequent.
  MATCH_BITS = 9,
  /// Fraction bits of the average literal's cost.
  FRACTION_BITS = 8,
};

/// The low 16 bits of the last position of each hash, as windows are shorter.
struct p3z_match_estimator {
  uint16_t positions[1 << HASH_BITS];
};

p3z_match_estimator *p3z_match_estimator_open(void) { return malloc(sizeof(p3z_match_estimator)); }

void p3z_match_estimator_close(p3z_match_estimator *estimator) { free(estimator); }

/// A lower bound of a match's bits; only its distance's extra bits are certain.
static inline unsigned match_bits(size_t distance) {
  return MATCH_BITS + p3z_distance_extra(p3z_distance_symbol((unsigned)distance - 1));
}

size_t p3z_match_gain(p3z_match_estimator *estimator, const uint8_t *bytes, size_t count, size_t coded) {
  uint16_t *positions = estimator->positions;
  uint64_t gain = 0;
  const uint64_t literal = count ? ((uint64_t)coded << (FRACTION_BITS + 3)) / count : 0;
  // Unset and outdated entries refer to some position within 64 KB, which the comparison of bytes rejects.
  memset(positions, 0, sizeof estimator->positions);
  for (size_t position = 1; position + 8 <= count;) {
    const uint32_t key = p3z_short_key(bytes + position), hash = p3z_short_hash(key, HASH_BITS);
    const size_t distance = (uint16_t)(position - positions[hash]);
    positions[hash] = (uint16_t)position;
    if (distance > position || p3z_short_key(bytes + position - distance) != key || distance - 1 >= P3Z_WINDOW) {
      position++;
      continue;
    }
    const size_t left = count - position, most = left < P3Z_LONGEST_MATCH ? left : P3Z_LONGEST_MATCH;
    const size_t length = p3z_equal_bytes(bytes + position - distance, bytes + position, most);
    const uint64_t saved = length * literal, cost = (uint64_t)match_bits(distance) << FRACTION_BITS;
    gain += saved > cost ? saved - cost : 0;
    position += length;
  }
  return (size_t)(gain >> (FRACTION_BITS + 3));
}
