// Depths, byte orders and dither: one body for all targets, against plain arithmetic.

#include <string.h>

#include "check.h"
#include "p3_depth.h"
#include "p3_dither_kernels.h"

static void test_widening(size_t count, size_t offset) {
  uint8_t *bytes = guarded(count, offset), *narrowed = guarded(count, 0);
  uint16_t *samples = guarded(count * 2, 2 * offset), *expected = guarded(count * 2, 0);
  for (size_t i = 0; i < count; i++) expected[i] = (uint16_t)((bytes[i] = (uint8_t)random_bits()) * 257);
  p3_widen(bytes, samples, count);
  check_same("widened samples", expected, samples, count * 2);
  fill_samples(samples, count, 1, (unsigned)count);
  p3_narrow(samples, narrowed, count);
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)((samples[i] + 128u) / 257);
  check_same("narrowed samples", bytes, narrowed, count);
  release(bytes);
  release(narrowed);
  release(samples);
  release(expected);
}

static void test_swapping(size_t count, size_t offset) {
  uint8_t *source = guarded(count * 2, offset), *expected = guarded(count * 2, 0);
  uint8_t *swapped = guarded(count * 2, 3 * offset);
  for (size_t i = 0; i < count * 2; i++) expected[i ^ 1] = source[i] = (uint8_t)random_bits();
  p3_swap(source, swapped, count);
  check_same("swapped samples", expected, swapped, count * 2);
  p3_swap(source, source, count);
  check_same("samples swapped in place", expected, source, count * 2);
  release(source);
  release(expected);
  release(swapped);
}

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
      test_widening(count, offset);
      test_swapping(count, offset);
      test_dither(count, offset, 8 + 8 * (count % 8));
    }
  }
  end_family();
}
