#ifndef P3_BANDING_KERNELS_H
#define P3_BANDING_KERNELS_H

// The line scanner of the banding rule: finds staircases along rows and columns of 16-bit samples.
//
// A staircase is a chain of plateaus whose consecutive steps have one sign and similar sizes. The scanner works per
// channel and in code values only; the caller decides by colour which chains are visible. It takes one row at a time,
// keeps the state of every column, and gives the same chains whatever the height of the caller's strips.
//
// Rows stay interleaved: sample channels · x + channel of a row is `channel` of pixel x, and every sample is scanned as
// part of its row and of its column. Where bits stand for samples, sample i is bit i % 64 of word i / 64.

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
  uint16_t color[4], color_before[4];
  /// 0 red or grey, 1 green, 2 blue, 3 alpha (1 of a two-channel image).
  uint8_t channel;
  /// 0 along a row, 1 along a column.
  uint8_t direction;
  /// 1: exact plateaus at full size. 2 or 4: tolerant plateaus in that box average, each line this thick.
  uint8_t scale;
  /// 0 for the narrow, 1 for the wide tolerance of scales 2 and 4.
  uint8_t tolerance;
} p3_band_chain;

/// One square of the image: what the scanner knows of it besides the chains that cross it.
typedef struct {
  /// Pixels that differ visibly (over half an 8-bit code in some channel) from their left neighbour.
  uint16_t changes_right;
  /// The same towards the pixel above.
  uint16_t changes_down;
  /// Pixels that differ at all from their left or upper neighbour.
  uint16_t any_changes;
  /// The colour in its middle.
  uint16_t color[4];
} p3_band_cell;

typedef struct p3_band_scan p3_band_scan;

/// Called with each chain as it ends.
typedef struct {
  void (*call)(void *context, const p3_band_chain *chain);
  void *context;
} p3_band_callback;

/// A scanner of `width` × `height` pixels of 1 to 4 channels that counts changes in square cells of `cell` pixels
/// (4…64) a side, with the kernels of a target that this CPU can run. Null when memory ends.
p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target);
void p3_band_scan_free(p3_band_scan *scan);

/// Scans the next `count` rows of `width` interleaved pixels, `stride` samples apart. The order of chains depends on
/// the pixels alone.
void p3_band_scan_rows(p3_band_scan *scan, const uint16_t *rows, size_t stride, int32_t count,
                       p3_band_callback callback);

/// Ends all chains after the last row.
void p3_band_scan_finish(p3_band_scan *scan, p3_band_callback callback);

/// The cells, row after row, ceil(width / cell) to a row.
const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count);

// MARK: Kernels

/// SIMD lanes of a vector of the tolerant kernels, on every target: the order of closings follows from it.
#define P3_BAND_LANES 16
/// Rows of box averages that are scanned together.
#define P3_BAND_GROUP 8
/// A narrow and a wide tolerance.
#define P3_BAND_TOLERANCES 2
/// Columns of box averages that are scanned together: whole vectors, whatever the number of channels.
#define P3_BAND_TILE 32
/// The most closings, a vector of ended plateaus each, that one call of a tolerant kernel writes.
#define P3_BAND_CLOSINGS (P3_BAND_TILE * 4)
/// Fewer equal samples are no plateau: at normal viewing distances the eye averages over them. (Article Banding, "How
/// it works".)
#define P3_BAND_LEAST_RUN 4

/// The most codes between the least and the greatest sample of a tolerant plateau: a quarter of an 8-bit code for what
/// was resampled in 16 bits, a little over one 8-bit code for compression and noise.
#define P3_BAND_NARROW 64
#define P3_BAND_WIDE 288

/// Words of bits that the kernels work on together. Arrays of bits have whole blocks, and a block of zeros behind them.
#define P3_BAND_BLOCK 8
/// Binary digits of counts up to 7, up to 31, and up to 64, the most rows that cells have.
#define P3_BAND_FEW_DIGITS 3
#define P3_BAND_SOME_DIGITS 5
#define P3_BAND_MOST_DIGITS 7

/// Bits of a row's samples: whether they differ from the sample of the pixel to the left and of the one above, at all
/// and by more than half an 8-bit code.
typedef struct {
  uint64_t *right, *down, *right_large, *down_large;
} p3_band_marks;

/// The most samples between two tolerant plateaus of one chain.
#define P3_BAND_MOST_GAP 4
/// The least step in codes between two tolerant plateaus. A plateau within the tolerance of the last one continues it.
/// Steps between the tolerance and this are ignored: a smooth ramp that the tolerance alone cuts into pieces has steps
/// of at most 2.7 tolerances.
#define P3_BAND_NARROW_STEP 176
#define P3_BAND_WIDE_STEP 771
/// The largest step between two tolerant plateaus, 13 codes of 8 bits: quantising to five bits makes steps of 8.
#define P3_BAND_MOST_STEP 3400
/// The same between two exact plateaus, 17.5 codes: quantising to four bits makes steps of 17.
#define P3_BAND_MOST_EXACT_STEP 4500

/// The state of sixteen lines, one to a SIMD lane, among their tolerant plateaus. Counts stop at 65535.
typedef struct {
  /// The open plateau: its least and greatest sample and its length in samples. 65535, 0 and 0 at first.
  uint16_t low[P3_BAND_LANES], high[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The last plateau: the middle between its least and greatest sample, its length, and how many samples have come
  /// since. An age of 65535 says that there is none.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// All bits of a lane are set where the last plateau ends a step.
  uint16_t ends_step[P3_BAND_LANES];
} p3_band_open;

/// Which sample ended plateaus.
typedef struct {
  /// The number of the row (down) or of the pixel in the tile (along).
  uint16_t at;
  /// The vector of samples (down) or the channel (along).
  uint16_t vector;
  /// 0 narrow, 1 wide (down). Along it is 0: lanes 0 to 7 are the rows with the narrow, 8 to 15 with the wide
  /// tolerance.
  uint16_t tolerance;
} p3_band_position;

/// Plateaus of sixteen lines that one sample each ended, and that make or end a chain. Kernels drop the others, which
/// are by far the most.
typedef struct {
  /// The plateau that ended: its middle and its length.
  uint16_t middle[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The last one before, and how many samples have come since, the ended plateau's included.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// A bit for each lane that means anything, and for each of them where the two plateaus make a step.
  uint16_t lanes, steps;
  p3_band_position position;
} p3_band_closing;

/// The loops that have a body per target. All give the same results, those of `ReferenceStaircases` in Tests/Oracles.
typedef struct {
  /// Marks `words` · 64 samples of `here`. The `channels` samples before it are its left neighbour.
  void (*compare)(const uint16_t *here, const uint16_t *above, int channels, size_t words, const p3_band_marks *);
  /// Averages boxes of 2 × 2 pixels: the two of each row rounded down, then both rows rounded half up. Reads 2 ·
  /// `pixels` pixels of each row, writes `pixels`, and up to 16 samples more, whose values mean nothing.
  void (*average)(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels, uint16_t *averages);
  /// Feeds `vectors` · 16 columns, at most a tile of them, a sample from each of `count` rows. `open` has
  /// P3_BAND_TOLERANCES entries per vector. Reads up to 16 samples more of each row. Returns how many closings it
  /// wrote, in the order of vectors, rows and tolerances.
  size_t (*down)(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                 p3_band_closing *closings);
  /// Feeds eight rows their next `pixels` pixels, at most a tile. `open` has an entry per channel. Reads up to 8
  /// samples more of each row. Returns how many closings it wrote, in the order of channels and pixels.
  size_t (*along)(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                  p3_band_closing *closings);
  /// Adds 1 to the counter of each sample that has its bit set in `changes`, or has one of the `channels` − 1 samples
  /// behind it set. Counters are bit-sliced, with `digits` binary digits, one of the three numbers above: digit d of
  /// the samples of word w of block b is in counts[(b · digits + d) · 8 + w].
  void (*count)(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts);
  /// Sums the counters of the pixels' first samples, over every `step` of `samples` samples, which are whole pixels.
  /// Counters behind `samples` are 0.
  void (*sum)(const uint64_t *counts, int digits, size_t samples, size_t step, int channels, uint32_t *sums);
  /// Finds the edges after which no other edge of their channel comes in the next three samples. Lists the words that
  /// have any, and returns how many those are; entries of `list` up to a block further may be overwritten.
  size_t (*starts)(const uint64_t *edges, int channels, size_t blocks, uint64_t *starts, uint32_t *list);
  /// Moves columns on by a row. `edges` are those of this row, then of the three before. `ends` are the columns whose
  /// plateau ends, `starts` those that have an edge three rows above and none since: their plateau started there. Lists
  /// words as above.
  size_t (*columns)(uint64_t *const edges[P3_BAND_LEAST_RUN], size_t blocks, uint64_t *inside, uint64_t *starts,
                    uint64_t *ends, uint32_t *list);
} p3_band_kernels;

/// The kernels of a target that this CPU can run.
const p3_band_kernels *p3_band_kernels_for(p3_target target);

#endif
