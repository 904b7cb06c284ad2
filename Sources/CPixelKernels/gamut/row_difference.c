// Gathers the pairs of pixels that may differ, and writes their differences back into rows.

#include "p3_row_difference.h"

#include <string.h>

#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/pixels.h"
#include "cpu/samples.h"
#include "gamut/pair_difference.h"

// Operations that are fused on some targets would give other bits there.
#pragma STDC FP_CONTRACT OFF

static inline void set_color(float planes[4][P3_PAIR_BLOCK], size_t index, const p3_plan *plan, uint64_t pixel) {
  planes[0][index] = plan->decoders[0]->nearest[pixel & 0xffff];
  planes[1][index] = plan->decoders[1]->nearest[pixel >> 16 & 0xffff];
  planes[2][index] = plan->decoders[2]->nearest[pixel >> 32 & 0xffff];
}

static inline void set_layer(float planes[4][P3_PAIR_BLOCK], size_t index, const p3_plan *plan, uint64_t pixel) {
  set_color(planes, index, plan, pixel);
  planes[3][index] = (float)(pixel >> 48) / P3_OPAQUE;
}

static void set_matrix(float matrix[9], const double values[9]) {
  for (unsigned i = 0; i < 9; i++) matrix[i] = (float)values[i];
}

/// `left`·`right`, row-major.
static void set_product(float matrix[9], const double left[9], const double right[9]) {
  for (unsigned i = 0; i < 9; i++) {
    const double *row = left + i / 3 * 3, *column = right + i % 3;
    matrix[i] = (float)(row[0] * column[0] + row[1] * column[3] + row[2] * column[6]);
  }
}

/// Pads with black behind the first `used` pairs, as the last vector is computed whole.
static void fill_up(float planes[4][P3_PAIR_BLOCK], size_t used) {
  const size_t end = used + 16 < P3_PAIR_BLOCK ? used + 16 : P3_PAIR_BLOCK;
  for (unsigned plane = 0; plane < 4; plane++) memset(planes[plane] + used, 0, (end - used) * sizeof(float));
}

/// The differences of the first `used` pairs of a block.
static void compute(p3_pair_kernel *kernel, p3_pair_block *pairs, size_t used, float *difference) {
  if (used == 0) return;
  fill_up(pairs->first, used);
  fill_up(pairs->second, used);
  float results[P3_PAIR_BLOCK];
  kernel(pairs, used, results);
  memcpy(difference, results, used * sizeof *results);
}

typedef struct {
  p3_pair_block opaque, translucent;
} blocks;

/// The differences of one block of a row.
static void block_difference(p3_target target, blocks *pairs, const p3_pixel_row *rows[2],
                             uint64_t pixels[2][P3_PAIR_BLOCK], size_t count, float *difference) {
  const int is_one_model = rows[0]->plan == rows[1]->plan;
  // Slot 0 is the difference of equal pixels; slots from FIRST_TRANSLUCENT on are differences of translucent pairs. A
  // pair equal to the one before shares its slot.
  enum { FIRST_TRANSLUCENT = P3_PAIR_BLOCK + 1 };
  float values[FIRST_TRANSLUCENT + P3_PAIR_BLOCK] = {0};
  uint16_t slots[P3_PAIR_BLOCK];
  size_t opaque = 0, translucent = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t p = pixels[0][i], q = pixels[1][i];
    slots[i] = 0;
    if (is_one_model && p == q) continue;
    if (i > 0 && p == pixels[0][i - 1] && q == pixels[1][i - 1]) {
      slots[i] = slots[i - 1];
    } else if (p >> 48 == P3_OPAQUE && q >> 48 == P3_OPAQUE) {
      set_color(pairs->opaque.first, opaque, rows[0]->plan, p);
      set_color(pairs->opaque.second, opaque, rows[1]->plan, q);
      slots[i] = (uint16_t)++opaque;
    } else if (p >> 48 || q >> 48) {
      set_layer(pairs->translucent.first, translucent, rows[0]->plan, p);
      set_layer(pairs->translucent.second, translucent, rows[1]->plan, q);
      slots[i] = (uint16_t)(FIRST_TRANSLUCENT + translucent++);
    }
  }
  compute(P3_CHOOSE(p3_pair_differences, target), &pairs->opaque, opaque, values + 1);
  compute(P3_CHOOSE(p3_translucent_differences, target), &pairs->translucent, translucent, values + FIRST_TRANSLUCENT);
  for (size_t i = 0; i < count; i++) difference[i] = values[slots[i]];
}

void p3_row_difference(p3_target target, const p3_pixel_row *first, const p3_pixel_row *second, const double to_srgb[9],
                       const double from_srgb[9], size_t count, float *difference) {
  const p3_pixel_row *rows[2] = {first, second};
  const int is_one_layout = first->plan == second->plan && first->channels == second->channels;
  blocks pairs;
  set_matrix(pairs.opaque.first_matrix, first->plan->matrix);
  set_matrix(pairs.opaque.second_matrix, second->plan->matrix);
  set_product(pairs.translucent.first_matrix, to_srgb, first->plan->matrix);
  set_product(pairs.translucent.second_matrix, to_srgb, second->plan->matrix);
  set_matrix(pairs.translucent.to_xyz, from_srgb);
  uint64_t pixels[2][P3_PAIR_BLOCK];
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
    block_difference(target, &pairs, rows, pixels, size, difference + start);
  }
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
    compute(P3_CHOOSE(p3_pair_differences, target), &pairs, size, difference + start);
  }
}

// MARK: Translucent colours

/// Translucent pairs on their way to a kernel, and where their differences go.
typedef struct {
  p3_pair_block pairs;
  size_t used;
  size_t places[P3_PAIR_BLOCK];
} translucent_pairs;

static void set_compositing(translucent_pairs *list, const p3_compositing *compositing) {
  memcpy(list->pairs.first_matrix, compositing->to_srgb, sizeof compositing->to_srgb);
  memcpy(list->pairs.second_matrix, compositing->to_srgb, sizeof compositing->to_srgb);
  memcpy(list->pairs.to_xyz, compositing->from_srgb, sizeof compositing->from_srgb);
  list->used = 0;
}

static void flush_pairs(p3_target target, translucent_pairs *list, float *difference) {
  float results[P3_PAIR_BLOCK];
  compute(P3_CHOOSE(p3_translucent_differences, target), &list->pairs, list->used, results);
  for (size_t i = 0; i < list->used; i++) difference[list->places[i]] = results[i];
  list->used = 0;
}

static void add_pair(p3_target target, translucent_pairs *list, const float first[3], const float second[3],
                     uint16_t alpha, size_t place, float *difference) {
  for (unsigned plane = 0; plane < 3; plane++) {
    list->pairs.first[plane][list->used] = first[plane];
    list->pairs.second[plane][list->used] = second[plane];
  }
  list->pairs.first[3][list->used] = list->pairs.second[3][list->used] = (float)alpha / P3_OPAQUE;
  list->places[list->used++] = place;
  if (list->used == P3_PAIR_BLOCK) flush_pairs(target, list, difference);
}

void p3_weigh_differences(p3_target target, const p3_compositing *compositing, const float *first, const float *second,
                          const uint16_t *alphas, size_t stride, size_t count, float *difference) {
  translucent_pairs list;
  set_compositing(&list, compositing);
  for (size_t i = 0; i < count; i++) {
    if (alphas[i] == P3_OPAQUE) continue;
    const float p[3] = {first[i], first[stride + i], first[2 * stride + i]};
    const float q[3] = {second[i], second[stride + i], second[2 * stride + i]};
    add_pair(target, &list, p, q, alphas[i], i, difference);
  }
  flush_pairs(target, &list, difference);
}

static inline float clipped(float value) { return value > 0 ? (value < 1 ? value : 1) : 0; }

void p3_weigh_excursions(p3_target target, const p3_compositing *compositing, const p3_excursions *excursions,
                         const void *pixels, size_t count) {
  translucent_pairs list;
  set_compositing(&list, compositing);
  for (size_t i = 0; i < count; i++) {
    const uint16_t alpha = p3_sample((const uint8_t *)pixels + 8 * (size_t)excursions->first[i] + 6);
    if (alpha == P3_OPAQUE) continue;
    const float p[3] = {excursions->red[i], excursions->green[i], excursions->blue[i]};
    const float q[3] = {clipped(p[0]), clipped(p[1]), clipped(p[2])};
    add_pair(target, &list, p, q, alpha, i, excursions->difference);
  }
  flush_pairs(target, &list, excursions->difference);
}

int p3_same_bytes(const void *first, const void *second, size_t count) { return memcmp(first, second, count) == 0; }
