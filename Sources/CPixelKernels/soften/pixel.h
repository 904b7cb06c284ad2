#ifndef P3_SOFTEN_PIXEL_H
#define P3_SOFTEN_PIXEL_H

// One pixel at a time: the scalar kernels, and the ends of runs that fill no vector.

#include "p3_soften_kernels.h"

extern const p3_soften_kernels p3_soften_scalar, p3_soften_baseline;
#if defined(__x86_64__)
extern const p3_soften_kernels p3_soften_avx2;
#endif

static inline uint16_t p3_soften_smaller(uint16_t a, uint16_t b) { return a < b ? a : b; }
static inline uint16_t p3_soften_larger(uint16_t a, uint16_t b) { return a > b ? a : b; }

/// The difference between the largest and the least channel of a colour. Sets `most` to the largest one.
static inline int p3_soften_range(const uint16_t color[3], int *most) {
  const uint16_t larger = p3_soften_larger(p3_soften_larger(color[0], color[1]), color[2]);
  *most = larger;
  return larger - p3_soften_smaller(p3_soften_smaller(color[0], color[1]), color[2]);
}

/// Whether two pixels are equal; a plain compare per sample beats a call.
static inline int p3_soften_same_pixel(const uint16_t *p, const uint16_t *q, int channels) {
  int same = p[0] == q[0];
  if (channels > 1) same &= p[1] == q[1];
  if (channels > 2) same &= p[2] == q[2];
  if (channels > 3) same &= p[3] == q[3];
  return same;
}

/// The 16-bit luminance of one pixel from its linear channels.
static inline uint32_t p3_soften_luminance(const p3_soften_decoder *d, uint32_t r, uint32_t g, uint32_t b) {
  return (d->weight[0] * r + d->weight[1] * g + d->weight[2] * b + 32768u) >> 16;
}

/// Whiteness and lightness of one pixel.
static inline void p3_soften_light_pixel(const p3_soften_decoder *d, const uint16_t *p, int channels,
                                         uint16_t *whiteness, uint16_t *lightness) {
  *whiteness = *lightness = 0;
  if (channels % 2 == 0 && p[channels - 1] == 0) return;
  const uint16_t r = d->linear[0][p[0]];
  if (channels <= 2) {
    *lightness = d->root[r];
    *whiteness = p3_soften_larger(*lightness, 1);
    return;
  }
  const uint16_t g = d->linear[1][p[1]];
  const uint16_t b = d->linear[2][p[2]];
  *lightness = d->root[p3_soften_luminance(d, r, g, b)];
  *whiteness = p3_soften_larger(d->root[p3_soften_smaller(r, p3_soften_smaller(g, b))], 1);
}

/// How much of a pixel's light glares: its luminance less what `tone` takes from it for colour. Scales with light.
static inline uint32_t p3_soften_glare(const p3_soften_decoder *d, const p3_soften_tone *tone, uint32_t r, uint32_t g,
                                       uint32_t b) {
  const uint32_t least = r < g ? (r < b ? r : b) : (g < b ? g : b);
  const uint32_t most = r > g ? (r > b ? r : b) : (g > b ? g : b);
  const uint32_t gray = least + (most * tone->slack >> 16);
  const uint32_t color = most > gray ? most - gray : 0, taken = color + (color >> tone->shift);
  const uint32_t y = p3_soften_luminance(d, r, g, b);
  return y > taken ? y - taken : 0;
}

/// Whether `dark` is `light` less one amount, the same in all channels. The amounts may differ by a sixteenth of the
/// largest and by one 8-bit code.
static inline int p3_soften_takes_gray(const uint16_t light[3], const uint16_t dark[3]) {
  int most = 0, least = 65535;
  for (int c = 0; c < 3; c++) {
    const int away = light[c] > dark[c] ? light[c] - dark[c] : 0;
    if (away > most) most = away;
    if (away < least) least = away;
  }
  return most - least <= most / 16 + 257;
}

/// `linear` less `loss`/65,536 of itself, rounded, and encoded.
static inline uint16_t p3_soften_lowered(const uint16_t *encoded, uint32_t linear, uint32_t loss) {
  return encoded[(linear * (65536u - loss) + 32768u) >> 16];
}

/// Lowers one pixel by its loss. Codes of pixels that lose nothing are left as they are: they need not survive
/// the rounding to linear light and back.
static inline void p3_soften_tone_pixel(const p3_soften_decoder *d, const uint16_t *const encoded[3],
                                        const p3_soften_tone *tone, uint16_t *p) {
  const uint16_t *losses = tone->losses;
  const uint32_t r = d->linear[0][p[0]];
  if (d->channels <= 2) {
    if (losses[r]) p[0] = p3_soften_lowered(encoded[0], r, losses[r]);
    return;
  }
  const uint32_t g = d->linear[1][p[1]];
  const uint32_t b = d->linear[2][p[2]];
  const uint32_t loss = losses[p3_soften_glare(d, tone, r, g, b)];
  if (loss == 0) return;
  p[0] = p3_soften_lowered(encoded[0], r, loss);
  p[1] = p3_soften_lowered(encoded[1], g, loss);
  p[2] = p3_soften_lowered(encoded[2], b, loss);
}

/// Lowers `n` pixels; one that equals its neighbour takes the neighbour's result.
static inline void p3_soften_tone_pixels(const p3_soften_decoder *d, const uint16_t *const encoded[3],
                                         const p3_soften_tone *tone, uint16_t *p, int64_t n) {
  const int channels = d->channels;
  const int colors = channels <= 2 ? 1 : 3;
  uint16_t before[3] = {0}, after[3] = {0};
  for (int64_t i = 0; i < n; i++, p += channels) {
    int same = i > 0;
    for (int c = 0; c < colors; c++) same &= p[c] == before[c];
    for (int c = 0; c < colors; c++) before[c] = p[c];
    if (!same) {
      p3_soften_tone_pixel(d, encoded, tone, p);
      for (int c = 0; c < colors; c++) after[c] = p[c];
    } else {
      for (int c = 0; c < colors; c++) p[c] = after[c];
    }
  }
}

#endif
