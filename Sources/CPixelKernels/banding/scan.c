// Finds exact staircases at full size, and passes each row on to the cells and the levels.
//
// The problem: find runs of at least four equal samples (plateaus) along every row and every column of every channel,
// and chain those whose steps have one sign and similar sizes. Most pixels belong to no plateau. The idea: compare
// whole rows in vectors, one bit per sample, so that per-sample work is only done where a plateau starts or ends.
//
//   edge(i)   = sample i differs from its predecessor along the line (one bit)
//   start(i)  = edge(i) and no edge in the next three samples of the channel
//   along a row:     each start: find the next edge; take the plateau between
//   down a column:   inside starts three rows below an edge, ends at the next edge; take the plateau
//   take a plateau:  step = its value - the last plateau's; a similar step extends the chain, else report it
//
// Exact: bits are comparisons of integers, and `ReferenceStaircases` in Tests/Oracles gives the same chains sample by
// sample.

#include <string.h>

#include "banding/cells.h"
#include "banding/chain.h"
#include "banding/image.h"
#include "banding/levels.h"

/// The last exact plateau of a column; all zeros if there is none yet.
typedef struct {
  int32_t start, end;
  uint16_t value;
  /// Whether a step leads to this plateau.
  uint16_t ends_step;
} last_plateau;

struct p3_band_scan {
  p3_band_image image;
  p3_band_cells cells;
  p3_band_levels levels;
  /// The callback of the current call.
  p3_band_callback callback;
  /// The number of the current row, that row and the one above.
  int32_t y;
  const uint16_t *here, *above;
  /// Every how many rows and columns one is followed at full size: four to a cell tell what they all would.
  int32_t spacing;
  /// A copy of the last row of the previous call.
  uint16_t *kept;
  /// The marks of the current row.
  p3_band_marks marks;
  /// Bits where exact plateaus start and end, and a list of the words that have any.
  uint64_t *starts, *ends;
  uint32_t *list;
  /// Bits where this row and the three before differ from the row above each.
  uint64_t *edges[P3_BAND_LEAST_RUN];
  /// The state of each column, by sample of a row: whether it is followed, whether it is in a plateau, where that
  /// plateau started, the last plateau, and the chain.
  uint64_t *followed, *inside;
  int32_t *start;
  last_plateau *last;
  p3_band_growing_chain *chains;
};

// MARK: Making and freeing

static int rows_create(p3_band_scan *scan) {
  p3_band_marks *marks = &scan->marks;
  scan->kept = p3_band_zeroed(scan->image.samples, sizeof *scan->kept);
  marks->right = p3_band_bits(&scan->image);
  marks->right_large = p3_band_bits(&scan->image);
  marks->down_large = p3_band_bits(&scan->image);
  scan->starts = p3_band_bits(&scan->image);
  scan->ends = p3_band_bits(&scan->image);
  scan->list = p3_band_zeroed((scan->image.blocks + 1) * P3_BAND_BLOCK, sizeof *scan->list);
  const int has_marks = marks->right && marks->right_large && marks->down_large;
  return scan->kept && has_marks && scan->starts && scan->ends && scan->list;
}

/// Whether the row or column `line` is followed.
static int is_followed(const p3_band_scan *scan, int32_t line) { return line % scan->spacing == scan->spacing / 2; }

static int columns_create(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++)
    if (!(scan->edges[i] = p3_band_bits(&scan->image))) return 0;
  scan->followed = p3_band_bits(&scan->image);
  scan->inside = p3_band_bits(&scan->image);
  scan->start = p3_band_zeroed(scan->image.samples, sizeof(int32_t));
  scan->last = p3_band_zeroed(scan->image.samples, sizeof(last_plateau));
  scan->chains = p3_band_zeroed(scan->image.samples, sizeof(p3_band_growing_chain));
  if (!(scan->followed && scan->inside && scan->start && scan->last && scan->chains)) return 0;
  for (size_t sample = 0; sample < scan->image.samples; sample++)
    if (is_followed(scan, (int32_t)p3_band_pixel(&scan->image, sample)))
      scan->followed[sample / 64] |= (uint64_t)1 << sample % 64;
  return 1;
}

static p3_band_image image_of(int32_t width, int32_t height, int32_t channels, p3_target target) {
  p3_band_image image = {.width = width, .height = height, .channels = channels};
  image.samples = (size_t)width * (size_t)channels;
  image.words = (image.samples + 63) / 64;
  image.blocks = (image.words + P3_BAND_BLOCK - 1) / P3_BAND_BLOCK;
  image.inverse = ((uint64_t)1 << 32) / (uint64_t)channels + 1;
  image.kernels = p3_band_kernels_for(target);
  for (int c = 0; c < channels; c++) image.color_mask[c] = UINT16_MAX;
  return image;
}

p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target) {
  p3_band_scan *scan = p3_band_zeroed(1, sizeof *scan);
  if (!scan) return NULL;
  scan->image = image_of(width, height, channels, target);
  scan->spacing = cell / 4;
  if (rows_create(scan) && columns_create(scan) && p3_band_cells_create(&scan->cells, &scan->image, cell) &&
      p3_band_levels_create(&scan->levels, &scan->image))
    return scan;
  p3_band_scan_free(scan);
  return NULL;
}

void p3_band_scan_free(p3_band_scan *scan) {
  if (!scan) return;
  free(scan->kept);
  free(scan->marks.right);
  free(scan->marks.right_large);
  free(scan->marks.down_large);
  free(scan->starts);
  free(scan->ends);
  free(scan->list);
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++) free(scan->edges[i]);
  free(scan->followed);
  free(scan->inside);
  free(scan->start);
  free(scan->last);
  free(scan->chains);
  p3_band_cells_free(&scan->cells);
  p3_band_levels_free(&scan->levels);
  free(scan);
}

const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count) {
  *count = scan->cells.count;
  return scan->cells.cells;
}

// MARK: Exact staircases

/// At most this many samples lie between two plateaus of one chain: blips of up to two pixels do not end a ramp.
enum { MOST_GAP = 2 };

/// Adds the next plateau of a line, `start` to `end`, to the line's chain. `pixel` is the plateau's last pixel.
static inline void take_plateau(const p3_band_scan *scan, const p3_band_line *line, last_plateau *last,
                                p3_band_growing_chain *chain, int32_t start, int32_t end, const uint16_t *pixel) {
  const uint16_t value = pixel[line->channel];
  const int32_t step = (int32_t)value - last->value;
  const int is_near = last->end != 0 && start - last->end <= MOST_GAP;
  if (is_near && step == 0) {
    last->end = end;
    return;
  }
  const int steps = is_near && step <= P3_BAND_MOST_EXACT_STEP && step >= -P3_BAND_MOST_EXACT_STEP;
  if (steps) {
    uint16_t color[4];
    p3_band_color(&scan->image, pixel, color);
    p3_band_add_step(line, chain, last->start, last->end, step, color);
  } else if (last->ends_step) {
    p3_band_end_chain(line, chain, last->start, last->end);
  }
  *last = (last_plateau){.start = start, .end = end, .value = value, .ends_step = (uint16_t)steps};
}

/// The first edge of `channel` from `sample` on, or the end of the row.
static size_t next_edge(const p3_band_scan *scan, size_t channel, size_t sample) {
  const uint64_t *edges = scan->marks.right;
  size_t word = sample / 64;
  if (word >= scan->image.words) return scan->image.samples + channel;
  uint64_t bits = edges[word] & p3_band_channel_bits(scan->image.channels, word, channel) & UINT64_MAX << sample % 64;
  while (!bits) {
    do
      if (++word == scan->image.words) return scan->image.samples + channel;
    while (!edges[word]);
    bits = edges[word] & p3_band_channel_bits(scan->image.channels, word, channel);
  }
  return word * 64 + (size_t)__builtin_ctzll(bits);
}

/// Adds the plateau that starts at `sample`, if it is long enough.
static inline void take_row_plateau(const p3_band_scan *scan, const p3_band_line *lines, last_plateau *last,
                                    p3_band_growing_chain *chains, size_t sample) {
  const size_t channels = (size_t)scan->image.channels, x = p3_band_pixel(&scan->image, sample),
               channel = sample - x * channels;
  const size_t end = p3_band_pixel(&scan->image, next_edge(scan, channel, sample + channels));
  if (end - x < P3_BAND_LEAST_RUN) return;
  take_plateau(scan, &lines[channel], &last[channel], &chains[channel], (int32_t)x, (int32_t)end,
               scan->here + (end - 1) * channels);
}

/// Finds the exact staircases along this row.
static void scan_row(p3_band_scan *scan) {
  const size_t count = scan->image.kernels->starts(scan->marks.right, scan->image.channels, scan->image.blocks,
                                                   scan->starts, scan->list);
  if (count == 0) return;
  const int channels = scan->image.channels;
  last_plateau last[4] = {0};
  p3_band_growing_chain chains[4] = {0};
  p3_band_line lines[4];
  for (int c = 0; c < channels; c++) lines[c] = p3_band_line_of(scan->callback, scan->y, 0, c);
  for (const uint32_t *word = scan->list; word < scan->list + count; word++)
    for (uint64_t starts = scan->starts[*word]; starts; starts &= starts - 1)
      take_row_plateau(scan, lines, last, chains, *word * (size_t)64 + (size_t)__builtin_ctzll(starts));
  for (int c = 0; c < channels; c++) p3_band_end_chain(&lines[c], &chains[c], last[c].start, last[c].end);
}

static p3_band_line column_line(const p3_band_scan *scan, size_t sample) {
  const size_t x = p3_band_pixel(&scan->image, sample);
  return p3_band_line_of(scan->callback, (int32_t)x, 1, (int32_t)(sample - x * (size_t)scan->image.channels));
}

/// Closes the plateau of a column that ends at row `end`; `above` is the plateau's last row.
static void close_column(p3_band_scan *scan, size_t sample, const uint16_t *above, int32_t end) {
  const p3_band_line line = column_line(scan, sample);
  take_plateau(scan, &line, &scan->last[sample], &scan->chains[sample], scan->start[sample], end,
               above + sample - line.channel);
}

/// Finds the exact staircases down the columns, from the edges of the last four rows.
static void scan_columns(p3_band_scan *scan) {
  const size_t count = scan->image.kernels->columns(scan->edges, scan->followed, scan->image.blocks, scan->inside,
                                                    scan->starts, scan->ends, scan->list);
  for (const uint32_t *word = scan->list; word < scan->list + count; word++) {
    const size_t first = *word * (size_t)64;
    for (uint64_t ends = scan->ends[*word]; ends; ends &= ends - 1)
      close_column(scan, first + (size_t)__builtin_ctzll(ends), scan->above, scan->y);
    for (uint64_t starts = scan->starts[*word]; starts; starts &= starts - 1)
      scan->start[first + (size_t)__builtin_ctzll(starts)] = scan->y - (P3_BAND_LEAST_RUN - 1);
  }
}

// MARK: Rows

/// Compares `words` words of samples from word `word` on. All their left neighbours are in the row.
static void compare(p3_band_scan *scan, const uint16_t *here, const uint16_t *above, size_t word, size_t words) {
  const p3_band_marks *marks = &scan->marks;
  const p3_band_marks at = {.right = marks->right + word,
                            .down = marks->down + word,
                            .right_large = marks->right_large + word,
                            .down_large = marks->down_large + word};
  scan->image.kernels->compare(here, above, scan->image.channels, words, &at);
}

/// Compares the first or the last word in a copy that repeats the first pixel before the row and the last samples
/// behind it, so that neither border is a change.
static void compare_border(p3_band_scan *scan, size_t word) {
  const size_t channels = (size_t)scan->image.channels, first = word * 64;
  const size_t count = scan->image.samples - first < 64 ? scan->image.samples - first : 64;
  uint16_t here[4 + 64], above[64] = {0};
  memcpy(here, scan->here + (word > 0 ? first - channels : 0), channels * sizeof *here);
  memcpy(here + channels, scan->here + first, count * sizeof *here);
  memcpy(above, scan->above + first, count * sizeof *above);
  for (size_t i = count; i < 64; i++) here[channels + i] = here[i];
  compare(scan, here + channels, above, word, 1);
}

/// The bits of the last word that belong to samples of the image.
static uint64_t last_bits(const p3_band_scan *scan) {
  return scan->image.samples % 64 ? UINT64_MAX >> (64 - scan->image.samples % 64) : UINT64_MAX;
}

/// Marks the samples of the current row that differ from those to the left and above. Overwrites the oldest row of
/// edges.
static void mark_changes(p3_band_scan *scan) {
  uint64_t *oldest = scan->edges[P3_BAND_LEAST_RUN - 1];
  for (int i = P3_BAND_LEAST_RUN - 1; i > 0; i--) scan->edges[i] = scan->edges[i - 1];
  scan->edges[0] = scan->marks.down = oldest;
  compare_border(scan, 0);
  if (scan->image.words > 1) compare_border(scan, scan->image.words - 1);
  if (scan->image.words > 2) compare(scan, scan->here + 64, scan->above + 64, 1, scan->image.words - 2);
  scan->marks.down[scan->image.words - 1] &= last_bits(scan);
  scan->marks.down_large[scan->image.words - 1] &= last_bits(scan);
}

/// Marks the left and the upper border as edges, since plateaus start there.
static void mark_borders(p3_band_scan *scan) {
  scan->marks.right[0] |= ((uint64_t)1 << scan->image.channels) - 1;
  if (scan->y > 0) return;
  memset(scan->edges[0], 0xff, scan->image.words * sizeof(uint64_t));
  scan->edges[0][scan->image.words - 1] &= last_bits(scan);
}

static void scan_full_size(p3_band_scan *scan) {
  mark_changes(scan);
  p3_band_cells_take(&scan->cells, scan->y, scan->here, &scan->marks);
  mark_borders(scan);
  if (is_followed(scan, scan->y)) scan_row(scan);
  scan_columns(scan);
}

void p3_band_scan_rows(p3_band_scan *scan, const uint16_t *rows, size_t stride, int32_t count,
                       p3_band_callback callback) {
  scan->callback = scan->levels.callback = callback;
  for (int32_t i = 0; i < count; i++) {
    const uint16_t *row = rows + (size_t)i * stride;
    // The first row has no changes from above.
    scan->above = scan->y > 0 ? scan->here : row;
    scan->here = row;
    scan_full_size(scan);
    if (scan->y % 2 == 1) p3_band_levels_take(&scan->levels, scan->y, scan->above, scan->here);
    scan->y += 1;
  }
  if (count < 1) return;
  memcpy(scan->kept, scan->here, scan->image.samples * sizeof *scan->kept);
  scan->here = scan->kept;
}

void p3_band_scan_finish(p3_band_scan *scan, p3_band_callback callback) {
  scan->callback = scan->levels.callback = callback;
  for (size_t sample = 0; sample < scan->image.samples; sample++) {
    if (scan->inside[sample / 64] >> sample % 64 & 1) close_column(scan, sample, scan->here, scan->y);
    const last_plateau *last = &scan->last[sample];
    if (!last->ends_step) continue;
    const p3_band_line line = column_line(scan, sample);
    p3_band_report(&line, &scan->chains[sample], last->start, last->end);
  }
  p3_band_levels_finish(&scan->levels);
}
