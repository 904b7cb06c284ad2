#ifndef P3Z_LITTLE_ENDIAN_H
#define P3Z_LITTLE_ENDIAN_H

// Eight bytes as one number whose lowest byte is the first, the order in which deflate fills its bits.

#include <stdint.h>
#include <string.h>

static inline uint64_t p3z_little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

static inline uint64_t p3z_load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return p3z_little_endian(word);
}

static inline void p3z_store64(uint8_t *bytes, uint64_t word) {
  word = p3z_little_endian(word);
  memcpy(bytes, &word, 8);
}

#endif
