#include "match_gain.h"

#include <string.h>

#include "match_bytes.h"
#include "match_symbols.h"

enum {
  HASH_BITS = 13,
  /// Bits of a match beside those of its distance: the codes of its length and distance, if both are frequent.
  MATCH_BITS = 9,
  /// Of the average literal, in bits.
  FRACTION_BITS = 8,
};

/// Bits of a match, of which the distance's are certain.
static inline unsigned match_bits(size_t distance) {
  return MATCH_BITS + distance_extra(p3png_distance_symbol((unsigned)distance - 1));
}

size_t p3png_match_gain(const uint8_t *bytes, size_t count, size_t coded) {
  // The low 16 bits of the last place with a key: windows are shorter. Untouched and old ones mean some place within 64 KB,
  // which the comparison of its bytes finds out.
  uint16_t places[1 << HASH_BITS];
  uint64_t gain = 0;
  const uint64_t literal = count ? ((uint64_t)coded << (FRACTION_BITS + 3)) / count : 0;
  memset(places, 0, sizeof places);
  for (size_t place = 1; place + 8 <= count;) {
    const uint32_t key = short_key(bytes + place), hash = short_hash(key, HASH_BITS);
    const size_t distance = (uint16_t)(place - places[hash]);
    places[hash] = (uint16_t)place;
    if (distance > place || short_key(bytes + place - distance) != key || distance - 1 >= FARTHEST_MATCH) {
      place++;
      continue;
    }
    const size_t left = count - place, most = left < LONGEST_MATCH ? left : LONGEST_MATCH;
    const size_t length = equal_bytes(bytes + place - distance, bytes + place, most);
    const uint64_t saved = length * literal, cost = (uint64_t)match_bits(distance) << FRACTION_BITS;
    gain += saved > cost ? saved - cost : 0;
    place += length;
  }
  return (size_t)(gain >> (FRACTION_BITS + 3));
}
