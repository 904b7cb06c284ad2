// Dither: one body for all targets, against plain arithmetic.

#include <string.h>

#include "check.h"
#include "p3_dither_kernels.h"

static void test_dither(size_t count, size_t offset, size_t period) {
  uint16_t *samples = guarded(count * 2, 2 * offset), *expected = guarded(count * 2, 0), thresholds[64];
  for (size_t i = 0; i < period; i++) thresholds[i] = (uint16_t)random_below(257);
  fill_samples(samples, count, 1, (unsigned)(count + offset));
  for (size_t i = 0; i < count; i++) {
    const unsigned quotient = samples[i] / 257u, rest = samples[i] % 257u;
    expected[i] = (uint16_t)((quotient + (rest > thresholds[i % period])) * 257);
  }
  p3_dither_to_8_bits(samples, count, thresholds, period);
  check_same("dithered samples", expected, samples, count * 2);
  release(samples);
  release(expected);
}

void test_samples(void) {
  begin_family("samples", P3_TARGET_SCALAR);
  for (size_t count = 0; count <= 140; count++) {
    for (size_t offset = 0; offset < 4; offset++) {
      describe_case("%zu samples, offset %zu", count, offset);
      test_dither(count, offset, 8 + 8 * (count % 8));
    }
  }
  end_family();
}
