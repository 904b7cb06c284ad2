#ifndef P3_BANDING_SCAN_H
#define P3_BANDING_SCAN_H

// The inside of the scanner, shared by its full-size and its box-averaged half.

#include "banding_chain.h"
#include "banding_vector.h"

/// Box averages of 2×2 and 4×4 pixels, each with a narrow and a wide tolerance.
#define P3_BAND_LEVELS 2
#define P3_BAND_TOLERANCES 2

/// Lines of box averages that are scanned along rows together, one to a vector lane.
#define P3_BAND_GROUP 8

/// Full-size columns of one channel.
typedef struct {
  uint64_t *edges[4];     // this row's differences from the row above, and those of the three rows before
  uint64_t *inside;       // columns that are in a plateau
  int32_t *start;         // where that plateau started
  p3_band_stair *stairs;  // per column
} p3_band_exact;

/// Tolerant plateaus of a set of parallel lines.
typedef struct {
  uint16_t *low, *high, *length;  // per line
  p3_band_stair *stairs;
} p3_band_lines;

/// One box-averaged size of the image.
typedef struct {
  int32_t scale, width, rows;          // rows: how many have come
  size_t padded;                       // width to the next multiple of 8
  uint16_t *half[4];                   // the first of two rows to average, summed in pairs
  int32_t has_half;
  uint16_t *group[4][P3_BAND_GROUP];   // finished rows that wait to be scanned along
  p3_band_lines columns[4][P3_BAND_TOLERANCES];
  p3_band_lines along[4][P3_BAND_TOLERANCES];
  uint16_t *closed_middle, *closed_length;
  uint8_t *closed;
} p3_band_level;

struct p3_band_scan {
  int32_t width, height, channels, cell, y;
  int32_t cells_across;
  size_t words, padded, cell_count;
  int current, failed;
  uint16_t *planes[2][4];
  uint64_t *row_bits;
  uint8_t *row_changes, *column_changes, *any_changes;
  p3_band_exact exact[4];
  p3_band_level levels[P3_BAND_LEVELS];
  p3_band_cell *cells;
  p3_band_chain *chains;
  size_t chain_count, chain_capacity;
};

/// The current row's plane and that of the row above; sample 0 lies 8 in, so that [-1] exists.
static inline uint16_t *p3_band_plane(p3_band_scan *scan, int32_t channel) {
  return scan->planes[scan->current][channel] + 8;
}
static inline uint16_t *p3_band_plane_above(p3_band_scan *scan, int32_t channel) {
  return scan->planes[scan->current ^ 1][channel] + 8;
}

int p3_band_report(p3_band_scan *scan, const p3_band_chain *chain);

/// Reports a finished chain; `line` and the stair's positions are in samples of `scale` pixels.
void p3_band_report_stair(
    p3_band_scan *scan, const p3_band_stair *stair, int32_t channel, int direction, int32_t line, int32_t scale,
    int tolerance);
int p3_band_levels_create(p3_band_scan *scan);
void p3_band_levels_free(p3_band_scan *scan);
void p3_band_levels_row(p3_band_scan *scan);
void p3_band_levels_finish(p3_band_scan *scan);

#endif
