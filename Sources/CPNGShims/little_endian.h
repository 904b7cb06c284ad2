#ifndef P3_LITTLE_ENDIAN_H
#define P3_LITTLE_ENDIAN_H

// Words of eight bytes, the first byte lowest, as deflate has its bits.

#include <stdint.h>
#include <string.h>

static inline uint64_t little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return little_endian(word);
}

static inline void store64(uint8_t *bytes, uint64_t word) {
  word = little_endian(word);
  memcpy(bytes, &word, 8);
}

#endif
