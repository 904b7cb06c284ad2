// Tolerant staircases in 2×2 and 4×4 box averages: bands that were blurred, resized, compressed or lightly
// dithered after they were made. Averaging takes most of the noise out, the tolerance takes the rest.

#include "banding/lane.h"
#include "banding/scan.h"

/// Lanes that have not begun: any sample is the least and the greatest so far, and no plateau was before.
static void begin(p3_band_open *open, size_t vectors) {
  memset(open, 0, vectors * sizeof *open);
  for (size_t i = 0; i < vectors; i++) {
    memset(open[i].low, 0xff, sizeof open[i].low);
    memset(open[i].age, 0xff, sizeof open[i].age);
  }
}

static size_t vectors_of(size_t lanes) { return (lanes + P3_BAND_LANES - 1) / P3_BAND_LANES; }

static int level_create(p3_band_level *level, const p3_band_scan *scan, int32_t scale) {
  level->scale = scale;
  level->width = scan->width / scale;
  level->lanes = (size_t)level->width * (size_t)scan->channels;
  const size_t vectors = vectors_of(level->lanes) * P3_BAND_TOLERANCES;
  for (int i = 0; i <= P3_BAND_GROUP; i++)
    if (!(level->group[i] = calloc(level->lanes + P3_BAND_MARGIN, sizeof(uint16_t)))) return 0;
  if (!(level->open = malloc((vectors + 1) * sizeof *level->open))) return 0;
  begin(level->open, vectors);
  // Zeros from the system are no memory until they are touched, and most columns never are.
  for (int t = 0; t < P3_BAND_TOLERANCES; t++)
    if (!(level->climbs[t] = calloc(level->lanes + 1, sizeof(p3_band_climb)))) return 0;
  return 1;
}

int p3_band_levels_create(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++)
    if (!level_create(&scan->levels[i], scan, 2 << i)) return 0;
  return (scan->closings = malloc((P3_BAND_CLOSINGS + 1) * sizeof *scan->closings)) != NULL;
}

void p3_band_levels_free(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &scan->levels[i];
    for (int g = 0; g <= P3_BAND_GROUP; g++) free(level->group[g]);
    free(level->open);
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) free(level->climbs[t]);
  }
  free(scan->closings);
}

static p3_band_line line_of(
    const p3_band_scan *scan, const p3_band_level *level, int32_t number, int direction, int32_t channel, int t) {
  p3_band_line line = p3_band_line_of(scan, number, direction, channel);
  line.scale = (uint8_t)level->scale;
  line.tolerance = (uint8_t)t;
  return line;
}

/// One lane of `closing`, which the sample at `position` of its line ended. `pixel` is the one before.
static inline void take_closing(
    const p3_band_scan *scan, const p3_band_line *line, p3_band_climb *climb, const p3_band_closing *closing, int i,
    int32_t position, const uint16_t *pixel) {
  const int32_t end = position - closing->age[i], start = end - closing->extent[i];
  if (!(closing->steps >> i & 1)) {
    p3_band_end_chain(line, climb, start, end);
    return;
  }
  uint16_t colour[4];
  p3_band_colour(scan, pixel, colour);
  colour[line->channel] = closing->middle[i];
  p3_band_take_step(line, climb, start, end, (int32_t)closing->middle[i] - closing->value[i], colour);
}

/// Ends lane `i` of `open` at `position`: what is still open closes, and the chain that the last plateau ends.
static void finish_line(
    const p3_band_scan *scan, const p3_band_line *line, p3_band_climb *climb, p3_band_open *open, int i,
    int32_t position, const uint16_t *pixel) {
  if (open->length[i] >= P3_BAND_LEAST_RUN) {
    p3_band_closing closing = {0};
    p3_band_close_lane(open, i, line->tolerance, &closing);
    if (closing.lanes) take_closing(scan, line, climb, &closing, i, position, pixel);
  }
  const int32_t end = position - open->age[i];
  if (open->climbs[i]) p3_band_report(line, climb, end - open->extent[i], end);
}

// MARK: Columns

/// The next samples, one from each of the group's first `count` rows, of the columns from `x` on.
static void scan_down(p3_band_scan *scan, p3_band_level *level, int32_t count, int32_t x, int32_t pixels) {
  const size_t channels = (size_t)scan->channels, first = (size_t)x * channels;
  const uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = level->group[1 + i] + first;
  const size_t closed = scan->kernels->down(
      rows, (size_t)count, vectors_of((size_t)pixels * channels),
      level->open + first / P3_BAND_LANES * P3_BAND_TOLERANCES, scan->closings);
  for (const p3_band_closing *closing = scan->closings; closing < scan->closings + closed; closing++) {
    const int t = closing->place.tolerance;
    for (uint16_t lanes = closing->lanes; lanes; lanes &= (uint16_t)(lanes - 1)) {
      const int i = __builtin_ctz(lanes);
      const size_t lane = first + closing->place.vector * P3_BAND_LANES + (size_t)i, column = p3_band_pixel(scan, lane);
      if (lane >= level->lanes) break;
      const p3_band_line line = line_of(scan, level, (int32_t)column, 1, (int32_t)(lane - column * channels), t);
      take_closing(scan, &line, &level->climbs[t][lane], closing, i, level->rows + closing->place.at,
                   level->group[closing->place.at] + column * channels);
    }
  }
}

/// Ends the columns after the last row, `waiting` rows into the group.
static void finish_columns(p3_band_scan *scan, p3_band_level *level, int32_t waiting) {
  for (size_t lane = 0; lane < level->lanes; lane++) {
    p3_band_open *open = level->open + lane / P3_BAND_LANES * P3_BAND_TOLERANCES;
    const size_t channels = (size_t)scan->channels, column = p3_band_pixel(scan, lane);
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
      const p3_band_line line = line_of(scan, level, (int32_t)column, 1, (int32_t)(lane - column * channels), t);
      finish_line(scan, &line, &level->climbs[t][lane], open + t, (int)(lane % P3_BAND_LANES), level->rows + waiting,
                  level->group[waiting] + column * channels);
    }
  }
}

// MARK: Rows

/// The lines of a group that are scanned along, by channel: eight rows with the narrow tolerance, then the wide one.
typedef struct {
  p3_band_open open[4];
  p3_band_climb climbs[4][P3_BAND_LANES];
  int32_t count;  // rows that mean anything
} rows_along;

static p3_band_line row_line(const p3_band_scan *scan, const p3_band_level *level, int32_t channel, int i) {
  return line_of(scan, level, level->rows + i % P3_BAND_GROUP, 0, channel, i / P3_BAND_GROUP);
}

/// The pixel before `x` in the row of lane `i`.
static const uint16_t *pixel_before(const p3_band_scan *scan, const p3_band_level *level, int i, int32_t x) {
  return level->group[1 + i % P3_BAND_GROUP] + (size_t)(x - 1) * (size_t)scan->channels;
}

/// The next pixels, from `x` on, of the group's rows.
static void scan_along(p3_band_scan *scan, p3_band_level *level, rows_along *along, int32_t x, int32_t pixels) {
  const uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = level->group[1 + i] + (size_t)x * (size_t)scan->channels;
  const size_t closed =
      scan->kernels->along(rows, scan->channels, (size_t)pixels, along->open, scan->closings);
  for (const p3_band_closing *closing = scan->closings; closing < scan->closings + closed; closing++) {
    for (uint16_t lanes = closing->lanes; lanes; lanes &= (uint16_t)(lanes - 1)) {
      const int i = __builtin_ctz(lanes);
      if (i % P3_BAND_GROUP >= along->count) continue;
      const p3_band_line line = row_line(scan, level, closing->place.vector, i);
      take_closing(scan, &line, &along->climbs[closing->place.vector][i], closing, i, x + closing->place.at,
                   pixel_before(scan, level, i, x + closing->place.at));
    }
  }
}

/// Ends the rows after their last pixel.
static void finish_rows(p3_band_scan *scan, p3_band_level *level, rows_along *along) {
  for (int32_t channel = 0; channel < scan->channels; channel++) {
    for (int i = 0; i < P3_BAND_LANES; i++) {
      if (i % P3_BAND_GROUP >= along->count) continue;
      const p3_band_line line = row_line(scan, level, channel, i);
      finish_line(scan, &line, &along->climbs[channel][i], &along->open[channel], i, level->width,
                  pixel_before(scan, level, i, level->width));
    }
  }
}

// MARK: Groups

/// Scans the group's first `count` rows along and down, tile by tile while they are in the cache.
static void scan_group(p3_band_scan *scan, p3_band_level *level, int32_t count) {
  if (level->width == 0) return;
  rows_along along = {.count = count};
  begin(along.open, 4);
  for (int32_t x = 0; x < level->width; x += P3_BAND_TILE) {
    const int32_t pixels = level->width - x < P3_BAND_TILE ? level->width - x : P3_BAND_TILE;
    scan_down(scan, level, count, x, pixels);
    scan_along(scan, level, &along, x, pixels);
  }
  finish_rows(scan, level, &along);
}

/// The next group follows: its row before is this one's last.
static void begin_group(p3_band_level *level) {
  level->rows += P3_BAND_GROUP;
  uint16_t *last = level->group[P3_BAND_GROUP];
  level->group[P3_BAND_GROUP] = level->group[0];
  level->group[0] = last;
}

/// Averages two rows of the level above into the next row of a level. A full group is scanned.
static void take_rows(p3_band_scan *scan, int index, int32_t row, const uint16_t *upper, const uint16_t *lower) {
  p3_band_level *level = &scan->levels[index];
  const int32_t slot = row % P3_BAND_GROUP;
  scan->kernels->average(upper, lower, scan->channels, (size_t)level->width, level->group[1 + slot]);
  if (row % 2 == 1 && index + 1 < P3_BAND_LEVELS)
    take_rows(scan, index + 1, row / 2, level->group[slot], level->group[1 + slot]);
  if (slot < P3_BAND_GROUP - 1) return;
  scan_group(scan, level, P3_BAND_GROUP);
  begin_group(level);
}

void p3_band_levels_take(p3_band_scan *scan) { take_rows(scan, 0, scan->y / 2, scan->above, scan->here); }

void p3_band_levels_finish(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &scan->levels[i];
    const int32_t waiting = scan->height / level->scale % P3_BAND_GROUP;
    if (waiting) scan_group(scan, level, waiting);
    finish_columns(scan, level, waiting);
  }
}
