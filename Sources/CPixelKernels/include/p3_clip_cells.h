#ifndef P3_CLIP_CELLS_H
#define P3_CLIP_CELLS_H

// What clipping to a gamut takes away from the structure of an image, counted in cells of 8 × 8 pixels.
//
// The image is looked at in half its size, so that anti-aliasing and grain count less. Each pixel there has an OKLab
// colour before the clip and one after it, times 100. It makes a pair with the pixel 2 to its left and one with that 2
// above it. A pair is gone where it was apart before and is one colour after; it is kept where it is apart after.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"

enum {
  /// Pixels of half size across and down of a cell, and from one pixel of a pair to the other.
  P3_CELL_SIDE = 4,
  P3_PAIR_REACH = 2,
  /// Rows of half size for a row of cells: its own, and above them those that its pairs reach.
  P3_CELL_ROWS = P3_CELL_SIDE + P3_PAIR_REACH,
  /// Pixels of half size that are computed together.
  P3_CLIP_BLOCK = 16,
  /// Lightness, a and b before the clip, and after it.
  P3_CLIP_PLANES = 6,
};

typedef struct {
  /// Pairs that are gone, and kept; pixels of half size that are at least half opaque, and pixels out of gamut.
  uint8_t gone, kept, opaque, outside;
  /// Mean colours, of opaque pixels where all are.
  float before[3], after[3];
  /// The colours before the clip of the pair that loses most.
  float first[3], second[3];
} p3_clip_cell;

/// What a row of cells is found with.
typedef struct {
  /// Row-major, linear colours of the plan's destination to the cone responses of OKLab.
  float cones[9];
  /// OKLab distances: a pair is apart from the first on, and one colour under the second.
  float apart, alike;
} p3_clip_limits;

/// Averages two rows: `half` receives `count` pixels of four samples, which 2 × 2 pixels make. Alpha is the least.
void p3_halve_rows(const uint16_t *top, const uint16_t *bottom, size_t count, unsigned channels, uint16_t *half);

/// For each block of `count` pixels of half size sets a byte in `active`, where one of its pixels or of those that its
/// pairs reach to the left is out of gamut: pixel i has bit `first_bit` + i of `outside`.
void p3_mark_blocks(const uint8_t *outside, size_t first_bit, size_t count, uint8_t *active);

/// Finds the row of cells of P3_CELL_ROWS rows of `count` pixels, `half`. `active` has as many rows of a byte for each
/// block. `planes` is memory: P3_CELL_ROWS · P3_CLIP_PLANES · (blocks + 1) · P3_CLIP_BLOCK floats. Cells whose block is
/// not active are zero.
void p3_find_clip_cells(p3_target target, const p3_plan *plan, const p3_clip_limits *limits, const uint16_t *half,
                        const uint8_t *active, size_t count, float *planes, p3_clip_cell *cells);

#endif
