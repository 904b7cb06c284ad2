// Gathers the pairs of pixels that may differ and spreads their differences over the rows again.

#include "p3_row_difference.h"

#include <string.h>

#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/pixels.h"
#include "gamut/pair_difference.h"

// Fused on targets that can, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

static inline void set_color(float planes[3][P3_PAIR_BLOCK], size_t index, const p3_plan *plan, uint64_t pixel) {
  planes[0][index] = plan->decoders[0]->nearest[pixel & 0xffff];
  planes[1][index] = plan->decoders[1]->nearest[pixel >> 16 & 0xffff];
  planes[2][index] = plan->decoders[2]->nearest[pixel >> 32 & 0xffff];
}

static void set_matrix(float matrix[9], const p3_plan *plan) {
  for (unsigned i = 0; i < 9; i++) matrix[i] = (float)plan->matrix[i];
}

/// The differences of the first `used` pairs of a block.
static void compute(p3_target target, p3_pair_block *pairs, size_t used, float *difference) {
  // What the last vector holds beside its pairs is computed too: let it be black.
  for (size_t i = used; i < P3_PAIR_BLOCK && i < used + 16; i++) {
    for (unsigned plane = 0; plane < 3; plane++) pairs->first[plane][i] = pairs->second[plane][i] = 0;
  }
  float results[P3_PAIR_BLOCK];
  P3_CHOOSE(p3_pair_differences, target)(pairs, used, results);
  memcpy(difference, results, used * sizeof *results);
}

/// One block of a row; `first_index` is the index of its first pixel. Returns how many pixels are translucent.
static size_t block_difference(p3_target target, p3_pair_block *pairs, const p3_pixel_row *rows[2],
                               uint64_t pixels[2][P3_PAIR_BLOCK], size_t first_index, size_t count, float *difference,
                               uint32_t *translucent) {
  const int is_one_model = rows[0]->plan == rows[1]->plan;
  // Slot 0 holds the difference of equal pixels; a pair that equals the one before it shares its slot.
  float values[P3_PAIR_BLOCK + 1] = {0};
  uint16_t slots[P3_PAIR_BLOCK];
  size_t used = 0, found = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t p = pixels[0][i], q = pixels[1][i];
    slots[i] = 0;
    if (is_one_model && p == q) continue;
    if (i > 0 && p == pixels[0][i - 1] && q == pixels[1][i - 1] && slots[i - 1]) {
      slots[i] = slots[i - 1];
    } else if (p >> 48 == P3_OPAQUE && q >> 48 == P3_OPAQUE) {
      set_color(pairs->first, used, rows[0]->plan, p);
      set_color(pairs->second, used, rows[1]->plan, q);
      slots[i] = (uint16_t)++used;
    } else if (p >> 48 || q >> 48) {
      translucent[found++] = (uint32_t)(first_index + i);
    }
  }
  if (used) compute(target, pairs, used, values + 1);
  for (size_t i = 0; i < count; i++) difference[i] = values[slots[i]];
  return found;
}

size_t p3_row_difference(p3_target target, const p3_pixel_row *first, const p3_pixel_row *second, size_t count,
                         float *difference, uint32_t *translucent) {
  const p3_pixel_row *rows[2] = {first, second};
  const int is_one_layout = first->plan == second->plan && first->channels == second->channels;
  p3_pair_block pairs;
  set_matrix(pairs.first_matrix, first->plan);
  set_matrix(pairs.second_matrix, second->plan);
  uint64_t pixels[2][P3_PAIR_BLOCK];
  size_t found = 0;
  for (size_t start = 0; start < count; start += P3_PAIR_BLOCK) {
    const size_t size = count - start < P3_PAIR_BLOCK ? count - start : P3_PAIR_BLOCK;
    const uint8_t *p = (const uint8_t *)first->pixels + 2 * start * first->channels;
    const uint8_t *q = (const uint8_t *)second->pixels + 2 * start * second->channels;
    if (is_one_layout && memcmp(p, q, 2 * size * first->channels) == 0) {
      memset(difference + start, 0, size * sizeof *difference);
      continue;
    }
    p3_expand_pixels(p, first->channels, pixels[0], size);
    p3_expand_pixels(q, second->channels, pixels[1], size);
    found += block_difference(target, &pairs, rows, pixels, start, size, difference + start, translucent + found);
  }
  return found;
}

void p3_color_difference(p3_target target, const float matrix[9], const float *first, const float *second,
                         size_t stride, size_t count, float *difference) {
  p3_pair_block pairs;
  memcpy(pairs.first_matrix, matrix, sizeof pairs.first_matrix);
  memcpy(pairs.second_matrix, matrix, sizeof pairs.second_matrix);
  for (size_t start = 0; start < count; start += P3_PAIR_BLOCK) {
    const size_t size = count - start < P3_PAIR_BLOCK ? count - start : P3_PAIR_BLOCK;
    for (unsigned plane = 0; plane < 3; plane++) {
      memcpy(pairs.first[plane], first + plane * stride + start, size * sizeof *first);
      memcpy(pairs.second[plane], second + plane * stride + start, size * sizeof *second);
    }
    compute(target, &pairs, size, difference + start);
  }
}

int p3_same_bytes(const void *first, const void *second, size_t count) { return memcmp(first, second, count) == 0; }
