// Decodes and gathers colours for the kernels of clip_loss.inl, and compares pixels.

#include "p3_clip_loss.h"

#include <string.h>

#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/samples.h"
#include "gamut/clip_difference_targets.h"

// Fused on targets that can, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

void p3_clip_labs(p3_target target, const p3_plan *plan, const float matrix[9], const void *pixels, size_t count,
                  unsigned channels, float *planes, size_t stride) {
  float rgb[3][64] = {{0}};
  const uint8_t *pixel = pixels;
  float m[9];
  for (unsigned i = 0; i < 9; i++) m[i] = (float)plan->matrix[i];
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    float red = plan->decoders[0]->nearest[p3_sample(pixel, 0)];
    float green = plan->decoders[1]->nearest[p3_sample(pixel + 2, 0)];
    float blue = plan->decoders[2]->nearest[p3_sample(pixel + 4, 0)];
    for (unsigned row = 0; row < 3; row++)
      rgb[row][i] = m[3 * row] * red + m[3 * row + 1] * green + m[3 * row + 2] * blue;
  }
  P3_CHOOSE(p3_clip_labs, target)(matrix, (const float(*)[64])rgb, planes, stride);
}

uint64_t p3_lost_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible) {
  return P3_CHOOSE(p3_lost_pairs, target)(first, second, stride, visible);
}

uint64_t p3_near_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible) {
  return P3_CHOOSE(p3_near_pairs, target)(first, second, stride, visible);
}

// MARK: Equal pixels

static inline int is_visible(const uint8_t *pixel, unsigned channels) {
  return channels != 4 || p3_sample(pixel + 6, 0) != 0;
}

static inline int is_same(const uint8_t *p, const uint8_t *q, unsigned channels) {
  return memcmp(p, q, 6) == 0 && is_visible(p, channels) && is_visible(q, channels);
}

void p3_same_pixels(const void *first, const void *second, size_t count, unsigned channels, uint64_t *bits) {
  const uint8_t *p = first, *q = second;
  memset(bits, 0, (count + 63) / 64 * sizeof *bits);
  for (size_t i = 0; i < count; i++) {
    bits[i / 64] |= (uint64_t)is_same(p + 2 * channels * i, q + 2 * channels * i, channels) << i % 64;
  }
}

void p3_same_neighbours(const void *pixels, size_t count, unsigned channels, uint64_t *bits) {
  const uint8_t *p = pixels;
  memset(bits, 0, (count + 63) / 64 * sizeof *bits);
  for (size_t i = 1; i < count; i++) {
    bits[i / 64] |= (uint64_t)is_same(p + 2 * channels * (i - 1), p + 2 * channels * i, channels) << i % 64;
  }
}

void p3_visible_pixels(const void *pixels, size_t count, unsigned channels, uint64_t *bits) {
  const uint8_t *p = pixels;
  memset(bits, 0, (count + 63) / 64 * sizeof *bits);
  for (size_t i = 0; i < count; i++) bits[i / 64] |= (uint64_t)is_visible(p + 2 * channels * i, channels) << i % 64;
}
