#ifndef P3_SAMPLES_H
#define P3_SAMPLES_H

// Samples at any address: one in either byte order, or the three of a colour.

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

/// The 48-bit number of a colour: three native samples, the first lowest.
static inline uint64_t p3_packed_color(const uint8_t *pixel) {
  uint32_t low;
  uint16_t high;
  memcpy(&low, pixel, sizeof low);
  memcpy(&high, pixel + sizeof low, sizeof high);
  return low | (uint64_t)high << 32;
}

#endif
