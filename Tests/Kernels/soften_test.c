// Softening: its kernels one by one, against the scalar target.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "p3_soften_kernels.h"

static uint16_t linear[3][65536], root[65536], encoded[3][65536], losses[65536];

/// Tables that follow what the header asks of them: the root rounded, losses that rise.
static void fill_tables(unsigned variant) {
  for (unsigned i = 0; i < 65536; i++) {
    root[i] = (uint16_t)sqrt((double)i * 65535);
    while ((uint64_t)root[i] * (root[i] + 1u) < (uint64_t)i * 65535) root[i]++;
    for (unsigned c = 0; c < 3; c++) {
      linear[c][i] = (uint16_t)((uint64_t)i * i / 65535 * (10 + c * (variant % 2)) / (10 + 2 * (variant % 2)));
      encoded[c][i] = (uint16_t)(i > 65000 - c ? 65535 : i + c);
    }
    losses[i] = (uint16_t)(i < 13000 ? 0 : i > 60000 ? 18000 : (i - 13000) * 18000 / 47000);
  }
}

static p3_soften_decoder decoder_of(int channels, p3_target target) {
  return (p3_soften_decoder){
      {linear[0], linear[1], linear[2]}, root, {13933, 46871, 4732}, channels, p3_soften_kernels_for(target)};
}

/// Rows of paper, ink, edges between them and noise.
static void fill_page(uint16_t *row, size_t pixels, int channels, unsigned kind) {
  if (kind % 3 == 0) {
    fill_samples(row, pixels * (size_t)channels, (unsigned)channels, kind / 3);
  } else {
    for (size_t x = 0, end = 0; x < pixels; x++) {
      if (x >= end) end = x + 1 + random_below(kind % 5 * 12 + 3);
      const uint16_t level = x + 1 == end ? random_sample()
                             : x % 3      ? 65535
                                          : (uint16_t)(65535 - random_below(kind * 30 + 1));
      for (int c = 0; c < channels; c++)
        row[x * (size_t)channels + (size_t)c] = end % 4 ? level : (uint16_t)(level / (1 + (unsigned)c));
    }
  }
  for (size_t x = 0; x < pixels && channels % 2 == 0; x++)
    if (random_below(9) == 0) row[x * (size_t)channels + (size_t)channels - 1] = 0;
}

/// One row's results in arrays with margins.
typedef struct {
  uint16_t *whiteness, *lightness, *span;
  uint8_t *steps;
  p3_soften_bits *same, *smooth, *light, *ink, *flat, *natural;
} row_results;

static row_results new_results(size_t width) {
  const size_t words = (width + 63) / 64, entries = words * 64 + 2 * P3_SOFTEN_MARGIN;
  return (row_results){guarded(entries * 2, 0), guarded(entries * 2, 0), guarded(entries * 2, 0), guarded(entries, 0),
                       guarded(words * 8, 0),   guarded(words * 8, 0),   guarded(words * 8, 0),   guarded(words * 8, 0),
                       guarded(words * 8, 0),   guarded(words * 8, 0)};
}

static void free_results(row_results *r) {
  release(r->whiteness), release(r->lightness), release(r->span), release(r->steps);
  release(r->same), release(r->smooth), release(r->light), release(r->ink), release(r->flat), release(r->natural);
}

static void light(const p3_soften_decoder *decoder, const uint16_t *samples, size_t width, row_results *r) {
  p3_soften_light_row(decoder, samples, (int64_t)width, r->whiteness + P3_SOFTEN_MARGIN,
                      r->lightness + P3_SOFTEN_MARGIN, r->same);
}

static void classify(const p3_soften_decoder *decoder, const row_results light[3], size_t width, row_results *r) {
  const p3_soften_row row = {.above = light[0].whiteness + P3_SOFTEN_MARGIN,
                             .here = light[1].whiteness + P3_SOFTEN_MARGIN,
                             .below = light[2].whiteness + P3_SOFTEN_MARGIN,
                             .width = (int64_t)width,
                             .least = 13107,
                             .limit = 6554,
                             .paper = 58981,
                             .span = r->span + P3_SOFTEN_MARGIN,
                             .steps = r->steps + P3_SOFTEN_MARGIN,
                             .smooth = r->smooth,
                             .light = r->light,
                             .ink = r->ink,
                             .flat = r->flat,
                             .natural = r->natural};
  p3_soften_classify_row(decoder, &row);
}

/// Bits of `same` may be set only where pixels equal the one before: the scalar target sets none.
static void check_same_bits(const row_results *r, const uint16_t *samples, size_t width, int channels) {
  for (size_t x = 0; x < width; x++) {
    if (!(r->same[x / 64] >> x % 64 & 1)) continue;
    const uint16_t *p = samples + x * (size_t)channels;
    check("a pixel marked as equal to the one before", x > 0 && memcmp(p, p - channels, (size_t)channels * 2) == 0);
  }
}

static void test_rows(p3_target target, size_t width, int channels, unsigned kind) {
  const p3_soften_decoder scalar = decoder_of(channels, P3_TARGET_SCALAR), vector = decoder_of(channels, target);
  row_results expected[3], actual[3];
  for (int i = 0; i < 3; i++) {
    uint16_t *samples = guarded(width * (size_t)channels * 2, 2 * (kind % 3));
    fill_page(samples, width, channels, kind + (unsigned)i);
    expected[i] = new_results(width);
    actual[i] = new_results(width);
    light(&scalar, samples, width, &expected[i]);
    light(&vector, samples, width, &actual[i]);
    check_same("whiteness", expected[i].whiteness + P3_SOFTEN_MARGIN, actual[i].whiteness + P3_SOFTEN_MARGIN,
               width * 2);
    check_same("lightness", expected[i].lightness + P3_SOFTEN_MARGIN, actual[i].lightness + P3_SOFTEN_MARGIN,
               width * 2);
    check_same_bits(&actual[i], samples, width, channels);
    release(samples);
  }
  classify(&scalar, expected, width, &expected[1]);
  classify(&vector, actual, width, &actual[1]);
  const size_t words = (width + 63) / 64;
  check_same("spans", expected[1].span + P3_SOFTEN_MARGIN, actual[1].span + P3_SOFTEN_MARGIN, width * 2);
  check_same("steps", expected[1].steps + P3_SOFTEN_MARGIN, actual[1].steps + P3_SOFTEN_MARGIN, width);
  check_same("smooth pixels", expected[1].smooth, actual[1].smooth, words * 8);
  check_same("light pixels", expected[1].light, actual[1].light, words * 8);
  check_same("ink", expected[1].ink, actual[1].ink, words * 8);
  check_same("flat pixels", expected[1].flat, actual[1].flat, words * 8);
  check_same("natural pixels", expected[1].natural, actual[1].natural, words * 8);
  for (int i = 0; i < 3; i++) free_results(&expected[i]), free_results(&actual[i]);
}

static void test_tone(p3_target target, size_t width, int channels, unsigned kind) {
  const p3_soften_decoder scalar = decoder_of(channels, P3_TARGET_SCALAR), vector = decoder_of(channels, target);
  const uint16_t *const tables[3] = {encoded[0], encoded[1], encoded[2]};
  const p3_soften_tone tone = {losses, (uint16_t)(kind % 3 * 20000), kind % 2};
  const size_t size = width * (size_t)channels * 2;
  uint16_t *expected = guarded(size, 0), *actual = guarded(size, 2 * (kind % 4));
  fill_page(expected, width, channels, kind);
  memcpy(actual, expected, size);
  scalar.kernels->tone_run(&scalar, tables, &tone, expected, (int64_t)width);
  vector.kernels->tone_run(&vector, tables, &tone, actual, (int64_t)width);
  check_same("softened samples", expected, actual, size);
  release(expected);
  release(actual);
}

/// The counts of a row of ink that is one run. Bits beyond the row are 0.
static p3_soften_region counts_of(const p3_soften_decoder *decoder, const uint16_t *samples, const p3_soften_row *row,
                                  const p3_soften_bits *contacts) {
  const uint8_t white[3] = {255, 250, 240};
  p3_soften_region_run run[1];
  check("a row of ink is one run", p3_soften_region_runs(decoder, samples, row, white, contacts, 0, run) == 1);
  return run->counts;
}

/// A run of one colour is counted at once: as pixel after pixel, where the last one differs in what no count sees.
static void test_flat_ink(p3_target target, size_t width, int channels) {
  enum { MOST = 256 };
  uint16_t samples[MOST * 4], whiteness[MOST];
  p3_soften_bits bits[6][MOST / 64] = {{0}};
  const uint16_t level = (uint16_t)(random_below(40000) & 0xfffe), white = (uint16_t)(random_below(60000) + 1);
  for (size_t i = 0; i < width * (size_t)channels; i++) samples[i] = (uint16_t)(level + i % (size_t)channels * 512);
  for (size_t x = 0; x < width; x++) whiteness[x] = white;
  // No light, ink everywhere, else any bits: flat, natural, smooth, contacts.
  for (unsigned kind = 1; kind < 6; kind++)
    for (size_t x = 0; x < width; x++) bits[kind][x / 64] |= (uint64_t)(kind == 1 || random_below(2)) << x % 64;
  const p3_soften_row row = {.here = whiteness,
                             .width = (int64_t)width,
                             .light = bits[0],
                             .ink = bits[1],
                             .flat = bits[2],
                             .natural = bits[3],
                             .smooth = bits[4]};
  const p3_soften_decoder decoder = decoder_of(channels, target);
  const p3_soften_region flat = counts_of(&decoder, samples, &row, bits[5]);
  samples[(width - 1) * (size_t)channels] |= 1;
  const p3_soften_region single = counts_of(&decoder, samples, &row, bits[5]);
  if (width > 1) check_same("counts of a run of one colour", &single, &flat, sizeof flat);
}

// MARK: Counts of ink, pixel after pixel

static uint64_t bit_at(const p3_soften_bits *bits, size_t x) { return bits[x / 64] >> x % 64 & 1; }

/// Flat pixels and those of level stretches, whose pixels are not natural.
static void count_stretches(const p3_soften_row *row, size_t width, p3_soften_region *counts) {
  for (size_t x = 0, end; x < width; x = end) {
    for (end = x + 1; end < width && abs(row->here[end] - row->here[x]) <= 270;) end++;
    const int is_level = end - x >= 16;
    for (size_t at = x; at < end; at++) {
      if (!is_level) counts->natural += bit_at(row->natural, at);
      counts->flat += is_level || bit_at(row->flat, at);
    }
  }
}

static void count_colors(const uint16_t *samples, size_t width, int channels, const uint8_t white[3],
                         p3_soften_region *counts) {
  for (size_t x = 0; x < width; x++) {
    const uint16_t *p = samples + x * (size_t)channels;
    uint64_t away[3];
    for (int c = 0; c < 3; c++)
      away[c] = p[c % channels] >> 8 < white[c] ? (uint64_t)(white[c] - (p[c % channels] >> 8)) : 0;
    counts->moments[0] += away[0] * away[0];
    if (channels <= 2) continue;
    counts->moments[1] += away[1] * away[1], counts->moments[2] += away[2] * away[2];
    counts->moments[3] += away[0] * away[1], counts->moments[4] += away[0] * away[2],
        counts->moments[5] += away[1] * away[2];
  }
}

static void count_darkest(const uint16_t *samples, const uint16_t *whiteness, size_t width, int channels,
                          p3_soften_region *counts) {
  size_t darkest = 0;
  for (size_t x = 0; x < width; x++)
    if (whiteness[x] < whiteness[darkest]) darkest = x;
  for (size_t x = 0; x < width; x++) counts->core += whiteness[x] - whiteness[darkest] <= P3_SOFTEN_CORE;
  counts->darkest = whiteness[darkest];
  for (int c = 0; c < 3; c++) counts->color[c] = samples[darkest * (size_t)channels + (channels > 2 ? (size_t)c : 0)];
}

/// Ink whose whiteness goes on for a while, with less or more noise, and jumps.
static void fill_ink(uint16_t *whiteness, size_t width, unsigned kind) {
  for (size_t x = 0, end = 0, level = 0; x < width; x++) {
    if (x >= end) end = x + 1 + random_below(kind % 4 * 20 + 3), level = random_below(60000) + 1500;
    whiteness[x] = (uint16_t)(level + random_below(kind % 3 * 200 + 1) - kind % 3 * 100);
  }
}

static void test_ink(p3_target target, size_t width, int channels, unsigned kind) {
  const size_t count = (width + 63) / 64;
  uint16_t *samples = guarded(width * (size_t)channels * 2, 0), *whiteness = guarded(width * 2, 0);
  p3_soften_bits *bits[6];
  for (unsigned i = 0; i < 6; i++) {
    bits[i] = guarded(count * 8, 0);
    memset(bits[i], 0, count * 8);
    for (size_t x = 0; x < width; x++)
      bits[i][x / 64] |= (uint64_t)(i == 1 || (i > 1 && random_below(9) < kind)) << x % 64;
  }
  fill_samples(samples, width * (size_t)channels, (unsigned)channels, kind);
  // Pixels of one colour would have one whiteness.
  if (width > 1) samples[(width - 1) * (size_t)channels] = (uint16_t)~samples[0];
  fill_ink(whiteness, width, kind);
  const p3_soften_row row = {.here = whiteness,
                             .width = (int64_t)width,
                             .light = bits[0],
                             .ink = bits[1],
                             .ink_above = kind % 3 ? bits[3] : 0,
                             .flat = bits[2],
                             .natural = bits[3],
                             .smooth = bits[4]};
  const p3_soften_decoder decoder = decoder_of(channels, target);
  const p3_soften_region found = counts_of(&decoder, samples, &row, bits[5]);
  const uint8_t white[3] = {255, 250, 240};
  p3_soften_region counts = found;
  counts.flat = counts.natural = counts.core = counts.column_runs = 0;
  memset(counts.moments, 0, sizeof counts.moments);
  for (size_t x = 0; x < width; x++) counts.column_runs += !row.ink_above || !bit_at(row.ink_above, x);
  count_stretches(&row, width, &counts);
  count_colors(samples, width, channels, white, &counts);
  count_darkest(samples, whiteness, width, channels, &counts);
  check_same("counts of a run of ink", &counts, &found, sizeof found);
  release(samples), release(whiteness);
  for (unsigned i = 0; i < 6; i++) release(bits[i]);
}

// MARK: Glare

static int plainly_glares(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                          size_t width, const p3_soften_tone *tone, uint16_t limit) {
  for (size_t x = 0; x < width; x++) {
    const uint16_t *p = samples + x * (size_t)decoder->channels;
    if (whiteness[x] == 0) continue;
    int64_t light[3];
    for (int c = 0; c < 3; c++) light[c] = linear[decoder->channels > 2 ? c : 0][p[decoder->channels > 2 ? c : 0]];
    if (decoder->channels <= 2) {
      if (light[0] > limit) return 1;
      continue;
    }
    const int64_t most = light[0] > light[1] ? light[0] : light[1], largest = most > light[2] ? most : light[2];
    const int64_t less = light[0] < light[1] ? light[0] : light[1], least = less < light[2] ? less : light[2];
    const int64_t over = largest - least - (largest * tone->slack >> 16), color = over > 0 ? over : 0;
    const int64_t y =
        (decoder->weight[0] * light[0] + decoder->weight[1] * light[1] + decoder->weight[2] * light[2] + 32768) >> 16;
    if (y - color - (color >> tone->shift) > limit) return 1;
  }
  return 0;
}

static void test_glare(p3_target target, size_t width, int channels, unsigned kind) {
  const p3_soften_decoder decoder = decoder_of(channels, target);
  const p3_soften_tone tone = {losses, (uint16_t)(kind % 3 * 20000), kind % 2};
  uint16_t *samples = guarded(width * (size_t)channels * 2, 0);
  fill_page(samples, width, channels, kind);
  row_results r = new_results(width);
  light(&decoder, samples, width, &r);
  const uint16_t *whiteness = r.whiteness + P3_SOFTEN_MARGIN, *lightness = r.lightness + P3_SOFTEN_MARGIN;
  // Limits that every pixel, some and none are above.
  for (uint32_t limit = 0; limit < 65536; limit = 2 * limit + 1) {
    const int glares =
        p3_soften_glares(&decoder, samples, whiteness, lightness, r.same, (int64_t)width, &tone, (uint16_t)limit);
    check("whether a pixel of a row glares",
          glares == plainly_glares(&decoder, samples, whiteness, width, &tone, (uint16_t)limit));
  }
  for (size_t x = 0; x < width; x++) {
    const uint16_t limit = (uint16_t)((uint32_t)lightness[x] * lightness[x] >> 16);
    const int glares = p3_soften_glares(&decoder, samples, whiteness, lightness, r.same, (int64_t)width, &tone, limit);
    check("whether a pixel of a row glares",
          glares == plainly_glares(&decoder, samples, whiteness, width, &tone, limit));
  }
  free_results(&r);
  release(samples);
}

void test_soften(p3_target target) {
  for (size_t width = 1; width < 200; width += 1 + width / 20)
    for (int channels = 1; channels <= 4; channels++) test_flat_ink(target, width, channels);
  begin_family("soften", target);
  for (int channels = 1; channels <= 4; channels++) test_ink(target, 40000, channels, 5);
  for (unsigned variant = 0; variant < 2; variant++) {
    fill_tables(variant);
    for (int channels = 1; channels <= 4; channels++) {
      for (size_t width = 1; width <= 170; width += width < 70 ? 1 : 9) {
        for (unsigned kind = 0; kind < 8; kind++) {
          describe_case("%zu pixels of %d channels, kind %u", width, channels, kind);
          test_rows(target, width, channels, kind);
          test_ink(target, width, channels, kind);
          test_glare(target, width, channels, kind);
          test_tone(target, width - 1, channels, kind);
        }
      }
    }
  }
  end_family();
}
