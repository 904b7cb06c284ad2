// The first pass's histograms, and the runs of smooth pixels.

#include "soften/bits.h"
#include "soften/pixel.h"

#include <string.h>

/// Where the pixels end that are marked as equal to the one at `x`.
static inline int64_t end_of_same(const p3_soften_bits *same, int64_t x, int64_t end) {
  if (x + 1 == end || !p3_soften_bit(same, x + 1)) return x + 1;
  return p3_soften_next_clear(same, x + 1, end);
}

/// The entry of pixel x in a histogram of P3_SOFTEN_COPIES.
static inline int64_t bin_of(int64_t x, uint16_t lightness) {
  return x % P3_SOFTEN_COPIES * P3_SOFTEN_BINS + (lightness >> 6);
}

void p3_soften_histogram_row(const uint16_t *whiteness, const uint16_t *lightness, const p3_soften_bits *same,
                             int64_t width, uint64_t *bins) {
  // Neighbours add to different copies of the histogram: repeated additions to one counter would each wait for the
  // last.
  for (int64_t x = 0; x < width;) {
    const int64_t end = end_of_same(same, x, width);
    if (end > x + 1) {
      bins[bin_of(x, lightness[x])] += whiteness[x] ? (uint64_t)(end - x) : 0;
      x = end;
      continue;
    }
    const int64_t next = p3_soften_next_set(same, x + 1, width);
    for (; x < next; x++) bins[bin_of(x, lightness[x])] += whiteness[x] != 0;
  }
}

void p3_soften_texture_row(const uint16_t *whiteness, const uint16_t *span, int64_t width, uint16_t light,
                           const uint16_t limits[3], uint64_t counts[8]) {
  uint32_t row[8] = {0};
  const uint16_t first = limits[0], second = limits[1], third = limits[2];
  for (int64_t x = 0; x < width; x++) {
    if (whiteness[x] == 0) continue;
    const int texture = (span[x] > first) + (span[x] > second) + (span[x] > third);
    row[(whiteness[x] >= light ? 4 : 0) + texture]++;
  }
  for (int i = 0; i < 8; i++) counts[i] += row[i];
}

void p3_soften_tile_row(const uint16_t *whiteness, const uint16_t *lightness, int64_t width, uint32_t *bins) {
  for (int64_t first = 0; first < width; first += P3_SOFTEN_TILE, bins += P3_SOFTEN_TILE_BINS) {
    const int64_t end = first + P3_SOFTEN_TILE < width ? first + P3_SOFTEN_TILE : width;
    for (int64_t x = first; x < end; x++)
      if (whiteness[x]) bins[lightness[x] * P3_SOFTEN_TILE_BINS >> 16]++;
  }
}

/// Whether one of `count` pixels has at least this lightness.
static int reaches(const uint16_t *lightness, int64_t count, uint16_t least) {
  uint16_t most = 0;
  for (int64_t i = 0; i < count; i++) most = lightness[i] > most ? lightness[i] : most;
  return most >= least;
}

static int pixel_glares(const p3_soften_decoder *d, const uint16_t *p, const p3_soften_tone *tone, uint16_t limit) {
  if (d->channels <= 2) return d->linear[0][p[0]] > limit;
  return p3_soften_glare(d, tone, d->linear[0][p[0]], d->linear[1][p[1]], d->linear[2][p[2]]) > limit;
}

int p3_soften_glares(const p3_soften_decoder *d, const uint16_t *samples, const uint16_t *whiteness,
                     const uint16_t *lightness, const p3_soften_bits *same, int64_t width, const p3_soften_tone *tone,
                     uint16_t limit) {
  // Glare is at most the luminance, whose root rises with it: hardly any pixel of most images is as light as that.
  const uint16_t least = d->root[limit];
  for (int64_t first = 0; first < width; first += 64) {
    const int64_t end = width - first < 64 ? width : first + 64;
    if (!reaches(lightness + first, end - first, least)) continue;
    for (int64_t x = p3_soften_next_clear(same, first, end); x < end; x = p3_soften_next_clear(same, x + 1, end)) {
      if (whiteness[x] == 0 || lightness[x] < least) continue;
      if (pixel_glares(d, samples + x * d->channels, tone, limit)) return 1;
    }
  }
  return 0;
}

typedef uint16_t four_samples __attribute__((ext_vector_type(4)));
typedef uint64_t four_sums __attribute__((ext_vector_type(4)));

/// Adds `n` pixels like the one at `p` to a bin: its three sums and its count are one vector.
static inline void add_to_bin(const uint16_t *p, int is_gray, uint64_t n, p3_soften_bin *bin) {
  four_samples pixel = {p[0], p[0], p[0], 0};
  if (!is_gray) memcpy(&pixel, p, sizeof pixel);
  pixel.w = 1;
  four_sums sums;
  memcpy(&sums, bin, sizeof sums);
  sums += __builtin_convertvector(pixel, four_sums) * n;
  memcpy(bin, &sums, sizeof sums);
}

/// Adds the pixels from `x` up to `end` to their bins.
static void add_to_bins(const p3_soften_decoder *d, const uint16_t *samples, const uint16_t *lightness,
                        const p3_soften_bits *same, int64_t x, int64_t end, p3_soften_bin *bins) {
  const int channels = d->channels, is_gray = channels <= 2;
  while (x < end) {
    const int64_t repeated = end_of_same(same, x, end);
    if (repeated > x + 1) {
      add_to_bin(samples + x * channels, is_gray, (uint64_t)(repeated - x), bins + bin_of(x, lightness[x]));
      x = repeated;
      continue;
    }
    const int64_t next = p3_soften_next_set(same, x + 1, end);
    for (; x < next; x++) add_to_bin(samples + x * channels, is_gray, 1, bins + bin_of(x, lightness[x]));
  }
}

/// Counts `run`, which has a start and an end.
static void count_run(p3_soften_run *run, const uint16_t *whiteness, const uint16_t *lightness) {
  run->darkest = 65535;
  // 65,536 pixels at a time: their sums fit 32 bits.
  for (uint32_t first = run->start; first < run->end; first += 65536) {
    const uint32_t end = run->end - first > 65536 ? first + 65536 : run->end;
    uint32_t lightness_sum = 0, whiteness_sum = 0;
    uint16_t darkest = 65535;
    for (uint32_t x = first; x < end; x++) {
      lightness_sum += lightness[x];
      whiteness_sum += whiteness[x];
      darkest = p3_soften_smaller(darkest, whiteness[x]);
    }
    run->lightness_sum += lightness_sum;
    run->whiteness_sum += whiteness_sum;
    run->darkest = p3_soften_smaller(run->darkest, darkest);
  }
}

void p3_soften_bins_row(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *lightness,
                        const p3_soften_bits *same, const p3_soften_bits *smooth, int64_t width, p3_soften_bin *bins) {
  for (int64_t x = p3_soften_next_set(smooth, 0, width), end; x < width; x = p3_soften_next_set(smooth, end, width)) {
    end = p3_soften_next_clear(smooth, x, width);
    add_to_bins(decoder, samples, lightness, same, x, end, bins);
  }
}

static inline uint16_t darkest_of(const uint16_t *p, int channels) {
  uint16_t darkest = p[0];
  for (int c = 1; c < channels; c++) darkest = p[c] < darkest ? p[c] : darkest;
  return darkest;
}

static inline uint16_t most_of(const uint16_t *values, int64_t count) {
  uint16_t most = 0;
  for (int64_t i = 0; i < count; i++) most = values[i] > most ? values[i] : most;
  return most;
}

static inline __attribute__((always_inline)) int64_t count_light(const uint16_t *samples, int64_t width, int channels,
                                                                 const uint16_t least[3], uint16_t reach) {
  enum { BLOCK = 64 };
  const uint16_t needed = most_of(least, channels);
  int64_t count = 0;
  for (int64_t first = 0; first < width; first += BLOCK) {
    const int64_t end = width - first < BLOCK ? width : first + BLOCK;
    // Vectors find the blocks without a sample that is light enough: most of a dark image.
    if (most_of(samples + first * channels, (end - first) * channels) < needed) continue;
    int before = darkest_of(samples + (first > 0 ? first - 1 : 0) * channels, channels);
    for (int64_t x = first; x < end; x++) {
      const uint16_t *p = samples + x * channels;
      const int darkest = darkest_of(p, channels), change = darkest - before;
      int is_light = change <= reach && -change <= reach;
      for (int c = 0; c < channels; c++) is_light &= p[c] >= least[c];
      count += is_light;
      before = darkest;
    }
  }
  return count;
}

int64_t p3_soften_count_light(const uint16_t *samples, int64_t width, int channels, const uint16_t least[3],
                              uint16_t reach) {
  return channels == 1 ? count_light(samples, width, 1, least, reach) : count_light(samples, width, 3, least, reach);
}

/// The first pixel from `x` on that is in both, or in neither of, two rows of bits.
static inline int64_t next_of_both(const p3_soften_bits *a, const p3_soften_bits *b, int64_t x, int64_t width) {
  while (x < width && !p3_soften_bit(b, x)) x = p3_soften_next_set(a, p3_soften_next_set(b, x, width), width);
  return x;
}

int64_t p3_soften_runs(const uint16_t *whiteness, const uint16_t *lightness, const p3_soften_bits *smooth,
                       const p3_soften_bits *ink, int64_t width, p3_soften_run *runs) {
  int64_t count = 0;
  for (int64_t x = 0;;) {
    x = next_of_both(smooth, ink, p3_soften_next_set(smooth, x, width), width);
    if (x >= width) return count;
    const int64_t end = p3_soften_next_clear(ink, x, p3_soften_next_clear(smooth, x, width));
    p3_soften_run *run = runs + count++;
    *run = (p3_soften_run){.start = (uint32_t)x, .end = (uint32_t)end};
    count_run(run, whiteness, lightness);
    x = end;
  }
}

static void put_label(uint32_t start, uint32_t end, uint32_t label, int64_t width, uint32_t *labels,
                      p3_soften_bits *near) {
  for (uint32_t x = start; x < end; x++) labels[x] = label;
  p3_soften_set_bits(near, start ? start - 1 : 0, (int64_t)end + 1 < width ? (int64_t)end + 1 : width);
}

void p3_soften_label_row(int64_t width, const p3_soften_region_run *regions, int64_t region_count,
                         const p3_soften_run *runs, int64_t run_count, uint32_t *labels, p3_soften_bits *near) {
  memset(near, 0, (size_t)p3_soften_words(width) * sizeof *near);
  memset(labels, 0, (size_t)width * sizeof *labels);
  for (int64_t i = 0; i < run_count; i++)
    put_label(runs[i].start, runs[i].end, p3_soften_smooth_label(runs[i].label), width, labels, near);
  for (int64_t i = 0; i < region_count; i++)
    if (regions[i].is_light)
      put_label(regions[i].start, regions[i].end, p3_soften_light_label(regions[i].label), width, labels, near);
}
