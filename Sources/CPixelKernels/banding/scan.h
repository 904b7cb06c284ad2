#ifndef P3_BANDING_SCAN_H
#define P3_BANDING_SCAN_H

// The inside of the scanner, shared by its full-size and its box-averaged half.

#include "banding/chain.h"

#include <stdlib.h>

/// Box averages of 2×2 and 4×4 pixels, each with a narrow and a wide tolerance.
#define P3_BAND_LEVELS 2

/// Samples that may be read or written behind a row of averages.
#define P3_BAND_MARGIN 64

/// The last exact plateau of a column; all zeros before the first.
typedef struct {
  int32_t start, end;
  uint16_t value;
  uint16_t climbs;  // whether it ends a step
} p3_band_last;

/// One box-averaged size of the image.
typedef struct {
  int32_t scale, width, rows;  // rows: how many have come
  size_t lanes;
  uint16_t *group[1 + P3_BAND_GROUP];  // the row before the group, then the group's, which wait to be scanned
  p3_band_open *open;                  // per vector of lanes and tolerance
  p3_band_climb *climbs[P3_BAND_TOLERANCES];
} p3_band_level;

struct p3_band_scan {
  int32_t width, height, channels, cell, y;
  size_t lanes, words, blocks;
  uint64_t inverse;  // of the channels, times 2³², a little more
  const p3_band_kernels *kernels;
  p3_band_taker taker;  // of the call in hand
  uint16_t colour_mask[4];
  const uint16_t *here, *above;  // the row in hand and the one before
  uint16_t *kept;                // the last row of the call before
  p3_band_marks marks;           // of the row in hand
  uint64_t *starts, *ends;       // of exact plateaus
  uint32_t *list;                // of the words that have any
  // Full-size columns, by lane.
  uint64_t *edges[P3_BAND_LEAST_RUN];  // differences of this row and the three before from the one above each
  uint64_t *inside;                    // lanes that are in a plateau
  int32_t *start;                      // where that plateau started
  p3_band_last *last;
  p3_band_climb *climbs;
  p3_band_level levels[P3_BAND_LEVELS];
  p3_band_closing *closings;
  // Changes to the right, down, and any, of the row of cells in hand: counters of the pixels' first lanes.
  uint64_t *counts[3];
  int digits;      // of each
  uint32_t *sums;  // of one kind of changes, by cell
  p3_band_cell *cells;
  int32_t cells_across;
  size_t cell_count;
};

/// The pixel that a lane belongs to: lane / channels, for up to 2³¹ lanes.
static inline size_t p3_band_pixel(const p3_band_scan *scan, size_t lane) { return lane * scan->inverse >> 32; }

/// The colour at `pixel`; channels that the image does not have become 0.
static inline void p3_band_colour(const p3_band_scan *scan, const uint16_t *pixel, uint16_t colour[4]) {
  for (int c = 0; c < 4; c++) colour[c] = pixel[c < scan->channels ? c : 0] & scan->colour_mask[c];
}

static inline p3_band_line p3_band_line_of(
    const p3_band_scan *scan, int32_t line, int direction, int32_t channel) {
  return (p3_band_line){.taker = scan->taker, .line = line, .channel = (uint8_t)channel,
                        .direction = (uint8_t)direction, .scale = 1};
}

/// Zeros from the system, which are no memory until they are touched.
static inline void *p3_band_zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

/// Words of bits in whole blocks, and a block of zeros behind.
static inline uint64_t *p3_band_bits(const p3_band_scan *scan) {
  return p3_band_zeroed((scan->blocks + 1) * P3_BAND_BLOCK, sizeof(uint64_t));
}

int p3_band_cells_create(p3_band_scan *scan);
void p3_band_cells_free(p3_band_scan *scan);
/// Counts the changes of the row in hand. Uses up the marks of large ones.
void p3_band_cells_take(p3_band_scan *scan);

int p3_band_levels_create(p3_band_scan *scan);
void p3_band_levels_free(p3_band_scan *scan);
/// Takes the full-size rows `above` and `here`.
void p3_band_levels_take(p3_band_scan *scan);
void p3_band_levels_finish(p3_band_scan *scan);

#endif
