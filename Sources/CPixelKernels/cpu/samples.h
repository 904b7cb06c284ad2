#ifndef P3_SAMPLES_H
#define P3_SAMPLES_H

// Samples at any address: one, or the three of a colour.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t p3_sample(const uint8_t *bytes) {
  uint16_t sample;
  memcpy(&sample, bytes, sizeof sample);
  return sample;
}

static inline void p3_set_sample(uint8_t *bytes, uint16_t sample) { memcpy(bytes, &sample, sizeof sample); }

/// The 48-bit number of a colour: three native samples, the first lowest.
static inline uint64_t p3_packed_color(const uint8_t *pixel) {
  uint32_t low;
  uint16_t high;
  memcpy(&low, pixel, sizeof low);
  memcpy(&high, pixel + sizeof low, sizeof high);
  return low | (uint64_t)high << 32;
}

/// Whether all of some pixels of `bytes` bytes, one or more, are alike.
static inline int p3_is_one_color(const uint8_t *pixels, size_t count, size_t bytes) {
  return memcmp(pixels, pixels + bytes, (count - 1) * bytes) == 0;
}

/// How many pixels from `pixel` on, the one with number `at` of `count`, are surely like the one before it: whole
/// blocks of 32, asked for at every 32nd pixel alone, so that pictures without flat areas lose no time.
static inline size_t p3_repeats_before(const uint8_t *pixel, size_t at, size_t count, size_t bytes) {
  enum { BLOCK = 32 };
  if (at % BLOCK != 0 || at == 0) return 0;
  size_t skipped = 0;
  while (count - at - skipped >= BLOCK && p3_is_one_color(pixel + skipped * bytes - bytes, BLOCK + 1, bytes))
    skipped += BLOCK;
  return skipped;
}

#endif
