// The scalar target, one pixel at a time, and the choice of a target.

#include "soften/bits.h"
#include "soften/pixel.h"

#include <string.h>

static void light_row(const p3_soften_decoder *d, const uint16_t *samples, int64_t width, uint16_t *whiteness,
                      uint16_t *lightness, p3_soften_bits *same) {
  memset(same, 0, (size_t)p3_soften_words(width) * sizeof *same);
  for (int64_t x = 0; x < width; x++)
    p3_soften_light_pixel(d, samples + x * d->channels, d->channels, whiteness + x, lightness + x);
}

/// Takes one neighbour into the greatest and the least key: whiteness first, then the number, so that the first of
/// equals wins. Invisible pixels (0) are never the least.
static inline void compare(int value, int number, int *most, int *least) {
  const int high = value << 4 | (15 - number);
  const int low = (value ? value : 65536) << 4 | number;
  *most = high > *most ? high : *most;
  *least = low < *least ? low : *least;
}

/// By how much half the sum of the two ends of a line through the middle differs from it, at most over four lines;
/// 65535 where an end is invisible.
static inline uint32_t bend_at(const uint16_t *const rows[3], int64_t x) {
  uint32_t most = 0;
  for (int i = 0; i < 4; i++) {
    const uint16_t a = rows[i / 3][x + i % 3 - 1], b = rows[2 - i / 3][x + 1 - i % 3];
    if (a == 0 || b == 0) return 65535;
    const int difference = (a >> 1) + (b >> 1) - rows[1][x];
    const uint32_t bend = (uint32_t)(difference < 0 ? -difference : difference);
    most = bend > most ? bend : most;
  }
  return most;
}

static inline int is_smooth(const p3_soften_row *row, int64_t x, uint32_t bend) {
  const uint16_t span = row->span[x];
  return row->here[x] >= row->least && (span <= row->limit || (span <= P3_SOFTEN_SLOPE && bend <= P3_SOFTEN_BEND));
}

static inline int is_natural(uint16_t span, uint32_t bend) {
  return span > P3_SOFTEN_NATURAL_LEAST && span <= P3_SOFTEN_NATURAL_MOST &&
         bend > (uint32_t)((span >> 2) - (span >> 4));
}

static void classify_row(const p3_soften_row *row) {
  const uint16_t *const rows[3] = {row->above, row->here, row->below};
  p3_soften_bits *const bits[] = {row->smooth, row->light, row->ink, row->flat, row->natural};
  for (int i = 0; i < 5; i++) memset(bits[i], 0, (size_t)p3_soften_words(row->width) * sizeof *bits[i]);
  for (int64_t x = 0; x < row->width; x++) {
    const int here = row->here[x];
    int most = 0, least = 65536 << 4;
    for (int i = 0; i < 9; i++) compare(rows[i / 3][x + i % 3 - 1], i / 3 * 4 + i % 3, &most, &least);
    const int up = here && (most >> 4) > here + P3_SOFTEN_PLATEAU ? 15 - (most & 15) : P3_SOFTEN_STAY;
    const int down = here && (least >> 4) < here - P3_SOFTEN_PLATEAU ? least & 15 : P3_SOFTEN_STAY;
    row->span[x] = here ? (uint16_t)((most >> 4) - (least >> 4)) : 65535;
    row->steps[x] = (uint8_t)(up << 4 | down);
    if (!here) continue;
    const uint32_t bend = bend_at(rows, x);
    p3_soften_set_bit(here >= row->paper ? row->light : row->ink, x);
    if (row->span[x] <= P3_SOFTEN_FLAT) p3_soften_set_bit(row->flat, x);
    if (is_natural(row->span[x], bend)) p3_soften_set_bit(row->natural, x);
    if (is_smooth(row, x, bend)) p3_soften_set_bit(row->smooth, x);
  }
}

static void tone_run(const p3_soften_decoder *d, const uint16_t *const encoded[3], const p3_soften_tone *tone,
                     uint16_t *p, int64_t n) {
  for (int64_t i = 0; i < n; i++) p3_soften_tone_pixel(d, encoded, tone, p + i * d->channels);
}

const p3_soften_kernels p3_soften_scalar = {light_row, classify_row, tone_run};

const p3_soften_kernels *p3_soften_kernels_for(p3_target target) {
  switch (target) {
    case P3_TARGET_SCALAR: return &p3_soften_scalar;
#if defined(__x86_64__)
    // Look-ups and short runs: 512 bits pay nothing over 256.
    case P3_TARGET_AVX2:
    case P3_TARGET_AVX512: return &p3_soften_avx2;
#endif
    default: return &p3_soften_baseline;
  }
}
