// The line scanner of the banding rule: its kernels one by one, and whole scans, against the scalar target.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "p3_banding_kernels.h"

typedef struct {
  const p3_band_kernels *scalar, *vector;
} kernels;

/// Rows of bits have whole blocks, and one of zeros behind.
static uint64_t *new_bits(size_t blocks, size_t copies) {
  return guarded((blocks + 1) * copies * P3_BAND_BLOCK * 8, 0);
}

static void fill_bits(uint64_t *bits, size_t blocks, unsigned density) {
  for (size_t i = 0; i < blocks * P3_BAND_BLOCK; i++) {
    bits[i] = random_bits();
    for (unsigned d = 0; d < density; d++) bits[i] &= random_bits();
  }
}

static void test_compare(kernels k, int channels, size_t words, unsigned kind) {
  const size_t samples = words * 64;
  uint16_t *memory = guarded((samples + (size_t)channels) * 2, 2 * (kind % 4)), *above = guarded(samples * 2, 0);
  uint16_t *here = memory + channels;
  fill_samples(memory, samples + (size_t)channels, (unsigned)channels, kind);
  for (size_t i = 0; i < samples; i++) above[i] = (uint16_t)(here[i] + (random_below(3) ? 0 : random_below(260)));
  uint64_t *bits[8];
  for (int i = 0; i < 8; i++) bits[i] = guarded(words * 8, 0);
  const p3_band_marks expected = {bits[0], bits[1], bits[2], bits[3]}, actual = {bits[4], bits[5], bits[6], bits[7]};
  k.scalar->compare(here, above, channels, words, &expected);
  k.vector->compare(here, above, channels, words, &actual);
  for (int i = 0; i < 4; i++) check_same("marks", bits[i], bits[4 + i], words * 8);
  for (int i = 0; i < 8; i++) release(bits[i]);
  release(memory);
  release(above);
}

static void test_average(kernels k, int channels, size_t pixels, unsigned kind) {
  const size_t count = pixels * (size_t)channels;
  uint16_t *upper = guarded(count * 4, 2), *lower = guarded(count * 4, 0);
  uint16_t *expected = guarded((count + 16) * 2, 0), *actual = guarded((count + 16) * 2, 6);
  fill_samples(upper, count * 2, (unsigned)channels, kind);
  fill_samples(lower, count * 2, (unsigned)channels, kind);
  k.scalar->average(upper, lower, channels, pixels, expected);
  k.vector->average(upper, lower, channels, pixels, actual);
  check_same("averages", expected, actual, count * 2);
  release(upper);
  release(lower);
  release(expected);
  release(actual);
}

// MARK: Tolerant plateaus

static p3_band_open *new_lines(size_t count) {
  p3_band_open *open = guarded(count * sizeof *open, 0);
  for (size_t i = 0; i < count; i++) {
    memset(open[i].low, 0xff, sizeof open[i].low);
    memset(open[i].age, 0xff, sizeof open[i].age);
  }
  return open;
}

/// Lanes of a closing that mean nothing may differ: they are cleared.
static void clear_unused_lanes(p3_band_closing *closings, size_t count) {
  for (size_t i = 0; i < count; i++) {
    closings[i].steps &= closings[i].lanes;
    for (int lane = 0; lane < P3_BAND_LANES; lane++) {
      if (closings[i].lanes >> lane & 1) continue;
      closings[i].middle[lane] = closings[i].length[lane] = closings[i].value[lane] = 0;
      closings[i].extent[lane] = closings[i].age[lane] = 0;
    }
  }
}

static void compare_closings(p3_band_closing *expected, size_t expected_count, p3_band_closing *actual,
                             size_t actual_count) {
  check_same("number of closings", &expected_count, &actual_count, sizeof actual_count);
  clear_unused_lanes(expected, expected_count);
  clear_unused_lanes(actual, actual_count);
  check_same("closings", expected, actual, actual_count * sizeof *actual);
}

/// Rows of slow ramps and stairs with a little noise, which make plateaus, steps and chains.
static void fill_ramp(uint16_t *row, size_t count, unsigned channels, size_t y, unsigned kind) {
  const unsigned step = 150 + kind % 5 * 160, run = 3 + kind % 7;
  for (size_t i = 0; i < count; i++) {
    const size_t at = kind % 2 ? i / channels + y : y;
    row[i] = (uint16_t)(20000 + at / run * step + random_below(kind % 3 * 40 + 1));
  }
}

enum { ROUNDS = 6, CLOSINGS = P3_BAND_CLOSINGS + 1 };

static void test_down(kernels k, size_t vectors, size_t count, unsigned kind) {
  const size_t samples = vectors * P3_BAND_LANES + 16, lines = vectors * P3_BAND_TOLERANCES;
  uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = guarded(samples * 2, 0);
  p3_band_open *expected = new_lines(lines), *actual = new_lines(lines);
  p3_band_closing *closings[2] = {guarded(CLOSINGS * sizeof(p3_band_closing), 0),
                                  guarded(CLOSINGS * sizeof(p3_band_closing), 0)};
  for (size_t round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < P3_BAND_GROUP; i++) fill_ramp(rows[i], samples, 1, round * count + i, kind);
    const size_t before = k.scalar->down((const uint16_t *const *)rows, count, vectors, expected, closings[0]);
    const size_t after = k.vector->down((const uint16_t *const *)rows, count, vectors, actual, closings[1]);
    compare_closings(closings[0], before, closings[1], after);
    check_same("columns", expected, actual, lines * sizeof *actual);
  }
  for (int i = 0; i < P3_BAND_GROUP; i++) release(rows[i]);
  release(expected);
  release(actual);
  release(closings[0]);
  release(closings[1]);
}

static void test_along(kernels k, int channels, size_t pixels, unsigned kind) {
  const size_t samples = pixels * (size_t)channels + 8;
  uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = guarded(samples * 2, 0);
  p3_band_open *expected = new_lines((size_t)channels), *actual = new_lines((size_t)channels);
  p3_band_closing *closings[2] = {guarded(CLOSINGS * sizeof(p3_band_closing), 0),
                                  guarded(CLOSINGS * sizeof(p3_band_closing), 0)};
  for (size_t round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < P3_BAND_GROUP; i++)
      fill_ramp(rows[i], samples, (unsigned)channels, round * pixels + i, kind);
    const size_t before = k.scalar->along((const uint16_t *const *)rows, channels, pixels, expected, closings[0]);
    const size_t after = k.vector->along((const uint16_t *const *)rows, channels, pixels, actual, closings[1]);
    compare_closings(closings[0], before, closings[1], after);
    check_same("rows", expected, actual, (size_t)channels * sizeof *actual);
  }
  for (int i = 0; i < P3_BAND_GROUP; i++) release(rows[i]);
  release(expected);
  release(actual);
  release(closings[0]);
  release(closings[1]);
}

// MARK: Bits

/// Clears the bits behind the image's `samples`.
static void clear_from(uint64_t *bits, size_t samples, size_t blocks) {
  for (size_t i = samples; i < blocks * P3_BAND_BLOCK * 64; i++) bits[i / 64] &= ~((uint64_t)1 << i % 64);
}

static void test_counters(kernels k, int channels, size_t blocks, int digits, size_t pixels_of_cell) {
  const size_t pixels = (blocks * P3_BAND_BLOCK * 64 - random_below(70)) / (size_t)channels;
  const size_t samples = pixels * (size_t)channels, step = pixels_of_cell * (size_t)channels;
  uint64_t *changes = new_bits(blocks, 1);
  uint64_t *expected = new_bits(blocks, (size_t)digits), *actual = new_bits(blocks, (size_t)digits);
  const int rows = digits == P3_BAND_FEW_DIGITS ? 7 : digits == P3_BAND_SOME_DIGITS ? 31 : 64;
  for (int row = 0; row < rows; row++) {
    fill_bits(changes, blocks, (unsigned)row % 3);
    clear_from(changes, samples, blocks);
    k.scalar->count(changes, channels, blocks, digits, expected);
    k.vector->count(changes, channels, blocks, digits, actual);
  }
  check_same("counters", expected, actual, blocks * P3_BAND_BLOCK * (size_t)digits * 8);
  const size_t cells = (pixels + pixels_of_cell - 1) / pixels_of_cell;
  uint32_t *sums[2] = {guarded(cells * 4, 0), guarded(cells * 4, 0)};
  k.scalar->sum(expected, digits, samples, step, channels, sums[0]);
  k.vector->sum(actual, digits, samples, step, channels, sums[1]);
  check_same("sums of cells", sums[0], sums[1], cells * 4);
  release(changes);
  release(expected);
  release(actual);
  release(sums[0]);
  release(sums[1]);
}

static void test_starts(kernels k, int channels, size_t blocks, unsigned density) {
  uint64_t *edges = new_bits(blocks, 1), *starts[2] = {new_bits(blocks, 1), new_bits(blocks, 1)};
  uint32_t *lists[2] = {guarded((blocks + 1) * 32, 0), guarded((blocks + 1) * 32, 0)};
  fill_bits(edges, blocks, density);
  const size_t expected = k.scalar->starts(edges, channels, blocks, starts[0], lists[0]);
  const size_t actual = k.vector->starts(edges, channels, blocks, starts[1], lists[1]);
  check_same("number of words with starts", &expected, &actual, sizeof actual);
  check_same("starts", starts[0], starts[1], blocks * P3_BAND_BLOCK * 8);
  check_same("words with starts", lists[0], lists[1], actual * 4);
  release(edges);
  for (int i = 0; i < 2; i++) release(starts[i]), release(lists[i]);
}

static void test_columns(kernels k, size_t blocks, unsigned density) {
  uint64_t *edges[P3_BAND_LEAST_RUN], *bits[6], *followed = new_bits(blocks, 1);
  uint32_t *lists[2] = {guarded((blocks + 1) * 32, 0), guarded((blocks + 1) * 32, 0)};
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++) fill_bits(edges[i] = new_bits(blocks, 1), blocks, density);
  for (int i = 0; i < 6; i++) bits[i] = new_bits(blocks, 1);
  fill_bits(bits[0], blocks, density);
  fill_bits(followed, blocks, density % 2);
  memcpy(bits[3], bits[0], blocks * P3_BAND_BLOCK * 8);
  const size_t expected = k.scalar->columns(edges, followed, blocks, bits[0], bits[1], bits[2], lists[0]);
  const size_t actual = k.vector->columns(edges, followed, blocks, bits[3], bits[4], bits[5], lists[1]);
  check_same("number of words with starts or ends", &expected, &actual, sizeof actual);
  for (int i = 0; i < 3; i++) check_same("columns' bits", bits[i], bits[3 + i], blocks * P3_BAND_BLOCK * 8);
  check_same("words with starts or ends", lists[0], lists[1], actual * 4);
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++) release(edges[i]);
  for (int i = 0; i < 6; i++) release(bits[i]);
  release(followed);
  release(lists[0]);
  release(lists[1]);
}

// MARK: Whole scans

enum { MOST_CHAINS = 100000 };

typedef struct {
  p3_band_chain chains[MOST_CHAINS];
  size_t count;
} chain_list;

static void append(void *context, const p3_band_chain *chain) {
  chain_list *list = context;
  if (list->count < MOST_CHAINS) list->chains[list->count++] = *chain;
}

/// Scans `image` in strips of `strip` rows and compares with the chains and cells of `expected`, or fills it.
static void scan(const uint16_t *image, int32_t width, int32_t height, int32_t channels, int32_t cell, int32_t strip,
                 p3_target target, chain_list *list, p3_band_cell *cells) {
  p3_band_scan *scan = p3_band_scan_create(width, height, channels, cell, target);
  if (!scan) exit(2);
  const p3_band_callback callback = {append, list};
  const size_t stride = (size_t)width * (size_t)channels;
  memset(list, 0, sizeof *list);
  for (int32_t y = 0; y < height; y += strip)
    p3_band_scan_rows(scan, image + (size_t)y * stride, stride, height - y < strip ? height - y : strip, callback);
  p3_band_scan_finish(scan, callback);
  size_t count = 0;
  const p3_band_cell *found = p3_band_scan_cells(scan, &count);
  memcpy(cells, found, count * sizeof *cells);
  p3_band_scan_free(scan);
}

static void test_scan(p3_target target, int32_t width, int32_t height, int32_t channels, unsigned kind) {
  static chain_list expected, actual;
  const int32_t cell = 4 + (int32_t)(kind % 4) * 4;
  const size_t stride = (size_t)(width * channels);
  const size_t cells = (size_t)((width + cell - 1) / cell) * (size_t)((height + cell - 1) / cell);
  uint16_t *image = guarded((size_t)height * stride * 2, 2);
  p3_band_cell *expected_cells = guarded(cells * sizeof(p3_band_cell), 0),
               *actual_cells = guarded(cells * sizeof(p3_band_cell), 0);
  for (int32_t y = 0; y < height; y++) {
    uint16_t *row = image + (size_t)y * stride;
    if (kind % 5 == 4) fill_samples(row, stride, (unsigned)channels, (unsigned)y);
    if (kind % 5 < 4) fill_ramp(row, stride, (unsigned)channels, (size_t)y, kind);
  }
  describe_case("scan of %d × %d × %d, kind %u", width, height, channels, kind);
  scan(image, width, height, channels, cell, height, P3_TARGET_SCALAR, &expected, expected_cells);
  scan(image, width, height, channels, cell, 1 + (int32_t)kind % 9, target, &actual, actual_cells);
  check_same("number of chains", &expected.count, &actual.count, sizeof actual.count);
  check_same("chains", expected.chains, actual.chains, actual.count * sizeof(p3_band_chain));
  check_same("cells", expected_cells, actual_cells, cells * sizeof(p3_band_cell));
  release(image);
  release(expected_cells);
  release(actual_cells);
}

static void test_kernels(kernels k, int channels) {
  for (unsigned kind = 0; kind < 12; kind++) {
    describe_case("%d channels, kind %u", channels, kind);
    for (size_t words = 0; words <= 5; words++) test_compare(k, channels, words, kind);
    for (size_t pixels = 0; pixels <= 70; pixels++) test_average(k, channels, pixels, kind);
    for (size_t pixels = 1; pixels <= P3_BAND_TILE; pixels += 3) test_along(k, channels, pixels, kind);
    for (size_t blocks = 1; blocks <= 3; blocks++) test_starts(k, channels, blocks, kind % 6);
  }
  const int digits[] = {P3_BAND_FEW_DIGITS, P3_BAND_SOME_DIGITS, P3_BAND_MOST_DIGITS};
  for (int i = 0; i < 3; i++)
    for (size_t cell = 4; cell <= 64; cell += 12) test_counters(k, channels, 1 + cell % 3, digits[i], cell);
}

void test_banding(p3_target target) {
  begin_family("banding", target);
  const kernels k = {p3_band_kernels_for(P3_TARGET_SCALAR), p3_band_kernels_for(target)};
  for (int channels = 1; channels <= 4; channels++) test_kernels(k, channels);
  for (unsigned kind = 0; kind < 12; kind++) {
    describe_case("columns, kind %u", kind);
    for (size_t vectors = 1; vectors <= P3_BAND_TILE * 4 / P3_BAND_LANES; vectors++)
      for (size_t count = 1; count <= P3_BAND_GROUP; count++) test_down(k, vectors, count, kind);
    for (size_t blocks = 1; blocks <= 3; blocks++) test_columns(k, blocks, kind % 6);
  }
  for (int32_t width = 1; width <= 66; width++) test_scan(target, width, 24, 1 + width % 4, (unsigned)width);
  for (unsigned kind = 0; kind < 20; kind++) test_scan(target, 150, 90, 1 + (int32_t)kind % 4, kind);
  end_family();
}
