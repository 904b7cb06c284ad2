#ifndef P3_BANDING_CELLS_H
#define P3_BANDING_CELLS_H

// For each square cell of the image: how many pixels change, and the colour in the middle.

#include "banding/image.h"

typedef struct {
  const p3_band_image *image;
  /// Pixels along a cell's side, cells in a row, and cells in all.
  int32_t size, across;
  size_t count;
  /// Bit-sliced counters of `digits` binary digits for the current row of cells, one per column of pixels, kept at the
  /// pixel's first sample: changes to the right, changes down, and any change.
  uint64_t *counts[3];
  int digits;
  /// Sums of one kind of counters: one per cell of the row.
  uint32_t *sums;
  p3_band_cell *cells;
} p3_band_cells;

/// Returns 0 when out of memory; `p3_band_cells_free` must be called then, too.
int p3_band_cells_create(p3_band_cells *cells, const p3_band_image *image, int32_t size);
void p3_band_cells_free(p3_band_cells *cells);

/// Counts the changes of row `y`, whose samples are `row`. Overwrites the marks of large changes to the right.
void p3_band_cells_take(p3_band_cells *cells, int32_t y, const uint16_t *row, const p3_band_marks *marks);

#endif
