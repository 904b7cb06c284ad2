#include "banding_vector.h"
#include "p3_dither_kernels.h"

/// Eight samples at once. For 16 bits s / 257 is (s − s/256) / 256: a test walks all codes.
static inline p3_u16x8 dithered(p3_u16x8 sample, p3_u16x8 threshold) {
  const p3_u16x8 quotient = (sample - (sample >> 8)) >> 8;
  const p3_u16x8 remainder = sample - quotient - (quotient << 8);
  const p3_u16x8 code = quotient + ((p3_u16x8)(remainder > threshold) & 1);
  return code | code << 8;
}

void p3_dither_to_8_bits(uint16_t *samples, size_t count, const uint16_t *thresholds, size_t period) {
  size_t i = 0, phase = 0;
  for (; i + 8 <= count; i += 8) {
    p3_store8(samples + i, dithered(p3_load8(samples + i), p3_load8(thresholds + phase)));
    phase += 8;
    if (phase == period) phase = 0;
  }
  if (i < count) {  // the rest in a padded copy
    uint16_t rest[8] = {0};
    memcpy(rest, samples + i, (count - i) * sizeof *rest);
    p3_store8(rest, dithered(p3_load8(rest), p3_load8(thresholds + phase)));
    memcpy(samples + i, rest, (count - i) * sizeof *rest);
  }
}
