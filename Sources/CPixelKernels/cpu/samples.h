#ifndef P3_SAMPLES_H
#define P3_SAMPLES_H

// Samples at any address: single ones, or a colour's three.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t p3_sample(const uint8_t *bytes) {
  uint16_t sample;
  memcpy(&sample, bytes, sizeof sample);
  return sample;
}

static inline void p3_set_sample(uint8_t *bytes, uint16_t sample) { memcpy(bytes, &sample, sizeof sample); }

/// A colour as a 48-bit number: three native samples, the first in the lowest bits.
static inline uint64_t p3_packed_color(const uint8_t *pixel) {
  uint32_t low;
  uint16_t high;
  memcpy(&low, pixel, sizeof low);
  memcpy(&high, pixel + sizeof low, sizeof high);
  return low | (uint64_t)high << 32;
}

/// Whether all of `count` pixels (at least one) of `bytes` bytes each are equal.
static inline int p3_is_one_color(const uint8_t *pixels, size_t count, size_t bytes) {
  return memcmp(pixels, pixels + bytes, (count - 1) * bytes) == 0;
}

/// How many pixels from `pixel` on (number `at` of `count`) surely equal the pixel before: whole blocks of 32. Compares
/// at every 32nd pixel only, so that pictures without flat areas lose no time.
static inline size_t p3_repeats_before(const uint8_t *pixel, size_t at, size_t count, size_t bytes) {
  enum { BLOCK = 32 };
  if (at % BLOCK != 0 || at == 0) return 0;
  size_t skipped = 0;
  while (count - at - skipped >= BLOCK && p3_is_one_color(pixel + skipped * bytes - bytes, BLOCK + 1, bytes))
    skipped += BLOCK;
  return skipped;
}

#endif
