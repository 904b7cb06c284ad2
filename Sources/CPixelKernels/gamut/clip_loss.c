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

uint64_t p3_alike_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                        uint64_t wanted) {
  return P3_CHOOSE(p3_alike_pairs, target)(first, second, stride, visible, wanted);
}

// MARK: Equal pixels

/// The six bytes of a pixel's colour. Not as eight bytes: the last pixel ends where the row does.
__attribute__((always_inline)) static inline uint64_t color_bits(const uint8_t *pixel) {
  uint32_t first;
  uint16_t last;
  memcpy(&first, pixel, sizeof first);
  memcpy(&last, pixel + sizeof first, sizeof last);
  return first | (uint64_t)last << 32;
}

__attribute__((always_inline)) static inline uint64_t is_visible(const uint8_t *pixel, unsigned channels) {
  return channels != 4 || p3_sample(pixel + 6, 0) != 0;
}

/// Inlined for each number of channels, with a word of bits in a register.
__attribute__((always_inline)) static inline void same_pixels(const uint8_t *p, const uint8_t *q, size_t count,
                                                              unsigned channels, uint64_t *bits) {
  for (size_t first = 0; first < count; first += 64) {
    const size_t size = count - first < 64 ? count - first : 64;
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++, p += 2 * channels, q += 2 * channels) {
      word |= ((color_bits(p) == color_bits(q)) & is_visible(p, channels) & is_visible(q, channels)) << i;
    }
    bits[first / 64] = word;
  }
}

void p3_same_pixels(const void *first, const void *second, size_t count, unsigned channels, uint64_t *bits) {
  if (channels == 3)
    same_pixels(first, second, count, 3, bits);
  else
    same_pixels(first, second, count, 4, bits);
}

void p3_same_neighbours(const void *pixels, size_t count, unsigned channels, uint64_t *bits) {
  // Pixel i + 1 with pixel i, and the bits moved by one.
  const size_t words = (count + 63) / 64;
  if (words == 0) return;
  bits[words - 1] = 0;
  p3_same_pixels(pixels, (const uint8_t *)pixels + 2 * channels, count - 1, channels, bits);
  for (size_t word = words; word-- > 0;) bits[word] = bits[word] << 1 | (word > 0 ? bits[word - 1] >> 63 : 0);
}

void p3_visible_pixels(const void *pixels, size_t count, unsigned channels, uint64_t *bits) {
  const uint8_t *pixel = pixels;
  for (size_t first = 0; first < count; first += 64) {
    const size_t size = count - first < 64 ? count - first : 64;
    uint64_t word = channels == 4 ? 0 : UINT64_MAX >> (64 - size);
    for (size_t i = 0; channels == 4 && i < size; i++, pixel += 8) word |= is_visible(pixel, 4) << i;
    bits[first / 64] = word;
  }
}
