// The scanner: exact staircases at full size, changes per cell; tolerant staircases are in banding_levels.c.

#include "banding_scan.h"

#include <stdlib.h>

static void *zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

/// A row with room for the pixel before it.
static uint16_t *row_create(size_t words) {
  uint16_t *row = zeroed(words * 64 + 2 * P3_BAND_MARGIN, sizeof *row);
  return row ? row + P3_BAND_MARGIN : NULL;
}

static void row_free(uint16_t *row) {
  if (row) free(row - P3_BAND_MARGIN);
}

static int rows_create(p3_band_scan *scan) {
  const size_t words = scan->words + 1;
  scan->here = row_create(scan->words);
  scan->above = row_create(scan->words);
  p3_band_marks *marks = &scan->marks;
  marks->right = zeroed(words, sizeof(uint64_t));
  marks->right_large = zeroed(words, sizeof(uint64_t));
  marks->down_large = zeroed(words, sizeof(uint64_t));
  scan->changes = zeroed(words, sizeof(uint64_t));
  return scan->here && scan->above && marks->right && marks->right_large && marks->down_large && scan->changes;
}

static int columns_create(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++)
    if (!(scan->edges[i] = zeroed(scan->words + 1, sizeof(uint64_t)))) return 0;
  scan->inside = zeroed(scan->words, sizeof(uint64_t));
  scan->start = zeroed(scan->lanes, sizeof(int32_t));
  scan->last = zeroed(scan->lanes, sizeof(p3_band_last));
  scan->climbs = zeroed(scan->lanes, sizeof(p3_band_climb));
  return scan->inside && scan->start && scan->last && scan->climbs;
}

static int cells_create(p3_band_scan *scan) {
  const int32_t cell = scan->cell;
  scan->cells_across = (scan->width + cell - 1) / cell;
  scan->cell_count = (size_t)scan->cells_across * (size_t)((scan->height + cell - 1) / cell);
  for (int i = 0; i < 3; i++)
    if (!(scan->counts[i] = zeroed(scan->words * P3_BAND_DIGITS, sizeof(uint64_t)))) return 0;
  return (scan->cells = zeroed(scan->cell_count, sizeof *scan->cells)) != NULL;
}

p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target) {
  p3_band_scan *scan = zeroed(1, sizeof *scan);
  if (!scan) return NULL;
  scan->width = width;
  scan->height = height;
  scan->channels = channels;
  scan->cell = cell;
  scan->lanes = (size_t)width * (size_t)channels;
  scan->words = (scan->lanes + 63) / 64;
  scan->inverse = ((uint64_t)1 << 32) / (uint64_t)channels + 1;
  scan->kernels = p3_band_kernels_for(target);
  for (int c = 0; c < channels; c++) scan->colour_mask[c] = UINT16_MAX;
  if (rows_create(scan) && columns_create(scan) && cells_create(scan) && p3_band_levels_create(scan)) return scan;
  p3_band_scan_free(scan);
  return NULL;
}

void p3_band_scan_free(p3_band_scan *scan) {
  if (!scan) return;
  row_free(scan->here);
  row_free(scan->above);
  free(scan->marks.right);
  free(scan->marks.right_large);
  free(scan->marks.down_large);
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++) free(scan->edges[i]);
  free(scan->inside);
  free(scan->start);
  free(scan->last);
  free(scan->climbs);
  for (int i = 0; i < 3; i++) free(scan->counts[i]);
  free(scan->changes);
  free(scan->cells);
  p3_band_levels_free(scan);
  free(scan);
}

const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count) {
  *count = scan->cell_count;
  return scan->cells;
}

void p3_band_report(const p3_band_line *line, const p3_band_climb *climb, int32_t start, int32_t end) {
  if (climb->steps < P3_BAND_LEAST_STEPS) return;
  const int32_t scale = line->scale;
  p3_band_chain chain = {
      .line = line->line * scale, .start = climb->start * scale, .end = end * scale,
      .first_end = climb->first_end * scale, .last_start = start * scale, .steps = climb->steps,
      .step_sum = climb->step_sum, .least_step = climb->least, .most_step = climb->most, .channel = line->channel,
      .direction = line->direction, .scale = line->scale, .tolerance = line->tolerance};
  memcpy(chain.colour, climb->colour, sizeof chain.colour);
  memcpy(chain.colour_before, climb->before, sizeof chain.colour_before);
  line->taker.take(line->taker.context, &chain);
}

// MARK: Words of lanes

/// The lanes of one channel in a word: those whose number leaves the remainder `channel`.
static uint64_t channel_lanes(const p3_band_scan *scan, size_t word, size_t channel) {
  switch (scan->channels) {
    case 1: return UINT64_MAX;
    case 2: return 0x5555555555555555 << channel;
    case 3: return 0x9249249249249249 << (channel + 3 - word % 3) % 3;  // 64 leaves 1
    default: return 0x1111111111111111 << channel;
  }
}

/// The bits of `words` from `count` lanes behind word `word` on.
static inline uint64_t behind(const uint64_t *words, size_t word, int count) {
  return words[word] >> count | words[word + 1] << (64 - count);
}

// MARK: Changes per cell

/// Counts the pixels that have a change in any channel. `words` is followed by a word of zeros.
static void count_changes(p3_band_scan *scan, const uint64_t *words, uint64_t *counts) {
  for (size_t word = 0; word < scan->words; word++) {
    uint64_t any = words[word];
    for (int c = 1; c < scan->channels; c++) any |= behind(words, word, c);
    scan->changes[word] = any & channel_lanes(scan, word, 0);
  }
  scan->kernels->count(scan->changes, scan->words, counts);
}

static void count_all_changes(p3_band_scan *scan) {
  uint64_t *right = scan->marks.right_large, *down = scan->marks.down_large;
  count_changes(scan, right, scan->counts[0]);
  count_changes(scan, down, scan->counts[1]);
  for (size_t word = 0; word < scan->words; word++) right[word] = scan->marks.right[word] | scan->edges[0][word];
  count_changes(scan, right, scan->counts[2]);
}

static p3_band_cell *row_of_cells(p3_band_scan *scan) {
  return scan->cells + (size_t)(scan->y / scan->cell) * (size_t)scan->cells_across;
}

/// Sums the counters of a finished row of cells.
static void fold_cells(p3_band_scan *scan) {
  p3_band_cell *cells = row_of_cells(scan);
  const size_t step = (size_t)scan->cell * (size_t)scan->channels;
  for (size_t i = 0; i < (size_t)scan->cells_across; i++) {
    const size_t first = i * step, end = first + step < scan->lanes ? first + step : scan->lanes;
    cells[i].changes_right = scan->kernels->sum(scan->counts[0], first, end);
    cells[i].changes_down = scan->kernels->sum(scan->counts[1], first, end);
    cells[i].any_changes = scan->kernels->sum(scan->counts[2], first, end);
  }
  for (int i = 0; i < 3; i++) memset(scan->counts[i], 0, scan->words * P3_BAND_DIGITS * sizeof(uint64_t));
}

static void sample_colours(p3_band_scan *scan) {
  p3_band_cell *cells = row_of_cells(scan);
  for (int32_t i = 0; i < scan->cells_across; i++) {
    int32_t x = i * scan->cell + scan->cell / 2;
    if (x >= scan->width) x = scan->width - 1;
    p3_band_colour(scan, scan->here + (size_t)x * (size_t)scan->channels, cells[i].colour);
  }
}

// MARK: Exact staircases

/// Samples that may lie between two plateaus of one chain.
#define MOST_GAP 2

/// Takes the next plateau of a line, `start` to `end`, whose last sample belongs to `pixel`.
static inline void take_plateau(
    const p3_band_scan *scan, const p3_band_line *line, p3_band_last *last, p3_band_climb *climb, int32_t start,
    int32_t end, const uint16_t *pixel) {
  const uint16_t value = pixel[line->channel];
  const int32_t step = (int32_t)value - last->value;
  const int is_near = last->end != 0 && start - last->end <= MOST_GAP;
  if (is_near && step == 0) {
    last->end = end;
    return;
  }
  const int steps = is_near && step <= P3_BAND_MOST_STEP && step >= -P3_BAND_MOST_STEP;
  if (steps) {
    uint16_t colour[4];
    p3_band_colour(scan, pixel, colour);
    p3_band_take_step(line, climb, last->start, last->end, step, colour);
  } else if (last->climbs) {
    p3_band_end_chain(line, climb, last->start, last->end);
  }
  *last = (p3_band_last){.start = start, .end = end, .value = value, .climbs = (uint16_t)steps};
}

/// The first of `channel`'s lanes from `lane` on that has an edge, or the end of the row.
static size_t next_edge(const p3_band_scan *scan, size_t channel, size_t lane) {
  const uint64_t *edges = scan->marks.right;
  size_t word = lane / 64;
  if (word >= scan->words) return scan->lanes + channel;
  uint64_t bits = edges[word] & channel_lanes(scan, word, channel) & UINT64_MAX << lane % 64;
  while (!bits) {
    if (++word == scan->words) return scan->lanes + channel;
    bits = edges[word] & channel_lanes(scan, word, channel);
  }
  return word * 64 + (size_t)__builtin_ctzll(bits);
}

/// Staircases of exactly equal samples along this row.
static void scan_row(p3_band_scan *scan) {
  const int channels = scan->channels;
  p3_band_last last[4] = {0};
  p3_band_climb climbs[4] = {0};
  p3_band_line lines[4];
  for (int c = 0; c < channels; c++) lines[c] = p3_band_line_of(scan, scan->y, 0, c);
  const uint64_t *edges = scan->marks.right;
  for (size_t word = 0; word < scan->words; word++) {
    // An edge with no other edge in the next three samples of its channel starts a plateau.
    uint64_t starts = edges[word];
    for (int i = 1; i < P3_BAND_LEAST_RUN; i++) starts &= ~behind(edges, word, i * channels);
    for (; starts; starts &= starts - 1) {
      const size_t lane = word * 64 + (size_t)__builtin_ctzll(starts), x = p3_band_pixel(scan, lane);
      const size_t channel = lane - x * (size_t)channels;
      const size_t end = p3_band_pixel(scan, next_edge(scan, channel, lane + (size_t)channels));
      if (end - x < P3_BAND_LEAST_RUN) continue;
      take_plateau(scan, &lines[channel], &last[channel], &climbs[channel], (int32_t)x, (int32_t)end,
                   scan->here + (end - 1) * (size_t)channels);
    }
  }
  for (int c = 0; c < channels; c++) p3_band_end_chain(&lines[c], &climbs[c], last[c].start, last[c].end);
}

static p3_band_line column_line(const p3_band_scan *scan, size_t lane) {
  const size_t x = p3_band_pixel(scan, lane);
  return p3_band_line_of(scan, (int32_t)x, 1, (int32_t)(lane - x * (size_t)scan->channels));
}

/// A column that ends a plateau with the row `above`.
static void close_column(p3_band_scan *scan, size_t lane, const uint16_t *above, int32_t end) {
  const p3_band_line line = column_line(scan, lane);
  take_plateau(scan, &line, &scan->last[lane], &scan->climbs[lane], scan->start[lane], end,
               above + lane - line.channel);
}

/// The same down the columns: `edges` holds the last four rows' differences from the row above.
static void scan_columns(p3_band_scan *scan) {
  const uint64_t *now = scan->edges[0], *one = scan->edges[1], *two = scan->edges[2], *three = scan->edges[3];
  for (size_t word = 0; word < scan->words; word++) {
    uint64_t ends = now[word] & scan->inside[word];
    uint64_t starts = three[word] & ~two[word] & ~one[word] & ~now[word];
    scan->inside[word] = (scan->inside[word] & ~ends) | starts;
    for (; ends; ends &= ends - 1)
      close_column(scan, word * 64 + (size_t)__builtin_ctzll(ends), scan->above, scan->y);
    for (; starts; starts &= starts - 1)
      scan->start[word * 64 + (size_t)__builtin_ctzll(starts)] = scan->y - (P3_BAND_LEAST_RUN - 1);
  }
}

// MARK: Rows

/// Copies a row: its first pixel lies before it and its last one behind it once more, so that neither border is a
/// change.
static void take_row(p3_band_scan *scan, const uint16_t *row) {
  uint16_t *last = scan->above;
  scan->above = scan->here;
  scan->here = last;
  const size_t channels = (size_t)scan->channels;
  memcpy(scan->here, row, scan->lanes * sizeof *row);
  memcpy(scan->here - channels, row, channels * sizeof *row);
  for (size_t lane = scan->lanes; lane < scan->words * 64; lane++) scan->here[lane] = scan->here[lane - channels];
  // The first row differs from nothing above it.
  if (scan->y == 0) memcpy(scan->above, scan->here, scan->words * 64 * sizeof *row);
}

/// The lanes of the last word that the image has.
static uint64_t last_lanes(const p3_band_scan *scan) {
  return scan->lanes % 64 ? UINT64_MAX >> (64 - scan->lanes % 64) : UINT64_MAX;
}

/// Compares the row in hand with its left neighbours and the row above; the oldest edges make room.
static void mark_changes(p3_band_scan *scan) {
  uint64_t *oldest = scan->edges[P3_BAND_LEAST_RUN - 1];
  for (int i = P3_BAND_LEAST_RUN - 1; i > 0; i--) scan->edges[i] = scan->edges[i - 1];
  scan->edges[0] = scan->marks.down = oldest;
  scan->kernels->compare(scan->here, scan->above, scan->channels, scan->words, &scan->marks);
  scan->marks.down[scan->words - 1] &= last_lanes(scan);
  scan->marks.down_large[scan->words - 1] &= last_lanes(scan);
}

/// Borders are edges: plateaus start there.
static void mark_borders(p3_band_scan *scan) {
  scan->marks.right[0] |= ((uint64_t)1 << scan->channels) - 1;
  if (scan->y > 0) return;
  memset(scan->edges[0], 0xff, scan->words * sizeof(uint64_t));
  scan->edges[0][scan->words - 1] &= last_lanes(scan);
}

void p3_band_scan_row(p3_band_scan *scan, const uint16_t *row, p3_band_taker taker) {
  scan->taker = taker;
  take_row(scan, row);
  mark_changes(scan);
  count_all_changes(scan);
  const int32_t middle = scan->y / scan->cell * scan->cell + scan->cell / 2;
  if (scan->y == middle || (scan->y == scan->height - 1 && scan->y < middle)) sample_colours(scan);
  mark_borders(scan);
  scan_row(scan);
  scan_columns(scan);
  if (scan->y % 2 == 1) p3_band_levels_take(scan);
  if ((scan->y + 1) % scan->cell == 0 || scan->y + 1 == scan->height) fold_cells(scan);
  scan->y += 1;
}

void p3_band_scan_finish(p3_band_scan *scan, p3_band_taker taker) {
  scan->taker = taker;
  for (size_t lane = 0; lane < scan->lanes; lane++) {
    if (scan->inside[lane / 64] >> lane % 64 & 1) close_column(scan, lane, scan->here, scan->y);
    const p3_band_last *last = &scan->last[lane];
    if (!last->climbs) continue;
    const p3_band_line line = column_line(scan, lane);
    p3_band_report(&line, &scan->climbs[lane], last->start, last->end);
  }
  p3_band_levels_finish(scan);
}
