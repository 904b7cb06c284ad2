#include "p3_dither_kernels.h"

#include <string.h>

// Vectors of eight samples, which compilers turn into SSE2 or Advanced SIMD.
typedef uint16_t words __attribute__((ext_vector_type(8)));

static inline words load(const uint16_t *from) {
  words value;
  memcpy(&value, from, sizeof value);
  return value;
}

static inline void store(uint16_t *to, words value) { memcpy(to, &value, sizeof value); }

/// Dithers eight samples at once. In 16 bits s / 257 equals (s − s/256) / 256 for every s; a test covers all codes.
static inline words dithered(words sample, words threshold) {
  const words quotient = (sample - (sample >> 8)) >> 8;
  const words remainder = sample - quotient - (quotient << 8);
  const words code = quotient + ((words)(remainder > threshold) & 1);
  return code | code << 8;
}

void p3_dither_to_8_bits(uint16_t *samples, size_t count, const uint16_t *thresholds, size_t period) {
  size_t i = 0, phase = 0;
  for (; i + 8 <= count; i += 8) {
    store(samples + i, dithered(load(samples + i), load(thresholds + phase)));
    phase += 8;
    if (phase == period) phase = 0;
  }
  if (i < count) {  // the rest, in a padded copy
    uint16_t rest[8] = {0};
    memcpy(rest, samples + i, (count - i) * sizeof *rest);
    store(rest, dithered(load(rest), load(thresholds + phase)));
    memcpy(samples + i, rest, (count - i) * sizeof *rest);
  }
}
