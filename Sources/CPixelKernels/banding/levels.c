#include "banding/levels.h"

#include <string.h>

#include "banding/lane.h"

/// Samples behind a row of averages that kernels may read or write.
enum { MARGIN = 64 };

/// The state of lines before their first sample: no open plateau, no last plateau.
static void begin(p3_band_open *open, size_t vectors) {
  memset(open, 0, vectors * sizeof *open);
  for (size_t i = 0; i < vectors; i++) {
    memset(open[i].low, 0xff, sizeof open[i].low);
    memset(open[i].age, 0xff, sizeof open[i].age);
  }
}

static size_t vectors_of(size_t samples) { return (samples + P3_BAND_LANES - 1) / P3_BAND_LANES; }

static int level_create(p3_band_level *level, const p3_band_image *image, int32_t scale) {
  level->scale = scale;
  level->width = image->width / scale;
  level->samples = (size_t)level->width * (size_t)image->channels;
  const size_t vectors = vectors_of(level->samples) * P3_BAND_TOLERANCES;
  for (int i = 0; i <= P3_BAND_GROUP; i++)
    if (!(level->group[i] = calloc(level->samples + MARGIN, sizeof(uint16_t)))) return 0;
  if (!(level->open = malloc((vectors + 1) * sizeof *level->open))) return 0;
  begin(level->open, vectors);
  // Lazily zeroed memory: most columns never have a chain.
  for (int t = 0; t < P3_BAND_TOLERANCES; t++)
    if (!(level->chains[t] = calloc(level->samples + 1, sizeof(p3_band_growing_chain)))) return 0;
  return 1;
}

int p3_band_levels_create(p3_band_levels *levels, const p3_band_image *image) {
  levels->image = image;
  for (int i = 0; i < P3_BAND_LEVELS; i++)
    if (!level_create(&levels->level[i], image, 2 << i)) return 0;
  return (levels->closings = malloc((P3_BAND_CLOSINGS + 1) * sizeof *levels->closings)) != NULL;
}

void p3_band_levels_free(p3_band_levels *levels) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &levels->level[i];
    for (int g = 0; g <= P3_BAND_GROUP; g++) free(level->group[g]);
    free(level->open);
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) free(level->chains[t]);
  }
  free(levels->closings);
}

static p3_band_line line_of(const p3_band_levels *levels, const p3_band_level *level, int32_t number, int direction,
                            int32_t channel, int t) {
  p3_band_line line = p3_band_line_of(levels->callback, number, direction, channel);
  line.scale = (uint8_t)level->scale;
  line.tolerance = (uint8_t)t;
  return line;
}

/// Adds lane `i` of `closing` to the chain of its line. The sample at `position` of the line ended the plateau; `pixel`
/// is the pixel before that sample.
static inline void take_closing(const p3_band_levels *levels, const p3_band_line *line, p3_band_growing_chain *chain,
                                const p3_band_closing *closing, int i, int32_t position, const uint16_t *pixel) {
  const int32_t end = position - closing->age[i], start = end - closing->extent[i];
  if (!(closing->steps >> i & 1)) {
    p3_band_end_chain(line, chain, start, end);
    return;
  }
  uint16_t color[4];
  p3_band_color(levels->image, pixel, color);
  color[line->channel] = closing->middle[i];
  p3_band_add_step(line, chain, start, end, (int32_t)closing->middle[i] - closing->value[i], color);
}

/// Ends the line in lane `i` of `open` at `position`: closes its open plateau and reports its chain.
static void finish_line(const p3_band_levels *levels, const p3_band_line *line, p3_band_growing_chain *chain,
                        p3_band_open *open, int i, int32_t position, const uint16_t *pixel) {
  if (open->length[i] >= P3_BAND_LEAST_RUN) {
    p3_band_closing closing = {0};
    p3_band_close_lane(open, i, line->tolerance, &closing);
    if (closing.lanes) take_closing(levels, line, chain, &closing, i, position, pixel);
  }
  const int32_t end = position - open->age[i];
  if (open->ends_step[i]) p3_band_report(line, chain, end - open->extent[i], end);
}

// MARK: Columns

/// Gives the columns of `pixels` pixels, from `x` on, a sample from each of the group's first `count` rows.
static void scan_down(p3_band_levels *levels, p3_band_level *level, int32_t count, int32_t x, int32_t pixels) {
  const size_t channels = (size_t)levels->image->channels, first = (size_t)x * channels;
  const uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = level->group[1 + i] + first;
  const size_t closed =
      levels->image->kernels->down(rows, (size_t)count, vectors_of((size_t)pixels * channels),
                                   level->open + first / P3_BAND_LANES * P3_BAND_TOLERANCES, levels->closings);
  for (const p3_band_closing *closing = levels->closings; closing < levels->closings + closed; closing++) {
    const int t = closing->position.tolerance;
    for (uint16_t lanes = closing->lanes; lanes; lanes &= (uint16_t)(lanes - 1)) {
      const int i = __builtin_ctz(lanes);
      const size_t sample = first + closing->position.vector * P3_BAND_LANES + (size_t)i;
      if (sample >= level->samples) break;
      const size_t column = p3_band_pixel(levels->image, sample);
      const p3_band_line line = line_of(levels, level, (int32_t)column, 1, (int32_t)(sample - column * channels), t);
      take_closing(levels, &line, &level->chains[t][sample], closing, i, level->rows + closing->position.at,
                   level->group[closing->position.at] + column * channels);
    }
  }
}

/// Ends the columns after the last row, `waiting` rows into the group.
static void finish_columns(p3_band_levels *levels, p3_band_level *level, int32_t waiting) {
  for (size_t sample = 0; sample < level->samples; sample++) {
    p3_band_open *open = level->open + sample / P3_BAND_LANES * P3_BAND_TOLERANCES;
    const size_t channels = (size_t)levels->image->channels, column = p3_band_pixel(levels->image, sample);
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
      const p3_band_line line = line_of(levels, level, (int32_t)column, 1, (int32_t)(sample - column * channels), t);
      finish_line(levels, &line, &level->chains[t][sample], open + t, (int)(sample % P3_BAND_LANES),
                  level->rows + waiting, level->group[waiting] + column * channels);
    }
  }
}

// MARK: Rows

/// The rows of a group as lines, by channel: lanes 0 to 7 hold the eight rows with the narrow tolerance, lanes 8 to 15
/// with the wide one.
typedef struct {
  p3_band_open open[4];
  p3_band_growing_chain chains[4][P3_BAND_LANES];
  /// Rows of the group so far; the lanes of the other rows are undefined.
  int32_t count;
} rows_along;

static p3_band_line row_line(const p3_band_levels *levels, const p3_band_level *level, int32_t channel, int i) {
  return line_of(levels, level, level->rows + i % P3_BAND_GROUP, 0, channel, i / P3_BAND_GROUP);
}

/// The pixel before `x` in the row of lane `i`.
static const uint16_t *pixel_before(const p3_band_levels *levels, const p3_band_level *level, int i, int32_t x) {
  return level->group[1 + i % P3_BAND_GROUP] + (size_t)(x - 1) * (size_t)levels->image->channels;
}

/// Gives each row of the group its `pixels` pixels from `x` on.
static void scan_along(p3_band_levels *levels, p3_band_level *level, rows_along *along, int32_t x, int32_t pixels) {
  const uint16_t *rows[P3_BAND_GROUP];
  for (int i = 0; i < P3_BAND_GROUP; i++) rows[i] = level->group[1 + i] + (size_t)x * (size_t)levels->image->channels;
  const size_t closed =
      levels->image->kernels->along(rows, levels->image->channels, (size_t)pixels, along->open, levels->closings);
  for (const p3_band_closing *closing = levels->closings; closing < levels->closings + closed; closing++) {
    for (uint16_t lanes = closing->lanes; lanes; lanes &= (uint16_t)(lanes - 1)) {
      const int i = __builtin_ctz(lanes);
      if (i % P3_BAND_GROUP >= along->count) continue;
      const p3_band_line line = row_line(levels, level, closing->position.vector, i);
      take_closing(levels, &line, &along->chains[closing->position.vector][i], closing, i, x + closing->position.at,
                   pixel_before(levels, level, i, x + closing->position.at));
    }
  }
}

/// Ends the rows after their last pixel.
static void finish_rows(p3_band_levels *levels, p3_band_level *level, rows_along *along) {
  for (int32_t channel = 0; channel < levels->image->channels; channel++) {
    for (int i = 0; i < P3_BAND_LANES; i++) {
      if (i % P3_BAND_GROUP >= along->count) continue;
      const p3_band_line line = row_line(levels, level, channel, i);
      finish_line(levels, &line, &along->chains[channel][i], &along->open[channel], i, level->width,
                  pixel_before(levels, level, i, level->width));
    }
  }
}

// MARK: Groups

/// Scans the group's first `count` rows along and down, in tiles that stay in the cache.
static void scan_group(p3_band_levels *levels, p3_band_level *level, int32_t count) {
  if (level->width == 0) return;
  rows_along along = {.count = count};
  begin(along.open, 4);
  for (int32_t x = 0; x < level->width; x += P3_BAND_TILE) {
    const int32_t pixels = level->width - x < P3_BAND_TILE ? level->width - x : P3_BAND_TILE;
    scan_down(levels, level, count, x, pixels);
    scan_along(levels, level, &along, x, pixels);
  }
  finish_rows(levels, level, &along);
}

/// Makes room for the next group; the last row of this one becomes the row before it.
static void begin_group(p3_band_level *level) {
  level->rows += P3_BAND_GROUP;
  uint16_t *last = level->group[P3_BAND_GROUP];
  level->group[P3_BAND_GROUP] = level->group[0];
  level->group[0] = last;
}

/// Averages two rows of the next larger size into row `row` of level `index`, and scans the group when it is full.
static void take_rows(p3_band_levels *levels, int index, int32_t row, const uint16_t *upper, const uint16_t *lower) {
  p3_band_level *level = &levels->level[index];
  const int32_t slot = row % P3_BAND_GROUP;
  levels->image->kernels->average(upper, lower, levels->image->channels, (size_t)level->width, level->group[1 + slot]);
  if (row % 2 == 1 && index + 1 < P3_BAND_LEVELS)
    take_rows(levels, index + 1, row / 2, level->group[slot], level->group[1 + slot]);
  if (slot < P3_BAND_GROUP - 1) return;
  scan_group(levels, level, P3_BAND_GROUP);
  begin_group(level);
}

void p3_band_levels_take(p3_band_levels *levels, int32_t y, const uint16_t *upper, const uint16_t *lower) {
  take_rows(levels, 0, y / 2, upper, lower);
}

void p3_band_levels_finish(p3_band_levels *levels) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &levels->level[i];
    const int32_t waiting = levels->image->height / level->scale % P3_BAND_GROUP;
    if (waiting) scan_group(levels, level, waiting);
    finish_columns(levels, level, waiting);
  }
}
