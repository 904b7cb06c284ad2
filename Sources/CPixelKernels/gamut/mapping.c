// Collects the colours that a gamut mapping may move, and encodes those that it moves.

#include <math.h>

#include "convert/exact.h"
#include "cpu/choose.h"
#include "cpu/memory.h"
#include "cpu/samples.h"
#include "gamut/mapping_tile.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 2
#define NAME p3_map_linear_baseline
#include "gamut/mapping.inl"

p3_mapped_colors *p3_mapped_allocate(void) { return p3_allocated(sizeof(p3_mapped_colors)); }

void p3_mapped_destroy(p3_mapped_colors *colors) { free(colors); }

// MARK: Collecting

static inline int may_move(const uint32_t *untouched, uint64_t color) {
  const unsigned red = color >> 11 & 31, green = color >> 27 & 31, blue = color >> 43 & 31;
  return !(untouched[red << 5 | green] >> blue & 1);
}

/// Fills `first`, `pixels` and `source`; returns how many pixels were looked at.
static inline __attribute__((always_inline)) size_t collect(const uint32_t *untouched, const uint8_t *pixels,
                                                            size_t count, p3_mapped_colors *colors,
                                                            const unsigned channels) {
  size_t found = 0, pixel = 0;
  uint64_t last = UINT64_MAX;
  for (; pixel < count && found < P3_MAPPED_COLORS; pixel++, pixels += 2 * channels) {
    const uint64_t color = p3_packed_color(pixels);
    if (channels == 4 && p3_sample(pixels + 6, 0) == 0) {
      last = UINT64_MAX;
    } else if (!may_move(untouched, color)) {
      last = color;
    } else if (color == last) {
      colors->pixels[found - 1]++;
    } else {
      colors->first[found] = (uint32_t)pixel;
      colors->pixels[found] = 1;
      memcpy(colors->source[found], pixels, sizeof *colors->source);
      found++;
      last = color;
    }
  }
  colors->count = found;
  return pixel;
}

/// Unclamped linear values, as `p3_exact_linear` has them; black beyond the last.
static void linearize(const p3_plan *plan, p3_mapped_colors *colors) {
  const double *m = plan->matrix;
  for (size_t i = 0; i < colors->count; i++) {
    const uint16_t *source = colors->source[i];
    const double red = plan->decoders[0]->exact[source[0]], green = plan->decoders[1]->exact[source[1]];
    const double blue = plan->decoders[2]->exact[source[2]];
    for (unsigned row = 0; row < 3; row++) {
      colors->before[row][i] = m[3 * row] * red + m[3 * row + 1] * green + m[3 * row + 2] * blue;
    }
  }
  for (size_t i = colors->count; i < P3_MAPPED_COLORS && i < colors->count + 8; i++) {
    for (unsigned row = 0; row < 3; row++) colors->before[row][i] = 0;
  }
}

// MARK: Encoding

/// Whether an error of `p3_mapping_error` leaves `code` the code of `y`.
static inline int is_sure(const p3_encoder *encoder, double y, uint16_t code) {
  return y - p3_mapping_error >= encoder->levels[(int)code - 1] && y + p3_mapping_error < encoder->levels[code];
}

static void encode_exactly(const p3_plan *plan, p3_mapped_colors *colors, unsigned row, size_t i) {
  const double y = colors->after[row][i];
  const uint16_t code = p3_exact_code(plan->encoders[row], y);
  colors->codes[i][row] = code;
  if (!is_sure(plan->encoders[row], y, code)) colors->states[i] = P3_COLOR_UNDECIDED;
}

static void encode_all(const p3_plan *plan, p3_mapped_colors *colors) {
  for (size_t i = 0; i < colors->count; i++) {
    for (unsigned row = 0; row < 3 && colors->states[i] == P3_COLOR_MOVES; row++) encode_exactly(plan, colors, row, i);
  }
}

/// Encodes all colours, by the plan's kernel, whose bound of the error has room for theirs.
static void encode_tile(const p3_plan *plan, p3_mapped_colors *colors) {
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  const p3_linear_stage *stage = p3_stage(plan);
  p3_tile tile;
  for (unsigned row = 0; row < 3; row++) {
    const double scale = stage->scale[row], offset = stage->offset[row];
    for (size_t i = 0; i < P3_TILE; i++) tile.planes[row][i] = (float)(colors->after[row][i] * scale + offset);
  }
  memset(tile.planes[3], 0, sizeof tile.planes[3]);
  const size_t padded = (colors->count + kernel->step - 1) / kernel->step * kernel->step;
  kernel->encode(plan, &tile, colors->source, colors->codes, padded, 3);
  for (unsigned row = 0; row < 3; row++) {
    for (size_t word = 0; word * 64 < colors->count; word++) {
      for (uint64_t doubts = tile.doubts[row][word]; doubts != 0; doubts &= doubts - 1) {
        const size_t i = word * 64 + (unsigned)__builtin_ctzll(doubts);
        if (i < colors->count && colors->states[i] == P3_COLOR_MOVES) encode_exactly(plan, colors, row, i);
      }
    }
  }
}

/// Whether the kernel's bound of the error has room for that of a mapped value.
static int has_room(const p3_plan *plan) {
  return plan->kernel != P3_KERNEL_EXACT && p3_stage(plan)->constant >= 4 * p3_mapping_error;
}

size_t p3_map_colors(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *untouched,
                     const void *pixels, size_t count, unsigned channels, p3_mapped_colors *colors) {
  colors->undecided = 0;
  const size_t seen =
      channels == 4 ? collect(untouched, pixels, count, colors, 4) : collect(untouched, pixels, count, colors, 3);
  if (colors->count == 0) return seen;
  linearize(plan, colors);
  P3_CHOOSE(p3_map_linear, target)(mapping, colors);
  if (has_room(plan)) {
    encode_tile(plan, colors);
  } else {
    encode_all(plan, colors);
  }
  while (colors->undecided < colors->count && colors->states[colors->undecided] != P3_COLOR_UNDECIDED) {
    colors->undecided++;
  }
  return seen;
}

// MARK: Results

size_t p3_next_undecided(const p3_mapped_colors *colors) {
  return colors->undecided < colors->count ? colors->first[colors->undecided] : SIZE_MAX;
}

void p3_decide(p3_mapped_colors *colors, int moves, const double linear[3], const uint16_t codes[3]) {
  size_t i = colors->undecided;
  for (unsigned row = 0; row < 3; row++) {
    colors->after[row][i] = linear[row];
    colors->codes[i][row] = codes[row];
  }
  colors->states[i] = moves ? P3_COLOR_MOVES : P3_COLOR_STAYS;
  while (i < colors->count && colors->states[i] != P3_COLOR_UNDECIDED) i++;
  colors->undecided = i;
}

void p3_write_mapped(const p3_mapped_colors *colors, void *pixels, unsigned channels) {
  for (size_t i = 0; i < colors->count; i++) {
    if (colors->states[i] != P3_COLOR_MOVES) continue;
    uint8_t *pixel = (uint8_t *)pixels + 2 * channels * (size_t)colors->first[i];
    for (uint32_t left = colors->pixels[i]; left != 0; left--, pixel += 2 * channels) {
      memcpy(pixel, colors->codes[i], sizeof *colors->codes);
    }
  }
}

size_t p3_list_moved(const p3_mapped_colors *colors, size_t first_pixel, double tolerance, float *before, float *after,
                     uint32_t *pixels, uint8_t *are_outside) {
  size_t listed = 0;
  for (size_t i = 0; i < colors->count; i++) {
    const size_t first = colors->first[i], end = first + colors->pixels[i];
    int is_outside = 0, is_moved = 0;
    for (unsigned row = 0; row < 3; row++) {
      const double from = colors->before[row][i], to = colors->after[row][i];
      is_outside |= (from < -tolerance) | (from > 1 + tolerance);
      is_moved |= fabs(from - to) > tolerance;
      before[row * P3_MAPPED_COLORS + listed] = (float)from;
      after[row * P3_MAPPED_COLORS + listed] = (float)to;
    }
    pixels[listed] = (uint32_t)(end - (first < first_pixel ? first_pixel : first));
    are_outside[listed] = (uint8_t)is_outside;
    listed += (colors->states[i] == P3_COLOR_MOVES) & (is_outside | is_moved) & (end > first_pixel);
  }
  return listed;
}
