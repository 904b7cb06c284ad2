#ifndef P3_BANDING_KERNELS_H
#define P3_BANDING_KERNELS_H

// The line scanner of the banding rule: finds staircases along rows and columns of 16-bit samples.
//
// A staircase is a chain of plateaus whose consecutive steps have one sign and similar sizes. The scanner
// works per channel and in code values only; the caller judges with colour what of it can be seen. It sees
// one row at a time, keeps per-column state, and gives the same chains whatever the caller's strip height.
//
// Rows stay interleaved all the way: a lane is one channel of one column, lane = channels · x + channel.

#include "p3_cpu.h"

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
  uint16_t changes_right;
  /// The same towards the pixel above.
  uint16_t changes_down;
  /// Pixels that differ at all from their left or upper neighbour.
  uint16_t any_changes;
  /// The colour in its middle.
  uint16_t colour[4];
} p3_band_cell;

typedef struct p3_band_scan p3_band_scan;

/// Whom the scanner gives each chain as it closes.
typedef struct {
  void (*take)(void *context, const p3_band_chain *chain);
  void *context;
} p3_band_taker;

/// A scanner of `width` × `height` pixels of 1 to 4 channels, counting changes in cells of `cell` pixels
/// (4…64), with the kernels of a target that this CPU can run. Null when memory ends.
p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target);
void p3_band_scan_free(p3_band_scan *scan);

/// Takes the next `count` rows of `width` interleaved pixels, `stride` samples apart. The order of chains depends on
/// the pixels alone.
void p3_band_scan_rows(
    p3_band_scan *scan, const uint16_t *rows, size_t stride, int32_t count, p3_band_taker taker);

/// Closes all chains after the last row.
void p3_band_scan_finish(p3_band_scan *scan, p3_band_taker taker);

/// The cells, row after row, ceil(width / cell) to a row.
const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count);

// MARK: Kernels

/// Lanes of a vector of the tolerant kernels. On every target one vector's closings follow the other's: all find
/// plateaus in one order.
#define P3_BAND_LANES 16
/// Rows of box averages that are scanned together.
#define P3_BAND_GROUP 8
/// A narrow and a wide tolerance.
#define P3_BAND_TOLERANCES 2
/// Columns of box averages that are scanned together: whole vectors of lanes whatever the channels.
#define P3_BAND_TILE 32
/// The most plateaus' ends that one call of a tolerant kernel writes, a vector each.
#define P3_BAND_CLOSINGS (P3_BAND_TILE * 4)
/// Plateaus of fewer samples are none: at normal distances the eye averages over them.
#define P3_BAND_LEAST_RUN 4

/// Codes that a tolerant plateau may spread: a quarter of an 8-bit code for what was resampled in 16 bits, and a
/// little over one code for compression and noise.
#define P3_BAND_NARROW 64
#define P3_BAND_WIDE 288

/// Words of bits that the kernels take at a time: their arrays have whole blocks of them, and a block of zeros behind.
#define P3_BAND_BLOCK 8
/// Binary digits of counts up to 7, up to 31, and up to 64, the most rows that cells have.
#define P3_BAND_FEW_DIGITS 3
#define P3_BAND_SOME_DIGITS 5
#define P3_BAND_MOST_DIGITS 7

/// Where a row's samples differ from those of the pixel to the left and of the row above: at all, and by more
/// than half an 8-bit code. One bit per lane, lane 0 the lowest of word 0.
typedef struct {
  uint64_t *right, *down, *right_large, *down_large;
} p3_band_marks;

/// The joining of tolerant plateaus: at most this many samples lie between two of them, ...
#define P3_BAND_MOST_GAP 4
/// ... one within the tolerance of the last one continues it, and steps between that and this are of no use: a
/// ramp cut into pieces by the tolerance alone has steps of at most 2.7 tolerances.
#define P3_BAND_NARROW_STEP 176
#define P3_BAND_WIDE_STEP 771
/// 13 codes of 8 bits. Five bits make steps of 8; larger ones are drawn on purpose.
#define P3_BAND_MOST_STEP 3400

/// Where sixteen lanes are among their tolerant plateaus. Counts stop at 65535.
typedef struct {
  /// The plateau that is open: its least and greatest sample and how many it has. 65535, 0 and 0 at first.
  uint16_t low[P3_BAND_LANES], high[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The last plateau: the middle between its least and greatest sample, its samples, and those since. 65535
  /// samples ago is never.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// All bits of a lane: the last plateau ends a step.
  uint16_t climbs[P3_BAND_LANES];
} p3_band_open;

/// The sample that ended plateaus.
typedef struct {
  /// Which of the rows (down), which pixel of the tile (along).
  uint16_t at;
  /// The vector of lanes (down) or the channel (along).
  uint16_t vector;
  /// 0 narrow, 1 wide (down); along, lanes 0 to 7 are the rows with the narrow, 8 to 15 with the wide tolerance.
  uint16_t tolerance;
} p3_band_place;

/// Plateaus that a sample of their lane ended, and that make or end a chain. Those that do neither, the most by far,
/// never leave the kernel.
typedef struct {
  /// The plateau that ended: its middle, and its samples.
  uint16_t middle[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The last one before, and the samples since, those of the plateau included.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// The lanes that mean anything, one bit each; of them those where the two make a step.
  uint16_t lanes, steps;
  p3_band_place place;
} p3_band_closing;

/// The loops that have a body per target; all give the same results. `StaircaseReference` says what in plain words.
typedef struct {
  /// Marks `words` · 64 lanes of `here`; the `channels` samples before it must repeat its first pixel.
  void (*compare)(const uint16_t *here, const uint16_t *above, int channels, size_t words, const p3_band_marks *);
  /// Averages 2 × 2 pixels: ⌊⌋ of the two of each row, then rounded half up. Writes `pixels` pixels, reads
  /// twice as many of each row. Writes up to 16 samples more, whose values mean nothing.
  void (*average)(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels, uint16_t *averages);
  /// Feeds `vectors` · 16 lanes, at most a tile of them, one sample of each of `count` rows. `open` has
  /// P3_BAND_TOLERANCES entries per vector. Reads up to 16 lanes more. Returns how many closings it wrote: by vector,
  /// row, tolerance.
  size_t (*down)(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                 p3_band_closing *closings);
  /// Feeds eight rows, side by side, their next `pixels` pixels, at most a tile. `open` has an entry per channel.
  /// Reads up to 8 samples more. Returns how many closings it wrote: by channel, pixel.
  size_t (*along)(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                  p3_band_closing *closings);
  /// Counts, for each lane, whether it or one of the `channels` − 1 behind it has its bit set. Counters have their
  /// `digits`, one of the three numbers above, across blocks: digit d of the lanes of word w of block b is in
  /// counts[(b · digits + d) · 8 + w].
  void (*count)(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts);
  /// Sums of the counters of the pixels' first lanes, over every `step` of `lanes` lanes: whole pixels.
  void (*sum)(const uint64_t *counts, int digits, size_t lanes, size_t step, int channels, uint32_t *sums);
  /// The edges that no other edge of their channel follows in the next three samples. Lists the words that have any,
  /// and returns how many those are; the list may be written up to a block further.
  size_t (*starts)(const uint64_t *edges, int channels, size_t blocks, uint64_t *starts, uint32_t *list);
  /// Moves columns on by a row: the lanes whose plateau ends, and those that have had three samples without an edge
  /// since one, whose plateau has begun. `edges` are those of this row, then of the three before. Lists words as above.
  size_t (*columns)(uint64_t *const edges[P3_BAND_LEAST_RUN], size_t blocks, uint64_t *inside, uint64_t *starts,
                    uint64_t *ends, uint32_t *list);
} p3_band_kernels;

/// The kernels of a target that this CPU can run.
const p3_band_kernels *p3_band_kernels_for(p3_target target);

#endif
