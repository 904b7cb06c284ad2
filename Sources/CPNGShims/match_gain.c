#include "match_gain.h"

#include <string.h>

#include "little_endian.h"
#include "match_symbols.h"

enum {
  KEY = 4,
  HASH_BITS = 13,
  /// Bits of a match beside those of its distance: the codes of its length and distance, if both are frequent.
  MATCH_BITS = 9,
  /// Of the average literal, in bits.
  FRACTION_BITS = 8,
};

static inline uint32_t key_at(const uint8_t *bytes) { return (uint32_t)load64(bytes); }

/// Bits of a match, of which the distance's are certain.
static inline unsigned match_bits(size_t distance) {
  return MATCH_BITS + distance_extra(p3png_distance_symbol((unsigned)distance - 1));
}

static size_t match_length(const uint8_t *there, const uint8_t *here, size_t most) {
  size_t length = KEY;
  while (length < most && there[length] == here[length]) length++;
  return length;
}

size_t p3png_match_gain(const uint8_t *bytes, size_t count, size_t coded) {
  // The low 16 bits of the last place with a key: windows are shorter. Untouched ones mean the first byte.
  uint16_t places[1 << HASH_BITS];
  uint64_t gain = 0;
  const uint64_t literal = count ? ((uint64_t)coded << (FRACTION_BITS + 3)) / count : 0;
  memset(places, 0, sizeof places);
  for (size_t place = 1; place + 8 <= count;) {
    const uint32_t key = key_at(bytes + place), hash = key * 0x9e3779b1u >> (32 - HASH_BITS);
    const size_t distance = (uint16_t)(place - places[hash]);
    places[hash] = (uint16_t)place;
    if (distance > place || key_at(bytes + place - distance) != key || distance - 1 >= FARTHEST_MATCH) {
      place++;
      continue;
    }
    const size_t left = count - place, most = left < LONGEST_MATCH ? left : LONGEST_MATCH;
    const size_t length = match_length(bytes + place - distance, bytes + place, most);
    const uint64_t saved = length * literal, cost = (uint64_t)match_bits(distance) << FRACTION_BITS;
    gain += saved > cost ? saved - cost : 0;
    place += length;
  }
  return (size_t)(gain >> (FRACTION_BITS + 3));
}
