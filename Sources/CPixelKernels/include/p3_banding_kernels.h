#ifndef P3_BANDING_KERNELS_H
#define P3_BANDING_KERNELS_H

// The line scanner of the banding rule: finds staircases along rows and columns of 16-bit samples.
//
// A staircase is a chain of plateaus whose consecutive steps have one sign and similar sizes. The scanner works per
// channel and in code values only; the caller decides by colour which chains are visible. It takes one row at a time,
// keeps the state of every column, and gives the same chains whatever the height of the caller's strips.
//
// Rows stay interleaved: sample channels · x + channel of a row is `channel` of pixel x, and every sample is scanned as
// part of its row and of its column; in cells of more than 4 pixels four lines a cell are followed at full size. In
// arrays of one bit per sample, sample i is bit i % 64 of word i / 64.

#include "p3_cpu.h"

#include <stddef.h>
#include <stdint.h>

/// A staircase along one line. Lengths are in pixels of the full image.
typedef struct {
  /// The row (direction 0) or column (direction 1) that the chain lies on.
  int32_t line;
  /// Where the first plateau starts and the last one ends, along the line.
  int32_t start, end;
  /// Where the first plateau ends and the last one starts.
  int32_t first_end, last_start;
  /// Number of steps, and the sum of their absolute sizes in 16-bit codes.
  int32_t steps;
  int32_t step_sum;
  /// The smallest and the largest step, absolute, in codes.
  int32_t least_step, most_step;
  /// The colours of the last plateau and of the plateau before; channels that the image lacks are 0.
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

/// One square cell of the image: its changes and its colour.
typedef struct {
  /// Pixels that differ visibly (over half an 8-bit code in some channel) from their left neighbour.
  uint16_t changes_right;
  /// Pixels that differ visibly from the pixel above.
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

/// A scanner of `width` × `height` pixels of 1 to 4 channels. It counts changes in square cells of `cell` pixels (4…64)
/// a side, and runs the kernels of `target`, which this CPU must support. Null when out of memory.
p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target);
void p3_band_scan_free(p3_band_scan *scan);

/// Scans the next `count` rows of `width` interleaved pixels; rows begin `stride` samples apart. The order of the
/// reported chains depends on the pixels alone.
void p3_band_scan_rows(p3_band_scan *scan, const uint16_t *rows, size_t stride, int32_t count,
                       p3_band_callback callback);

/// Ends all chains after the last row.
void p3_band_scan_finish(p3_band_scan *scan, p3_band_callback callback);

/// The cells, row after row, ⌈width / cell⌉ to a row.
const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count);

// MARK: Kernels

/// SIMD lanes of a vector of the tolerant kernels, the same on every target: the order of closings follows from it.
#define P3_BAND_LANES 16
/// Rows of box averages that are scanned together.
#define P3_BAND_GROUP 8
/// A narrow and a wide tolerance.
#define P3_BAND_TOLERANCES 2
/// Columns of box averages that are scanned together: whole vectors, whatever the number of channels.
#define P3_BAND_TILE 32
/// The most closings, a vector of ended plateaus each, that one call of a tolerant kernel writes.
#define P3_BAND_CLOSINGS (P3_BAND_TILE * 4)
/// The least length of a plateau in samples: at normal viewing distances the eye averages over shorter ones. (Article
/// Banding, "How it works".)
#define P3_BAND_LEAST_RUN 4

/// The most codes between the least and the greatest sample of a tolerant plateau: a quarter of an 8-bit code for
/// images resampled in 16 bits, a little over one 8-bit code for compression and noise.
#define P3_BAND_NARROW 64
#define P3_BAND_WIDE 288

/// Words of bits that the kernels process together. Arrays of bits have whole blocks, and a block of zeros behind them.
#define P3_BAND_BLOCK 8
/// Binary digits of counters up to 7, up to 31, and up to 64, the most rows of a cell.
#define P3_BAND_FEW_DIGITS 3
#define P3_BAND_SOME_DIGITS 5
#define P3_BAND_MOST_DIGITS 7

/// One bit per sample of a row: whether it differs from the sample to the left and from the one above, at all and by
/// more than half an 8-bit code.
typedef struct {
  uint64_t *right, *down, *right_large, *down_large;
} p3_band_marks;

/// The most samples between two tolerant plateaus of one chain.
#define P3_BAND_MOST_GAP 4
/// The least step in codes between two tolerant plateaus. A plateau within the tolerance of the last one continues it.
/// Steps between the tolerance and this size are ignored: a smooth ramp that the tolerance alone cuts into pieces has
/// steps of at most 2.7 tolerances.
#define P3_BAND_NARROW_STEP 176
#define P3_BAND_WIDE_STEP 771
/// The largest step between two tolerant plateaus, 13 codes of 8 bits: quantising to five bits makes steps of 8.
#define P3_BAND_MOST_STEP 3400
/// The largest step between two exact plateaus, 17.5 codes of 8 bits: quantising to four bits makes steps of 17.
#define P3_BAND_MOST_EXACT_STEP 4500

/// The tolerant plateaus of sixteen lines, one line to a SIMD lane. Counts saturate at 65535.
typedef struct {
  /// The open plateau: least sample, greatest sample, length in samples. At first 65535, 0 and 0.
  uint16_t low[P3_BAND_LANES], high[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The last plateau: the middle between its least and greatest sample, its length, and its age: the samples since its
  /// end. 65535 means no last plateau.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// All bits of a lane are set where a step leads to the last plateau.
  uint16_t ends_step[P3_BAND_LANES];
} p3_band_open;

/// The sample that ended plateaus.
typedef struct {
  /// The number of the row (down) or of the pixel in the tile (along).
  uint16_t at;
  /// The vector of samples (down) or the channel (along).
  uint16_t vector;
  /// Down: 0 narrow, 1 wide. Along: always 0, as lanes 0 to 7 are the rows with the narrow tolerance and lanes 8 to 15
  /// with the wide one.
  uint16_t tolerance;
} p3_band_position;

/// Plateaus of sixteen lines that one sample ended, and that make or end a chain. Kernels drop all other ended
/// plateaus, which are by far the most.
typedef struct {
  /// The ended plateau: its middle and its length.
  uint16_t middle[P3_BAND_LANES], length[P3_BAND_LANES];
  /// The plateau before it, and the samples since that one's end, the ended plateau's included.
  uint16_t value[P3_BAND_LANES], extent[P3_BAND_LANES], age[P3_BAND_LANES];
  /// A bit for each lane that is used, and for each lane whose two plateaus make a step.
  uint16_t lanes, steps;
  p3_band_position position;
} p3_band_closing;

/// The loops with a body per target. All targets give the same results, equal to `ReferenceStaircases` in
/// Tests/Oracles.
typedef struct {
  /// Marks `words` · 64 samples of `here`. The `channels` samples before them are the left neighbours of the first
  /// pixel.
  void (*compare)(const uint16_t *here, const uint16_t *above, int channels, size_t words, const p3_band_marks *);
  /// Averages boxes of 2 × 2 pixels: the two pixels of each row rounded down, then both rows rounded half up. Reads 2 ·
  /// `pixels` pixels of each row; writes `pixels` pixels and up to 16 undefined samples more.
  void (*average)(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels, uint16_t *averages);
  /// Gives `vectors` · 16 columns, at most a tile of them, a sample from each of `count` rows. `open` has
  /// P3_BAND_TOLERANCES entries per vector. Reads up to 16 samples more of each row. Returns the number of closings
  /// written, in the order of vectors, rows and tolerances.
  size_t (*down)(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                 p3_band_closing *closings);
  /// Gives each of eight rows its next `pixels` pixels, at most a tile. `open` has an entry per channel. Reads up to 8
  /// samples more of each row. Returns the number of closings written, in the order of channels and pixels.
  size_t (*along)(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                  p3_band_closing *closings);
  /// Adds 1 to the counter of each sample whose bit, or the bit of one of the `channels` − 1 samples behind it, is set
  /// in `changes`. Counters are bit-sliced with `digits` binary digits, one of the three numbers above: digit d of the
  /// samples of word w of block b is in counts[(b · digits + d) · 8 + w].
  void (*count)(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts);
  /// Sums the counters of the pixels' first samples over every `step` of `samples` samples; both are whole pixels.
  /// Counters behind `samples` must be 0.
  void (*sum)(const uint64_t *counts, int digits, size_t samples, size_t step, int channels, uint32_t *sums);
  /// Finds the edges that no other edge of their channel follows in the next three samples. Lists the words that have
  /// any, and returns how many there are; may overwrite up to a block of entries behind the end of `list`.
  size_t (*starts)(const uint64_t *edges, int channels, size_t blocks, uint64_t *starts, uint32_t *list);
  /// Updates the columns with a row. `edges` are those of this row, then of the three rows before. `ends` marks the
  /// columns whose plateau ends; `starts` those of `followed` with an edge three rows above and none since, where a
  /// plateau started. Lists words as `starts` does.
  size_t (*columns)(uint64_t *const edges[P3_BAND_LEAST_RUN], const uint64_t *followed, size_t blocks, uint64_t *inside,
                    uint64_t *starts, uint64_t *ends, uint32_t *list);
} p3_band_kernels;

/// The kernels of a target that this CPU can run.
const p3_band_kernels *p3_band_kernels_for(p3_target target);

#endif
