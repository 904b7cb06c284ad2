// The scalar target, one sample after another, and the choice of a target.

#include "banding/image.h"
#include "banding/lane.h"
#include "banding/targets.h"

#include <string.h>

static void compare(const uint16_t *here, const uint16_t *above, int channels, size_t words,
                    const p3_band_marks *marks) {
  for (size_t word = 0; word < words; word++) {
    marks->right[word] = marks->down[word] = marks->right_large[word] = marks->down_large[word] = 0;
    for (size_t i = word * 64; i < word * 64 + 64; i++) {
      const int across = here[i] - *(here + i - channels), along = here[i] - above[i];
      const uint64_t bit = (uint64_t)1 << i % 64;
      if (across != 0) marks->right[word] |= bit;
      if (along != 0) marks->down[word] |= bit;
      if (across > 128 || across < -128) marks->right_large[word] |= bit;
      if (along > 128 || along < -128) marks->down_large[word] |= bit;
    }
  }
}

static void average(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels, uint16_t *averages) {
  for (size_t x = 0; x < pixels; x++) {
    for (int c = 0; c < channels; c++) {
      const size_t left = 2 * x * (size_t)channels + (size_t)c, right = left + (size_t)channels;
      const int above = (upper[left] + upper[right]) / 2, below = (lower[left] + lower[right]) / 2;
      averages[x * (size_t)channels + (size_t)c] = (uint16_t)((above + below + 1) / 2);
    }
  }
}

/// Gives lane `i` its next sample.
static void widen(p3_band_open *open, int i, uint16_t sample, int is_wide, p3_band_closing *closing) {
  const int tolerance = is_wide ? P3_BAND_WIDE : P3_BAND_NARROW;
  const uint16_t low = sample < open->low[i] ? sample : open->low[i];
  const uint16_t high = sample > open->high[i] ? sample : open->high[i];
  if (high - low <= tolerance) {
    open->low[i] = low;
    open->high[i] = high;
    if (open->length[i] < UINT16_MAX) open->length[i] += 1;
  } else {
    if (open->length[i] >= P3_BAND_LEAST_RUN) p3_band_close_lane(open, i, is_wide, closing);
    open->low[i] = open->high[i] = sample;
    open->length[i] = 1;
  }
  if (open->age[i] < UINT16_MAX) open->age[i] += 1;
}

static size_t down(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                   p3_band_closing *closings) {
  size_t closed = 0;
  for (size_t vector = 0; vector < vectors; vector++) {
    for (size_t row = 0; row < count; row++) {
      for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
        p3_band_closing *closing = closings + closed;
        *closing = (p3_band_closing){.position = {(uint16_t)row, (uint16_t)vector, (uint16_t)t}};
        for (int i = 0; i < P3_BAND_LANES; i++)
          widen(open + vector * P3_BAND_TOLERANCES + t, i, rows[row][vector * P3_BAND_LANES + (size_t)i], t, closing);
        closed += closing->lanes != 0;
      }
    }
  }
  return closed;
}

static size_t along(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                    p3_band_closing *closings) {
  size_t closed = 0;
  for (int channel = 0; channel < channels; channel++) {
    for (size_t x = 0; x < pixels; x++) {
      p3_band_closing *closing = closings + closed;
      *closing = (p3_band_closing){.position = {(uint16_t)x, (uint16_t)channel, 0}};
      for (int i = 0; i < P3_BAND_LANES; i++)
        widen(open + channel, i, rows[i % P3_BAND_GROUP][x * (size_t)channels + (size_t)channel], i / P3_BAND_GROUP,
              closing);
      closed += closing->lanes != 0;
    }
  }
  return closed;
}

static int bit(const uint64_t *words, size_t sample) { return words[sample / 64] >> sample % 64 & 1; }

/// The word that holds a digit of a sample's counter.
static size_t digit_word(size_t sample, int digits, int digit) {
  const size_t word = sample / 64;
  return (word / P3_BAND_BLOCK * (size_t)digits + (size_t)digit) * P3_BAND_BLOCK + word % P3_BAND_BLOCK;
}

static void count(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts) {
  for (size_t sample = 0; sample < blocks * P3_BAND_BLOCK * 64; sample++) {
    int carry = 0;
    for (size_t c = 0; c < (size_t)channels; c++) carry |= bit(changes, sample + c);
    for (int digit = 0; carry; digit++) {
      uint64_t *word = counts + digit_word(sample, digits, digit);
      *word ^= (uint64_t)1 << sample % 64;
      carry = !(*word >> sample % 64 & 1);
    }
  }
}

static void sum(const uint64_t *counts, int digits, size_t samples, size_t step, int channels, uint32_t *sums) {
  for (size_t cell = 0; cell * step < samples; cell++) {
    sums[cell] = 0;
    for (size_t sample = cell * step; sample < (cell + 1) * step && sample < samples; sample += (size_t)channels)
      for (int digit = 0; digit < digits; digit++)
        sums[cell] += (uint32_t)(counts[digit_word(sample, digits, digit)] >> sample % 64 & 1) << digit;
  }
}

static size_t starts(const uint64_t *edges, int channels, size_t blocks, uint64_t *starts, uint32_t *list) {
  size_t count = 0;
  for (size_t word = 0; word < blocks * P3_BAND_BLOCK; word++) {
    starts[word] = 0;
    for (size_t sample = word * 64; sample < word * 64 + 64; sample++) {
      int is_start = bit(edges, sample);
      for (size_t i = 1; i < P3_BAND_LEAST_RUN; i++) is_start &= !bit(edges, sample + i * (size_t)channels);
      starts[word] |= (uint64_t)is_start << sample % 64;
    }
    if (starts[word]) list[count++] = (uint32_t)word;
  }
  return count;
}

static size_t columns(uint64_t *const edges[P3_BAND_LEAST_RUN], const uint64_t *followed, size_t blocks,
                      uint64_t *inside, uint64_t *starts, uint64_t *ends, uint32_t *list) {
  size_t count = 0;
  for (size_t word = 0; word < blocks * P3_BAND_BLOCK; word++) {
    ends[word] = edges[0][word] & inside[word];
    starts[word] = followed[word] & edges[3][word] & ~edges[2][word] & ~edges[1][word] & ~edges[0][word];
    inside[word] = (inside[word] & ~ends[word]) | starts[word];
    if (starts[word] | ends[word]) list[count++] = (uint32_t)word;
  }
  return count;
}

const p3_band_kernels p3_band_scalar = {compare, average, down, along, count, sum, starts, columns};

const p3_band_kernels *p3_band_kernels_for(p3_target target) {
  switch (target) {
    case P3_TARGET_SCALAR: return &p3_band_scalar;
#if defined(__x86_64__)
    case P3_TARGET_AVX2: return &p3_band_avx2;
    case P3_TARGET_AVX512: return &p3_band_avx512;
#endif
    default: return &p3_band_baseline;
  }
}
