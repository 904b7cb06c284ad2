#ifndef P3_BANDING_KERNELS_H
#define P3_BANDING_KERNELS_H

// The line scanner of the banding rule: finds staircases along rows and columns of 16-bit samples.
//
// A staircase is a chain of plateaus whose consecutive steps have one sign and similar sizes. The scanner
// works per channel and in code values only; the caller judges with colour what of it can be seen. It sees
// one row at a time, keeps per-column state, and gives the same chains whatever the caller's strip height.

#include <stddef.h>
#include <stdint.h>

/// A staircase along one line. Lengths are in pixels of the full image.
typedef struct {
  /// The row (direction 0) or column (direction 1) that the chain lies on.
  int32_t line;
  /// Where its first plateau starts and its last one ends, along the line.
  int32_t start, end;
  /// Where the first plateau ends and the last one starts.
  int32_t first_end, last_start;
  /// How many steps it has, and the sum of their absolute sizes in 16-bit codes.
  int32_t steps;
  int32_t step_sum;
  /// Its smallest and its largest step, absolute.
  int32_t least_step, most_step;
  /// The colours of the last plateau and of the one before; channels the image does not have are 0.
  uint16_t colour[4], colour_before[4];
  /// 0 red or grey, 1 green, 2 blue, 3 alpha (1 of a two-channel image).
  uint8_t channel;
  /// 0 along a row, 1 along a column.
  uint8_t direction;
  /// 1: exact plateaus at full size. 2 or 4: tolerant plateaus in that box average, each line this thick.
  uint8_t scale;
  /// 0 for the narrow, 1 for the wide tolerance of scales 2 and 4.
  uint8_t tolerance;
} p3_band_chain;

/// What is known of one square of the image besides the chains that cross it.
typedef struct {
  /// Pixels that differ visibly (over half an 8-bit code in some channel) from their left neighbour.
  uint32_t changes_right;
  /// The same towards the pixel above.
  uint32_t changes_down;
  /// Pixels that differ at all from their left or upper neighbour.
  uint32_t any_changes;
  /// The colour in its middle.
  uint16_t colour[4];
} p3_band_cell;

typedef struct p3_band_scan p3_band_scan;

/// A scanner of `width` × `height` pixels of 1 to 4 channels, counting changes in cells of `cell` pixels
/// (4…64). Null when memory ends.
p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell);
void p3_band_scan_free(p3_band_scan *scan);

/// Takes the next row: `width` interleaved pixels. Returns 0 when memory ends, else 1.
int p3_band_scan_row(p3_band_scan *scan, const uint16_t *row);

/// Closes all chains after the last row. Returns 0 when memory ends, else 1.
int p3_band_scan_finish(p3_band_scan *scan);

/// The chains closed since `p3_band_scan_forget`, in an order that depends on the pixels alone.
const p3_band_chain *p3_band_scan_chains(const p3_band_scan *scan, size_t *count);
void p3_band_scan_forget(p3_band_scan *scan);

/// The cells, row after row, ceil(width / cell) to a row.
const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count);

/// Bit x of `bits` (ceil(count / 64) words) says that a[x] and b[x] differ. Both are readable, and are
/// compared, up to the next multiple of 64; bits from `count` on are meaningless.
void p3_band_differences(const uint16_t *a, const uint16_t *b, size_t count, uint64_t *bits);

/// One sample for each of `count` (a multiple of 8) lines: widens each line's plateau when it stays within
/// `tolerance` codes, else starts a new one with the sample. Bit i of `closed` (count / 8 bytes) says that
/// line i had a plateau of at least `least` samples and left it; its state is then in `low`, `high`,
/// `length` as it was, in `closed_*`.
void p3_band_widen(
    const uint16_t *samples, size_t count, uint16_t tolerance, uint16_t least, uint16_t *low, uint16_t *high,
    uint16_t *length, uint16_t *closed_middle, uint16_t *closed_length, uint8_t *closed);

#endif
