// The PNG codec's row kernels, against the scalar target.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "p3_png_kernels.h"

static const unsigned steps[] = {1, 2, 3, 4, 6, 8};

typedef struct {
  const p3_png_kernels *scalar, *vector;
} kernels;

/// A row of `count` random bytes with the margins that kernels expect; returns its first byte. The margin before is 0.
static uint8_t *row_of(uint8_t *memory, size_t count, int is_random) {
  for (size_t i = 0; i < count + P3_PNG_ROW_MARGIN; i++)
    memory[P3_PNG_ROW_MARGIN + i] = is_random ? (uint8_t)random_bits() : 0;
  return memory + P3_PNG_ROW_MARGIN;
}

static void test_filters(kernels k, size_t count, size_t offset, unsigned step, unsigned type) {
  const size_t size = count + 2 * P3_PNG_ROW_MARGIN;
  uint8_t *memory[4];
  for (int i = 0; i < 4; i++) memory[i] = guarded(size, offset * (size_t)(i + 1));
  uint8_t *row = row_of(memory[0], count, 1), *above = row_of(memory[1], count, 1);
  uint8_t *expected = row_of(memory[2], count, 0), *actual = row_of(memory[3], count, 0);
  describe_case("%zu bytes, offset %zu, %u bytes a pixel, filter %u", count, offset, step, type);
  k.scalar->filter(type, step, row, above, expected, count);
  k.vector->filter(type, step, row, above, actual, count);
  check_same("filtered bytes", expected, actual, count);
  k.vector->unfilter(type, step, expected, above, actual, count);
  check_same("unfiltered bytes", row, actual, count);
  k.scalar->unfilter(type, step, row, above, expected, count);
  k.vector->unfilter(type, step, row, above, actual, count);
  check_same("unfiltered noise", expected, actual, count);
  for (int i = 0; i < 4; i++) release(memory[i]);
}

/// Two rows at once, against the scalar target's, which are two times one.
static void test_pair(kernels k, size_t count, size_t offset, unsigned step, unsigned type) {
  const size_t size = count + 2 * P3_PNG_ROW_MARGIN;
  uint8_t *memory[7], *rows[7];
  for (size_t i = 0; i < 7; i++) {
    memory[i] = guarded(size, offset * (i + 1));
    rows[i] = row_of(memory[i], count, i < 3);
  }
  const uint8_t *const filtered[2] = {rows[1], rows[2]};
  describe_case("%zu bytes, offset %zu, %u bytes a pixel, two rows of filter %u", count, offset, step, type);
  k.scalar->unfilter_pair(type, step, filtered, rows[0], rows + 3, count);
  k.vector->unfilter_pair(type, step, filtered, rows[0], rows + 5, count);
  check_same("upper row", rows[3], rows[5], count);
  check_same("lower row", rows[4], rows[6], count);
  for (size_t i = 0; i < 7; i++) release(memory[i]);
}

/// Fills `row` with stretches: of one pixel, or, where `above` is given, of its bytes, and with random bytes between.
static void fill_with_stretches(uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
  for (size_t i = 0; i < count;) {
    const uint64_t choice = random_bits();
    size_t length = (choice >> 8) % 40 * step;
    if (length > count - i) length = count - i;
    for (size_t end = i + length; i < end; i++) {
      if (choice % 4 == 0)
        row[i] = (uint8_t)random_bits();
      else
        row[i] = above && choice % 2 ? above[i] : i < step ? 7 : row[i - step];
    }
  }
}

/// Rows as screenshots have them, filtered by the scalar target: most filtered bytes are 0.
static void test_stretches(kernels k, size_t count, size_t offset, unsigned step, unsigned type) {
  const size_t size = count + 2 * P3_PNG_ROW_MARGIN;
  uint8_t *memory[7], *rows[7];
  for (size_t i = 0; i < 7; i++) {
    memory[i] = guarded(size, offset * (i + 1));
    rows[i] = row_of(memory[i], count, 0);
  }
  uint8_t *const above = rows[0], *const upper = rows[1], *const lower = rows[2];
  uint8_t *const filtered[2] = {rows[3], rows[4]}, *const actual[2] = {rows[5], rows[6]};
  fill_with_stretches(above, NULL, count, step);
  fill_with_stretches(upper, above, count, step);
  fill_with_stretches(lower, upper, count, step);
  k.scalar->filter(type, step, upper, above, filtered[0], count);
  k.scalar->filter(type, step, lower, upper, filtered[1], count);
  describe_case("%zu bytes, offset %zu, %u bytes a pixel, stretches of filter %u", count, offset, step, type);
  k.vector->unfilter(type, step, filtered[0], above, actual[0], count);
  check_same("row of stretches", upper, actual[0], count);
  if (type >= 3) {
    k.vector->unfilter_pair(type, step, (const uint8_t *const *)filtered, above, actual, count);
    check_same("upper row of stretches", upper, actual[0], count);
    check_same("lower row of stretches", lower, actual[1], count);
  }
  for (size_t i = 0; i < 7; i++) release(memory[i]);
}

static void test_magnitude(kernels k, size_t count, size_t offset) {
  uint8_t *bytes = guarded(count, offset);
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)random_bits();
  for (unsigned stride = 1; stride <= 2; stride++) {
    const size_t whole = count / stride * stride;
    const uint64_t expected = k.scalar->magnitude(bytes, whole, stride),
                   actual = k.vector->magnitude(bytes, whole, stride);
    check_same("sum of magnitudes", &expected, &actual, sizeof actual);
  }
  release(bytes);
}

static void test_depths(kernels k, size_t count, size_t offset) {
  uint8_t *bytes = guarded(count * 2, offset), *expected_bytes = guarded(count * 2, 0),
          *actual_bytes = guarded(count * 2, 1);
  uint16_t *expected = guarded(count * 2, 0), *actual = guarded(count * 2, 2 * offset);
  for (size_t i = 0; i < count * 2; i++) bytes[i] = (uint8_t)random_bits();
  k.scalar->widen(bytes, expected, count);
  k.vector->widen(bytes, actual, count);
  check_same("widened samples", expected, actual, count * 2);
  k.scalar->load(bytes, expected, count);
  k.vector->load(bytes, actual, count);
  check_same("loaded samples", expected, actual, count * 2);
  k.scalar->store(expected, expected_bytes, count);
  k.vector->store(actual, actual_bytes, count);
  check_same("stored bytes", expected_bytes, actual_bytes, count * 2);
  k.scalar->narrow(expected, expected_bytes, count);
  k.vector->narrow(actual, actual_bytes, count);
  check_same("narrowed bytes", expected_bytes, actual_bytes, count);
  release(bytes);
  release(expected_bytes);
  release(actual_bytes);
  release(expected);
  release(actual);
}

/// The standard's predictor (PNG 3rd edition, 9.4), of the bytes left, above, and left of that above.
static uint8_t paeth(uint8_t a, uint8_t b, uint8_t c) {
  const int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/// All triples of a coarse grid meet the predictor, ties included.
static void test_paeth(const p3_png_kernels *k) {
  static const uint8_t values[] = {0, 1, 2, 63, 64, 127, 128, 129, 191, 254, 255};
  uint8_t filtered[P3_PNG_ROW_MARGIN + 2] = {0}, upper[2 * P3_PNG_ROW_MARGIN + 2] = {0}, row[sizeof upper] = {0};
  for (int i = 0; i < 11 * 11 * 11; i++) {
    const uint8_t a = values[i % 11], b = values[i / 11 % 11], c = values[i / 121];
    filtered[0] = (uint8_t)(a - c);
    upper[P3_PNG_ROW_MARGIN] = c;
    upper[P3_PNG_ROW_MARGIN + 1] = b;
    k->unfilter(4, 1, filtered, upper + P3_PNG_ROW_MARGIN, row + P3_PNG_ROW_MARGIN, 2);
    const uint8_t expected[2] = {a, paeth(a, b, c)};
    check_same("Paeth's prediction", expected, row + P3_PNG_ROW_MARGIN, 2);
    memset(row, 0, sizeof row);
  }
}

void test_png(p3_target target) {
  begin_family("png", target);
  const kernels k = {p3_png_kernels_for(P3_TARGET_SCALAR), p3_png_kernels_for(target)};
  for (size_t pixels = 0; pixels <= 70; pixels++) {
    for (size_t offset = 0; offset < 2; offset++) {
      for (size_t s = 0; s < 6; s++)
        for (unsigned type = 0; type <= 4; type++) {
          test_filters(k, pixels * steps[s], offset, steps[s], type);
          if (type >= 3) test_pair(k, pixels * steps[s], offset, steps[s], type);
          test_stretches(k, pixels * 5 * steps[s], offset, steps[s], type);
        }
      describe_case("%zu samples, offset %zu", pixels * 3, offset);
      test_magnitude(k, pixels * 3, offset);
      test_depths(k, pixels * 3, offset);
    }
  }
  describe_case("Paeth's predictor");
  test_paeth(k.scalar);
  test_paeth(k.vector);
  describe_case("a long row");
  test_magnitude(k, 70001, 1);
  end_family();
}
