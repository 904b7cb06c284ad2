// The scanner: exact staircases at full size; changes per cell are in banding_cells.c, tolerant staircases in
// banding_levels.c.

#include "banding/lane.h"
#include "banding/scan.h"

static int rows_create(p3_band_scan *scan) {
  p3_band_marks *marks = &scan->marks;
  scan->kept = p3_band_zeroed(scan->lanes, sizeof *scan->kept);
  marks->right = p3_band_bits(scan);
  marks->right_large = p3_band_bits(scan);
  marks->down_large = p3_band_bits(scan);
  scan->starts = p3_band_bits(scan);
  scan->ends = p3_band_bits(scan);
  scan->list = p3_band_zeroed((scan->blocks + 1) * P3_BAND_BLOCK, sizeof *scan->list);
  const int has_marks = marks->right && marks->right_large && marks->down_large;
  return scan->kept && has_marks && scan->starts && scan->ends && scan->list;
}

static int columns_create(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEAST_RUN; i++)
    if (!(scan->edges[i] = p3_band_bits(scan))) return 0;
  scan->inside = p3_band_bits(scan);
  scan->start = p3_band_zeroed(scan->lanes, sizeof(int32_t));
  scan->last = p3_band_zeroed(scan->lanes, sizeof(p3_band_last));
  scan->climbs = p3_band_zeroed(scan->lanes, sizeof(p3_band_climb));
  return scan->inside && scan->start && scan->last && scan->climbs;
}

p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell, p3_target target) {
  p3_band_scan *scan = p3_band_zeroed(1, sizeof *scan);
  if (!scan) return NULL;
  scan->width = width;
  scan->height = height;
  scan->channels = channels;
  scan->cell = cell;
  scan->lanes = (size_t)width * (size_t)channels;
  scan->words = (scan->lanes + 63) / 64;
  scan->blocks = (scan->words + P3_BAND_BLOCK - 1) / P3_BAND_BLOCK;
  scan->inverse = ((uint64_t)1 << 32) / (uint64_t)channels + 1;
  scan->kernels = p3_band_kernels_for(target);
  for (int c = 0; c < channels; c++) scan->colour_mask[c] = UINT16_MAX;
  if (rows_create(scan) && columns_create(scan) && p3_band_cells_create(scan) && p3_band_levels_create(scan))
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
  free(scan->inside);
  free(scan->start);
  free(scan->last);
  free(scan->climbs);
  p3_band_cells_free(scan);
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
  uint64_t bits = edges[word] & p3_band_channel_lanes(scan->channels, word, channel) & UINT64_MAX << lane % 64;
  while (!bits) {
    do
      if (++word == scan->words) return scan->lanes + channel;
    while (!edges[word]);
    bits = edges[word] & p3_band_channel_lanes(scan->channels, word, channel);
  }
  return word * 64 + (size_t)__builtin_ctzll(bits);
}

/// The plateau that starts at `lane`, unless the row ends before it is one.
static inline void take_row_plateau(
    const p3_band_scan *scan, const p3_band_line *lines, p3_band_last *last, p3_band_climb *climbs, size_t lane) {
  const size_t channels = (size_t)scan->channels, x = p3_band_pixel(scan, lane), channel = lane - x * channels;
  const size_t end = p3_band_pixel(scan, next_edge(scan, channel, lane + channels));
  if (end - x < P3_BAND_LEAST_RUN) return;
  take_plateau(scan, &lines[channel], &last[channel], &climbs[channel], (int32_t)x, (int32_t)end,
               scan->here + (end - 1) * channels);
}

/// Staircases of exactly equal samples along this row. An edge with no other edge in the next three samples of its
/// channel starts a plateau.
static void scan_row(p3_band_scan *scan) {
  const size_t count =
      scan->kernels->starts(scan->marks.right, scan->channels, scan->blocks, scan->starts, scan->list);
  if (count == 0) return;
  const int channels = scan->channels;
  p3_band_last last[4] = {0};
  p3_band_climb climbs[4] = {0};
  p3_band_line lines[4];
  for (int c = 0; c < channels; c++) lines[c] = p3_band_line_of(scan, scan->y, 0, c);
  for (const uint32_t *word = scan->list; word < scan->list + count; word++)
    for (uint64_t starts = scan->starts[*word]; starts; starts &= starts - 1)
      take_row_plateau(scan, lines, last, climbs, *word * (size_t)64 + (size_t)__builtin_ctzll(starts));
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
  const size_t count =
      scan->kernels->columns(scan->edges, scan->blocks, scan->inside, scan->starts, scan->ends, scan->list);
  for (const uint32_t *word = scan->list; word < scan->list + count; word++) {
    const size_t first = *word * (size_t)64;
    for (uint64_t ends = scan->ends[*word]; ends; ends &= ends - 1)
      close_column(scan, first + (size_t)__builtin_ctzll(ends), scan->above, scan->y);
    for (uint64_t starts = scan->starts[*word]; starts; starts &= starts - 1)
      scan->start[first + (size_t)__builtin_ctzll(starts)] = scan->y - (P3_BAND_LEAST_RUN - 1);
  }
}

// MARK: Rows

/// Compares `words` words of lanes from `word` on, whose neighbours are all there.
static void compare(p3_band_scan *scan, const uint16_t *here, const uint16_t *above, size_t word, size_t words) {
  const p3_band_marks *marks = &scan->marks;
  const p3_band_marks at = {.right = marks->right + word, .down = marks->down + word,
                            .right_large = marks->right_large + word, .down_large = marks->down_large + word};
  scan->kernels->compare(here, above, scan->channels, words, &at);
}

/// Compares the first or the last word: a copy of it, in which the row's first pixel lies before it and its last one
/// behind it once more, so that neither border is a change.
static void compare_border(p3_band_scan *scan, size_t word) {
  const size_t channels = (size_t)scan->channels, first = word * 64;
  const size_t count = scan->lanes - first < 64 ? scan->lanes - first : 64;
  uint16_t here[4 + 64], above[64] = {0};
  memcpy(here, scan->here + (word > 0 ? first - channels : 0), channels * sizeof *here);
  memcpy(here + channels, scan->here + first, count * sizeof *here);
  memcpy(above, scan->above + first, count * sizeof *above);
  for (size_t i = count; i < 64; i++) here[channels + i] = here[i];
  compare(scan, here + channels, above, word, 1);
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
  compare_border(scan, 0);
  if (scan->words > 1) compare_border(scan, scan->words - 1);
  if (scan->words > 2) compare(scan, scan->here + 64, scan->above + 64, 1, scan->words - 2);
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

static void scan_full_size(p3_band_scan *scan) {
  mark_changes(scan);
  p3_band_cells_take(scan);
  mark_borders(scan);
  scan_row(scan);
  scan_columns(scan);
}

void p3_band_scan_rows(
    p3_band_scan *scan, const uint16_t *rows, size_t stride, int32_t count, p3_band_taker taker) {
  scan->taker = taker;
  for (int32_t i = 0; i < count; i++) {
    const uint16_t *row = rows + (size_t)i * stride;
    // The first row differs from nothing above it.
    scan->above = scan->y > 0 ? scan->here : row;
    scan->here = row;
    scan_full_size(scan);
    if (scan->y % 2 == 1) p3_band_levels_take(scan);
    scan->y += 1;
  }
  if (count < 1) return;
  memcpy(scan->kept, scan->here, scan->lanes * sizeof *scan->kept);
  scan->here = scan->kept;
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
