// Light, spans and runs: what the first pass asks of every pixel.

#include "p3_soften_kernels.h"

static inline uint16_t smaller(uint16_t a, uint16_t b) { return a < b ? a : b; }
static inline uint16_t larger(uint16_t a, uint16_t b) { return a > b ? a : b; }

/// Whether two pixels are equal; a plain compare per sample beats a call.
static inline int same_pixel(const uint16_t *p, const uint16_t *q, int channels) {
  int same = p[0] == q[0];
  if (channels > 1) same &= p[1] == q[1];
  if (channels > 2) same &= p[2] == q[2];
  if (channels > 3) same &= p[3] == q[3];
  return same;
}

/// The 16-bit luminance of one pixel from its linear channels.
static inline uint32_t luminance(const p3_soften_decoder *d, uint32_t r, uint32_t g, uint32_t b) {
  return (d->weight[0] * r + d->weight[1] * g + d->weight[2] * b + 32768u) >> 16;
}

static inline void light_row(const p3_soften_decoder *d, const uint16_t *samples, int64_t width, int channels,
                             uint16_t *whiteness, uint16_t *lightness) {
  const int gray = channels <= 2;
  const int alpha = channels == 2 || channels == 4;
  const uint16_t *p = samples;
  for (int64_t x = 0; x < width; x++, p += channels) {
    // Artwork repeats its neighbour more often than not; that costs a compare instead of five look-ups.
    if (x > 0 && same_pixel(p, p - channels, channels)) {
      whiteness[x] = whiteness[x - 1];
      lightness[x] = lightness[x - 1];
      continue;
    }
    if (alpha && p[channels - 1] == 0) {
      whiteness[x] = 0;
      lightness[x] = 0;
      continue;
    }
    const uint16_t r = d->linear[0][p[0]];
    if (gray) {
      lightness[x] = d->root[r];
      whiteness[x] = larger(lightness[x], 1);
      continue;
    }
    const uint16_t g = d->linear[1][p[1]];
    const uint16_t b = d->linear[2][p[2]];
    lightness[x] = d->root[luminance(d, r, g, b)];
    whiteness[x] = larger(d->root[smaller(r, smaller(g, b))], 1);
  }
}

void p3_soften_light_row(const p3_soften_decoder *decoder, const uint16_t *samples, int64_t width,
                         uint16_t *whiteness, uint16_t *lightness) {
  switch (decoder->channels) {
  case 1: light_row(decoder, samples, width, 1, whiteness, lightness); break;
  case 2: light_row(decoder, samples, width, 2, whiteness, lightness); break;
  case 3: light_row(decoder, samples, width, 3, whiteness, lightness); break;
  default: light_row(decoder, samples, width, 4, whiteness, lightness); break;
  }
}

void p3_soften_histogram_row(const uint16_t *whiteness, const uint16_t *lightness, int64_t width,
                             uint64_t *bins) {
  int64_t x = 0;
  while (x < width) {
    const int64_t start = x;
    const uint16_t level = lightness[x];
    const int visible = whiteness[x] != 0;
    // One addition per stretch of equal pixels: adding to one counter again and again would wait on itself.
    do x++;
    while (x < width && lightness[x] == level && (whiteness[x] != 0) == visible);
    if (visible) bins[level >> 6] += (uint64_t)(x - start);
  }
}

void p3_soften_span_row(const uint16_t *above, const uint16_t *here, const uint16_t *below, int64_t width,
                        uint16_t *span, uint16_t *scratch) {
  // Less one, an invisible pixel is 65535 and so never the least; as it is, 0 and never the most.
  uint16_t *least = scratch;
  uint16_t *most = scratch + width;
  for (int64_t x = 0; x < width; x++) {
    const uint16_t a = above[x], h = here[x], b = below[x];
    least[x] = smaller((uint16_t)(h - 1), smaller((uint16_t)(a - 1), (uint16_t)(b - 1)));
    most[x] = larger(h, larger(a, b));
  }
  for (int64_t x = 0; x < width; x++) {
    const int64_t left = x > 0 ? x - 1 : 0;
    const int64_t right = x + 1 < width ? x + 1 : x;
    const uint16_t low = smaller(least[x], smaller(least[left], least[right]));
    const uint16_t high = larger(most[x], larger(most[left], most[right]));
    span[x] = here[x] == 0 ? 65535 : (uint16_t)(high - 1 - low);
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

/// Adds `n` pixels like the one at `p` to the bin of `level`.
static inline void add_to_bin(const p3_soften_decoder *d, const uint16_t *p, uint16_t level, uint64_t n,
                              p3_soften_bin *bins) {
  p3_soften_bin *bin = bins + (level >> 6);
  const int gray = d->channels <= 2;
  bin->count += n;
  for (int c = 0; c < 3; c++) bin->sum[c] += n * p[gray ? 0 : c];
}

int64_t p3_soften_runs(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                       const uint16_t *lightness, const uint16_t *span, int64_t width, uint16_t least,
                       uint16_t limit, p3_soften_run *runs, p3_soften_bin *bins) {
  int64_t count = 0;
  int64_t x = 0;
  const int channels = decoder->channels;
  while (x < width) {
    if (whiteness[x] < least || span[x] > limit) {
      x++;
      continue;
    }
    p3_soften_run run = {.start = (uint32_t)x, .darkest = 65535};
    run.open_ends = x == 0 || whiteness[x - 1] == 0;
    while (x < width && whiteness[x] >= least && span[x] <= limit) {
      const int64_t first = x;
      const uint16_t level = lightness[x];
      const uint16_t white = whiteness[x];
      const uint16_t *p = samples + x * channels;
      do x++;
      while (x < width && span[x] <= limit && same_pixel(samples + x * channels, p, channels));
      const uint64_t n = (uint64_t)(x - first);
      add_to_bin(decoder, p, level, n, bins);
      run.lightness_sum += n * level;
      run.whiteness_sum += n * white;
      run.darkest = smaller(run.darkest, level);
      run.lightest = larger(run.lightest, level);
    }
    run.end = (uint32_t)x;
    run.open_ends += x == width || whiteness[x] == 0;
    runs[count++] = run;
  }
  return count;
}

void p3_soften_label_row(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                         int64_t width, const p3_soften_run *runs, int64_t run_count, int64_t row,
                         uint32_t *labels, p3_soften_block *blocks) {
  const int gray = decoder->channels <= 2;
  int64_t x = 0;
  for (int64_t i = 0; i < run_count; i++) {
    for (; x < runs[i].start; x++) labels[x] = 0;
    for (; x < runs[i].end; x++) labels[x] = runs[i].label;
    const int64_t last = (int64_t)runs[i].end - 1;
    for (int64_t block = runs[i].start / P3_SOFTEN_BLOCK; block <= last / P3_SOFTEN_BLOCK; block++) {
      const int64_t block_end = (block + 1) * P3_SOFTEN_BLOCK - 1;
      const int64_t at = last < block_end ? last : block_end;
      const uint16_t *p = samples + at * decoder->channels;
      p3_soften_block *memory = blocks + block;
      memory->label = runs[i].label;
      memory->whiteness = whiteness[at];
      for (int c = 0; c < 3; c++) memory->color[c] = p[gray ? 0 : c];
      memory->row = row;
    }
  }
  for (; x < width; x++) labels[x] = 0;
}
