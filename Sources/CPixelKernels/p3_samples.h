#ifndef P3_SAMPLES_H
#define P3_SAMPLES_H

// One 16-bit sample at any address, in either byte order.

#include <stdint.h>
#include <string.h>

static inline uint16_t p3_sample(const uint8_t *bytes, int is_big_endian) {
  uint16_t sample;
  memcpy(&sample, bytes, sizeof sample);
  return is_big_endian ? __builtin_bswap16(sample) : sample;
}

static inline void p3_set_sample(uint8_t *bytes, uint16_t sample, int is_big_endian) {
  if (is_big_endian) sample = __builtin_bswap16(sample);
  memcpy(bytes, &sample, sizeof sample);
}

#endif
