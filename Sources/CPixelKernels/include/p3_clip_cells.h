#ifndef P3_CLIP_CELLS_H
#define P3_CLIP_CELLS_H

// The structure of an image that clipping to a gamut destroys, counted in cells of 8 × 8 pixels.
//
// Computed at half size, so that anti-aliasing and grain count less. Each half-size pixel has an OKLab colour before
// and after the clip, times 100. It forms one pair with the pixel 2 to its left and one with the pixel 2 above. A pair
// is kept if its colours are apart after the clip. It is gone if they were apart before and are alike after.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"

enum {
  /// In half-size pixels: the side of a cell, and the distance between the pixels of a pair.
  P3_CELL_SIDE = 4,
  P3_PAIR_REACH = 2,
  /// Half-size rows needed for a row of cells: its own, and the rows above that its pairs reach.
  P3_CELL_ROWS = P3_CELL_SIDE + P3_PAIR_REACH,
  /// Half-size pixels that are computed together.
  P3_CLIP_BLOCK = 16,
  /// Lightness, a and b before the clip, and after it.
  P3_CLIP_PLANES = 6,
};

typedef struct {
  /// Pairs that are gone and kept; half-size pixels that are at least half opaque; half-size pixels out of gamut.
  uint8_t gone, kept, opaque, outside;
  /// Mean OKLab colours of the cell; meaningful only if all its pixels are opaque.
  float before[3], after[3];
  /// The colours, before the clip, of the pair that loses most.
  float first[3], second[3];
} p3_clip_cell;

/// Constants of a search for cells.
typedef struct {
  /// Row-major: the plan's linear destination colours to OKLab's cone responses.
  float cones[9];
  /// OKLab distances: the least of colours that are apart, and the limit below which colours are alike.
  float apart, alike;
} p3_clip_limits;

/// Averages 2 × 2 pixels of two rows into each of `count` half-size pixels of four samples. Alpha is the least of the
/// four.
void p3_halve_rows(const uint16_t *top, const uint16_t *bottom, size_t count, unsigned channels, uint16_t *half);

/// Sets a byte in `active` for each block of `count` half-size pixels in which one of its pixels, or of the pixels to
/// the left that its pairs reach, is out of gamut. Pixel i is out if bit `first_bit` + i of `outside` is set.
void p3_mark_blocks(const uint8_t *outside, size_t first_bit, size_t count, uint8_t *active);

/// Finds the row of cells in `half`, P3_CELL_ROWS rows of `count` half-size pixels. `active` holds as many rows of a
/// byte per block; cells of inactive blocks are zero. `planes` is scratch memory of P3_CELL_ROWS · P3_CLIP_PLANES ·
/// (blocks + 1) · P3_CLIP_BLOCK floats.
void p3_find_clip_cells(p3_target target, const p3_plan *plan, const p3_clip_limits *limits, const uint16_t *half,
                        const uint8_t *active, size_t count, float *planes, p3_clip_cell *cells);

#endif
