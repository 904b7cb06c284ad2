// Halves rows, and counts in cells what clip_cells.inl computes for blocks of pixels.

#include "p3_clip_cells.h"

#include <string.h>

#include "convert/plan.h"
#include "cpu/choose.h"
#include "gamut/clip_difference_targets.h"

// Operations that are fused on some targets would give other bits there.
#pragma STDC FP_CONTRACT OFF

enum { CELLS = P3_CLIP_BLOCK / P3_CELL_SIDE, PIXELS_OF_CELL = P3_CELL_SIDE * P3_CELL_SIDE };

// MARK: Half size

static inline uint16_t mean(uint32_t a, uint32_t b) { return (uint16_t)((a + b + 1) / 2); }

/// Inlined once per number of channels.
__attribute__((always_inline)) static inline void halve(const uint16_t *top, const uint16_t *bottom, size_t count,
                                                        unsigned channels, uint16_t *half) {
  for (size_t i = 0; i < count; i++, top += 2 * channels, bottom += 2 * channels, half += 4) {
    for (unsigned c = 0; c < 3; c++) {
      half[c] = mean(mean(top[c], bottom[c]), mean(top[c + channels], bottom[c + channels]));
    }
    half[3] = UINT16_MAX;
    if (channels == 3) continue;
    const uint16_t alphas[4] = {top[3], top[7], bottom[3], bottom[7]};
    for (unsigned a = 0; a < 4; a++) half[3] = alphas[a] < half[3] ? alphas[a] : half[3];
  }
}

void p3_halve_rows(const uint16_t *top, const uint16_t *bottom, size_t count, unsigned channels, uint16_t *half) {
  if (channels == 3)
    halve(top, bottom, count, 3, half);
  else
    halve(top, bottom, count, 4, half);
}

/// Whether any bit from `first` to `last`, inclusive, is set. Reads only the bytes that hold them.
static int any_bit(const uint8_t *bits, size_t first, size_t last) {
  const size_t low = first / 8, high = last / 8;
  unsigned any = bits[low] >> first % 8 << first % 8;
  if (low == high) return (any & (2u << last % 8) - 1) != 0;
  for (size_t byte = low + 1; byte < high; byte++) any |= bits[byte];
  return (any | (bits[high] & (2u << last % 8) - 1)) != 0;
}

void p3_mark_blocks(const uint8_t *outside, size_t first_bit, size_t count, uint8_t *active) {
  for (size_t x = 0; x < count; x += P3_CLIP_BLOCK) {
    const size_t end = x + P3_CLIP_BLOCK < count ? x + P3_CLIP_BLOCK : count;
    const size_t start = x == 0 ? 0 : x - P3_PAIR_REACH;
    active[x / P3_CLIP_BLOCK] |= (uint8_t)any_bit(outside, first_bit + 2 * start, first_bit + 2 * end - 1);
  }
}

// MARK: Blocks

/// The rows of one block, and of the block to its left.
typedef struct {
  p3_target target;
  const p3_plan *plan;
  const p3_clip_limits *limits;
  float matrix[9];
  size_t count, stride;
  float *planes;
  /// Bits of the block's pixels that are at least half opaque; that are out of gamut; and opacity bits of the block
  /// before.
  uint32_t opaque[P3_CELL_ROWS], outside[P3_CELL_ROWS], before[P3_CELL_ROWS];
} blocks;

static float *planes_of(const blocks *blocks, size_t row, size_t block) {
  return blocks->planes + row * P3_CLIP_PLANES * blocks->stride + (block + 1) * P3_CLIP_BLOCK;
}

/// Computes the colours of one row of a block.
static void fill(blocks *blocks, const uint16_t *half, size_t row, size_t block) {
  const p3_decoder *const *decoders = blocks->plan->decoders;
  const size_t first = block * P3_CLIP_BLOCK, rest = blocks->count - first;
  const size_t count = rest < P3_CLIP_BLOCK ? rest : P3_CLIP_BLOCK;
  const uint16_t *pixel = half + 4 * (row * blocks->count + first);
  float rgb[3][P3_CLIP_BLOCK] = {{0}};
  uint32_t opaque = 0;
  for (size_t i = 0; i < count; i++, pixel += 4) {
    for (unsigned c = 0; c < 3; c++) rgb[c][i] = decoders[c]->nearest[pixel[c]];
    opaque |= (uint32_t)(pixel[3] >> 15) << i;
  }
  blocks->opaque[row] = opaque;
  blocks->outside[row] = opaque & P3_CHOOSE(p3_clip_colors, blocks->target)(
                                      blocks->matrix, blocks->limits->cones, (const float(*)[P3_CLIP_BLOCK])rgb,
                                      planes_of(blocks, row, block), blocks->stride);
}

// MARK: Cells

static unsigned count_of(uint32_t bits, size_t cell) {
  return (unsigned)__builtin_popcount(bits >> cell * P3_CELL_SIDE & ((1u << P3_CELL_SIDE) - 1));
}

static float squared_distance(const float *first, const float *second, size_t stride) {
  const float l = first[0] - second[0], a = first[stride] - second[stride], b = first[2 * stride] - second[2 * stride];
  return l * l + a * a + b * b;
}

/// Keeps the colours of a pair that is gone if it loses more than the pair kept so far.
static void keep_most(p3_clip_cell *cell, const float *first, const float *second, size_t stride) {
  if (squared_distance(first, second, stride) <= squared_distance(cell->first, cell->second, 1)) return;
  for (size_t i = 0; i < 3; i++) {
    cell->first[i] = first[i * stride];
    cell->second[i] = second[i * stride];
  }
}

/// Adds the pairs that one row of a block makes with the pixels at `other`, if both are opaque.
static void add_pairs(const blocks *blocks, const float *here, const float *other, uint32_t opaque,
                      p3_clip_cell *cells) {
  const p3_clip_limits *limits = blocks->limits;
  const p3_clip_pairs pairs =
      P3_CHOOSE(p3_compare_clips, blocks->target)(here, other, blocks->stride, limits->apart, limits->alike);
  for (size_t cell = 0; cell < CELLS; cell++) {
    cells[cell].gone += (uint8_t)count_of(pairs.gone & opaque, cell);
    cells[cell].kept += (uint8_t)count_of(pairs.kept & opaque, cell);
  }
  for (uint32_t gone = pairs.gone & opaque; gone != 0; gone &= gone - 1) {
    const size_t x = (unsigned)__builtin_ctz(gone);
    keep_most(&cells[x / P3_CELL_SIDE], other + x, here + x, blocks->stride);
  }
}

/// Adds the colours of one row of a block to the sums of its cells.
static void add_colors(const blocks *blocks, const float *here, uint32_t opaque, uint32_t outside,
                       p3_clip_cell *cells) {
  for (size_t cell = 0; cell < CELLS; cell++) {
    cells[cell].opaque += (uint8_t)count_of(opaque, cell);
    cells[cell].outside += (uint8_t)count_of(outside, cell);
    for (size_t plane = 0; plane < P3_CLIP_PLANES; plane++) {
      const float *color = here + plane * blocks->stride + cell * P3_CELL_SIDE;
      float *sum = plane < 3 ? &cells[cell].before[plane] : &cells[cell].after[plane - 3];
      *sum += (color[0] + color[1] + (color[2] + color[3])) / PIXELS_OF_CELL;
    }
  }
}

static void find_cells(const blocks *blocks, size_t block, p3_clip_cell *cells) {
  for (size_t row = P3_PAIR_REACH; row < P3_CELL_ROWS; row++) {
    const float *here = planes_of(blocks, row, block), *above = planes_of(blocks, row - P3_PAIR_REACH, block);
    const uint32_t opaque = blocks->opaque[row];
    const uint32_t left = opaque << P3_PAIR_REACH | blocks->before[row] >> (P3_CLIP_BLOCK - P3_PAIR_REACH);
    add_pairs(blocks, here, here - P3_PAIR_REACH, opaque & left, cells);
    add_pairs(blocks, here, above, opaque & blocks->opaque[row - P3_PAIR_REACH], cells);
    add_colors(blocks, here, opaque, blocks->outside[row], cells);
  }
}

static int is_active(const uint8_t *active, size_t block, size_t count) {
  unsigned any = 0;
  for (size_t row = 0; row < P3_CELL_ROWS && block < count; row++) any |= active[row * count + block];
  return any != 0;
}

void p3_find_clip_cells(p3_target target, const p3_plan *plan, const p3_clip_limits *limits, const uint16_t *half,
                        const uint8_t *active, size_t count, float *planes, p3_clip_cell *cells) {
  const size_t number = (count + P3_CLIP_BLOCK - 1) / P3_CLIP_BLOCK;
  blocks blocks = {.target = target, .plan = plan, .limits = limits, .count = count, .planes = planes};
  blocks.stride = (number + 1) * P3_CLIP_BLOCK;
  for (size_t i = 0; i < 9; i++) blocks.matrix[i] = (float)plan->matrix[i];
  for (size_t block = 0; block < number; block++) {
    const size_t first = block * CELLS, end = (count + P3_CELL_SIDE - 1) / P3_CELL_SIDE;
    p3_clip_cell found[CELLS] = {{0}};
    const int is_next = is_active(active, block + 1, number), is_this = is_active(active, block, number);
    memcpy(blocks.before, blocks.opaque, sizeof blocks.before);
    if (block == 0) memset(blocks.before, 0, sizeof blocks.before);
    for (size_t row = 0; row < P3_CELL_ROWS && (is_this || is_next); row++) fill(&blocks, half, row, block);
    if (is_this) find_cells(&blocks, block, found);
    memcpy(cells + first, found, (end - first < CELLS ? end - first : CELLS) * sizeof *found);
  }
}
