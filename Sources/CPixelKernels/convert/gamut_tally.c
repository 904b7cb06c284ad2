// Counts what leaves the gamut, exactly: floats decide as far as their error bound allows, doubles the rest.

#include "convert/gamut_tally.h"

#include "convert/exact.h"
#include "cpu/samples.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

static int is_below(double y) { return y < -p3_gamut_tolerance; }
static int is_above(double y) { return y > 1 + p3_gamut_tolerance; }

static void note_extremes(p3_gamut_tally *tally, unsigned row, double y) {
  if (-y > tally->most_below[row]) tally->most_below[row] = -y;
  if (y - 1 > tally->most_above[row]) tally->most_above[row] = y - 1;
}

static double linear_at(const p3_plan *plan, unsigned row, const uint8_t *pixel) {
  return p3_exact_linear(plan, row, p3_sample(pixel), p3_sample(pixel + 2), p3_sample(pixel + 4));
}

/// A float surely above `x`, and one surely below: rounding to nearest moves `x` by less than 2⁻²³ of its size.
static float at_least(double x) { return (float)(x + fabs(x) * 0x1p-23); }
static float at_most(double x) { return (float)(x - fabs(x) * 0x1p-23); }

/// The range of u whose values surely set no new extreme.
static p3_quiet record_range(const p3_linear_stage *stage, const p3_gamut_tally *tally) {
  p3_quiet records;
  for (unsigned row = 0; row < 3; row++) {
    const double scale = stage->scale[row], margin = stage->margin[row], offset = stage->offset[row];
    records.low[row] = at_least(offset - tally->most_below[row] * scale + margin);
    records.high[row] = at_most(offset + (1 + tally->most_above[row]) * scale - margin);
  }
  return records;
}

/// The part of `records` that is surely in gamut.
static p3_quiet quiet_range(const p3_linear_stage *stage, const p3_quiet *records) {
  p3_quiet quiet;
  for (unsigned row = 0; row < 3; row++) {
    quiet.low[row] = fmaxf(records->low[row], stage->inside_low[row]);
    quiet.high[row] = fminf(records->high[row], stage->inside_high[row]);
  }
  return quiet;
}

/// Computes in double those pixels of a channel that may set a new extreme. Skips pixels that repeat their predecessor,
/// as in flat areas.
static void look_for_records(const p3_plan *plan, const p3_tile *tile, const uint8_t *source, unsigned channels,
                             unsigned row, const uint64_t *extreme, size_t count, p3_gamut_tally *tally) {
  const p3_linear_stage *stage = p3_stage(plan);
  const double scale = stage->scale[row], margin = stage->margin[row];
  uint64_t last = UINT64_MAX;
  for (size_t word = 0; word * 64 < count; word++) {
    for (uint64_t left = extreme[word]; left != 0; left &= left - 1) {
      size_t pixel = word * 64 + (unsigned)__builtin_ctzll(left);
      const uint8_t *samples = source + pixel * channels * 2;
      const uint64_t color = p3_packed_color(samples);
      if (color == last) continue;
      last = color;
      double u = tile->planes[row][pixel];
      double low = stage->offset[row] - tally->most_below[row] * scale;
      double high = stage->offset[row] + (1 + tally->most_above[row]) * scale;
      if (u - margin >= low && u + margin <= high) continue;
      note_extremes(tally, row, linear_at(plan, row, samples));
    }
  }
}

/// The number of pixels that the set bits stand for, if bit i stands for `times[i]` pixels.
static uint64_t pixels_of(uint64_t bits, const uint32_t *times) {
  if (!times) return (uint64_t)__builtin_popcountll(bits);
  uint64_t sum = 0;
  for (; bits != 0; bits &= bits - 1) sum += times[__builtin_ctzll(bits)];
  return sum;
}

static const uint32_t *times_of(const uint32_t *times, size_t word) { return times ? times + word * 64 : NULL; }

static void tally_channel(const p3_plan *plan, const p3_kernel_functions *kernel, const p3_tile *tile,
                          const p3_quiet *records, const uint8_t *source, const uint32_t *times, size_t count,
                          unsigned channels, unsigned row, const uint64_t *visible, uint64_t *outside,
                          p3_gamut_tally *tally) {
  const size_t padded = (count + kernel->step - 1) / kernel->step * kernel->step;
  p3_gamut_bits bits;
  uint64_t any_extreme = 0;
  kernel->classify(plan, tile, records, row, padded, &bits);
  for (size_t word = 0; word * 64 < count; word++) {
    uint64_t below = bits.below[word] & visible[word], above = bits.above[word] & visible[word];
    uint64_t unsure = bits.unsure[word] & visible[word];
    for (; unsure != 0; unsure &= unsure - 1) {
      unsigned bit = (unsigned)__builtin_ctzll(unsure);
      double y = linear_at(plan, row, source + (word * 64 + bit) * channels * 2);
      below |= (uint64_t)is_below(y) << bit;
      above |= (uint64_t)is_above(y) << bit;
    }
    tally->below[row] += pixels_of(below, times_of(times, word));
    tally->above[row] += pixels_of(above, times_of(times, word));
    outside[word] |= below | above;
    bits.extreme[word] &= visible[word];
    any_extreme |= bits.extreme[word];
  }
  if (any_extreme) look_for_records(plan, tile, source, channels, row, bits.extreme, count, tally);
}

void p3_tally_tile(const p3_plan *plan, const p3_kernel_functions *kernel, const p3_tile *tile, const uint8_t *source,
                   const uint32_t *times, size_t count, unsigned channels, p3_gamut_tally *tally,
                   uint64_t outside[P3_TILE / 64]) {
  const size_t padded = (count + kernel->step - 1) / kernel->step * kernel->step;
  uint64_t visible[P3_TILE / 64];
  memset(visible, 0xff, sizeof visible);
  memset(outside, 0, P3_TILE / 8);
  if (channels == 4) kernel->visible(source, padded, visible);
  for (size_t word = 0; word * 64 < count; word++) {
    if (count - word * 64 < 64) visible[word] &= (1ull << (count - word * 64)) - 1;
    tally->visible += pixels_of(visible[word], times_of(times, word));
  }
  const p3_quiet records = record_range(p3_stage(plan), tally);
  const p3_quiet quiet = quiet_range(p3_stage(plan), &records);
  if (!kernel->leaves(tile, &quiet, padded)) return;
  for (unsigned row = 0; row < 3; row++) {
    tally_channel(plan, kernel, tile, &records, source, times, count, channels, row, visible, outside, tally);
  }
  for (size_t word = 0; word * 64 < count; word++) {
    tally->outside += pixels_of(outside[word], times_of(times, word));
  }
}

void p3_tally_exact(const p3_plan *plan, const uint8_t *source, size_t count, unsigned channels, p3_gamut_tally *tally,
                    uint8_t *outside) {
  if (outside) memset(outside, 0, (count + 7) / 8);
  for (size_t pixel = 0; pixel < count; pixel++, source += 2 * channels) {
    if (channels == 4 && p3_sample(source + 6) == 0) continue;
    int leaves = 0;
    for (unsigned row = 0; row < 3; row++) {
      double y = p3_exact_linear(plan, row, p3_sample(source), p3_sample(source + 2), p3_sample(source + 4));
      tally->below[row] += (uint64_t)is_below(y);
      tally->above[row] += (uint64_t)is_above(y);
      leaves |= is_below(y) | is_above(y);
      note_extremes(tally, row, y);
    }
    tally->visible += 1;
    tally->outside += (uint64_t)leaves;
    if (outside && leaves) outside[pixel / 8] |= (uint8_t)(1u << pixel % 8);
  }
}
