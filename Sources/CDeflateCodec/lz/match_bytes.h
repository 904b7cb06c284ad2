#ifndef P3Z_MATCH_BYTES_H
#define P3Z_MATCH_BYTES_H

// Comparisons and keys for searches of matches.

#include <stddef.h>

#include "bits/little_endian.h"

/// The number of equal bytes at the start, at most `most`.
static inline size_t p3z_equal_bytes(const uint8_t *first, const uint8_t *second, size_t most) {
  size_t count = 0;
  for (; count + 8 <= most; count += 8) {
    uint64_t difference = p3z_load64(first + count) ^ p3z_load64(second + count);
    if (difference) return count + ((unsigned)__builtin_ctzll(difference) >> 3);
  }
  while (count < most && first[count] == second[count]) count++;
  return count;
}

/// The next four bytes, the key of a search.
static inline uint32_t p3z_short_key(const uint8_t *bytes) { return (uint32_t)p3z_load64(bytes); }

/// A hash of `key` of `bits` bits.
static inline unsigned p3z_short_hash(uint32_t key, unsigned bits) { return key * 0x9e3779b1u >> (32 - bits); }

#endif
