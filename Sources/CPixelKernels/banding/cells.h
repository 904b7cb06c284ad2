#ifndef P3_BANDING_CELLS_H
#define P3_BANDING_CELLS_H

// What is known of each square of the image besides its chains: how many of its pixels change, and the colour in its
// middle.

#include "banding/image.h"

typedef struct {
  const p3_band_image *image;
  /// Pixels to a cell's side, cells to a row of them, and all cells.
  int32_t size, across;
  size_t count;
  /// Counters of changes to the right, down, and any, of the row of cells in hand; one for each pixel's column, kept
  /// with its first sample, of `digits` binary digits.
  uint64_t *counts[3];
  int digits;
  /// Sums of one kind of counters, one for each cell of a row.
  uint32_t *sums;
  p3_band_cell *cells;
} p3_band_cells;

/// Returns 0 when memory ends; then, too, `p3_band_cells_free` must be called.
int p3_band_cells_create(p3_band_cells *cells, const p3_band_image *image, int32_t size);
void p3_band_cells_free(p3_band_cells *cells);

/// Counts the changes of row `y`, which is `row`. Uses the marks of large changes to the right as scratch.
void p3_band_cells_take(p3_band_cells *cells, int32_t y, const uint16_t *row, const p3_band_marks *marks);

#endif
