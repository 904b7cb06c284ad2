// Tolerant staircases in 2×2 and 4×4 box averages: bands that were blurred, resized, compressed or lightly
// dithered after they were made. Averaging takes most of the noise out, the tolerance takes the rest.

#include "banding_scan.h"
#include "banding_widen.h"

#include <stdlib.h>

/// Codes that a plateau may spread: a quarter of an 8-bit code for what was resampled in 16 bits, and a
/// little over one code for compression and noise.
static const uint16_t tolerances[P3_BAND_TOLERANCES] = {64, 288};

/// A ramp cut into pieces by the tolerance alone has steps of at most 2.7 tolerances when plateaus have at
/// least 4 samples and gaps at most 4; real steps must be larger.
#define LEAST_SAMPLES 4
static const p3_band_joining joinings[P3_BAND_TOLERANCES] = {
    {.most_gap = 4, .same_level = 64, .least_step = 176}, {.most_gap = 4, .same_level = 288, .least_step = 771}};

static int lines_create(p3_band_lines *lines, size_t count) {
  lines->low = calloc(count, sizeof(uint16_t));
  lines->high = calloc(count, sizeof(uint16_t));
  lines->length = calloc(count, sizeof(uint16_t));
  lines->stairs = calloc(count, sizeof(p3_band_stair));
  if (!lines->low || !lines->high || !lines->length || !lines->stairs) return 0;
  for (size_t i = 0; i < count; i++) lines->stairs[i] = p3_band_no_stair();
  return 1;
}

static void lines_free(p3_band_lines *lines) {
  free(lines->low);
  free(lines->high);
  free(lines->length);
  free(lines->stairs);
}

static int level_create(p3_band_level *level, int32_t width, int32_t channels, int32_t scale) {
  level->scale = scale;
  level->width = width / scale;
  level->padded = ((size_t)level->width + 8) / 8 * 8;
  level->closed_middle = calloc(level->padded, sizeof(uint16_t));
  level->closed_length = calloc(level->padded, sizeof(uint16_t));
  level->closed = calloc(level->padded, 1);
  if (!level->closed_middle || !level->closed_length || !level->closed) return 0;
  for (int32_t c = 0; c < channels; c++) {
    if (!(level->half[c] = calloc(level->padded, sizeof(uint16_t)))) return 0;
    for (int i = 0; i < P3_BAND_GROUP; i++)
      if (!(level->group[c][i] = calloc(level->padded, sizeof(uint16_t)))) return 0;
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
      if (!lines_create(&level->columns[c][t], level->padded)) return 0;
      if (!lines_create(&level->along[c][t], P3_BAND_GROUP)) return 0;
    }
  }
  return 1;
}

int p3_band_levels_create(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++)
    if (!level_create(&scan->levels[i], scan->width, scan->channels, 2 << i)) return 0;
  return 1;
}

void p3_band_levels_free(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &scan->levels[i];
    free(level->closed_middle);
    free(level->closed_length);
    free(level->closed);
    for (int32_t c = 0; c < 4; c++) {
      free(level->half[c]);
      for (int g = 0; g < P3_BAND_GROUP; g++) free(level->group[c][g]);
      for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
        lines_free(&level->columns[c][t]);
        lines_free(&level->along[c][t]);
      }
    }
  }
}

/// A plateau of the level that ends with sample `x` of the group's row `group_row`.
static p3_band_plateau plateau_at(
    const p3_band_scan *scan, const p3_band_level *level, int32_t start, int32_t end, int32_t channel,
    uint16_t value, int32_t x, int32_t group_row) {
  p3_band_plateau plateau = {.start = start, .end = end, .value = value};
  for (int32_t c = 0; c < scan->channels; c++) plateau.colour[c] = level->group[c][group_row][x];
  plateau.colour[channel] = value;
  return plateau;
}

/// The next sample of each column, all in one row of the level.
static void widen_columns(p3_band_scan *scan, p3_band_level *level, int32_t group_row) {
  for (int32_t c = 0; c < scan->channels; c++) {
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
      p3_band_lines *lines = &level->columns[c][t];
      p3_band_widen(
          level->group[c][group_row], level->padded, tolerances[t], LEAST_SAMPLES, lines->low, lines->high,
          lines->length, level->closed_middle, level->closed_length, level->closed);
      for (size_t i = 0; i < level->padded / 8; i++) {
        for (uint8_t bits = level->closed[i]; bits; bits &= (uint8_t)(bits - 1)) {
          const int32_t x = (int32_t)(i * 8) + __builtin_ctz(bits);
          p3_band_stair done;
          const int32_t end = level->rows, start = end - level->closed_length[x];
          const int32_t row_before = (group_row + P3_BAND_GROUP - 1) % P3_BAND_GROUP;
          const p3_band_plateau plateau =
              plateau_at(scan, level, start, end, c, level->closed_middle[x], x, row_before);
          if (p3_band_take_plateau(&lines->stairs[x], &joinings[t], &plateau, &done))
            p3_band_report_stair(scan, &done, c, 1, x, level->scale, t);
        }
      }
    }
  }
}

/// Ends lines after their last sample: what is still open closes.
static void finish_lines(
    p3_band_scan *scan, const p3_band_level *level, p3_band_lines *lines, int32_t channel, int tolerance,
    int direction, int32_t first_line, int32_t count, int32_t end) {
  for (int32_t i = 0; i < count; i++) {
    p3_band_stair *stair = &lines->stairs[i], done;
    const int32_t x = direction ? i : level->width - 1;
    const int32_t row = direction ? (level->rows - 1) % P3_BAND_GROUP : i;
    if (lines->length[i] >= LEAST_SAMPLES) {
      const uint16_t middle = (uint16_t)(lines->low[i] + (lines->high[i] - lines->low[i]) / 2);
      const p3_band_plateau plateau =
          plateau_at(scan, level, end - lines->length[i], end, channel, middle, x, row);
      if (p3_band_take_plateau(stair, &joinings[tolerance], &plateau, &done))
        p3_band_report_stair(scan, &done, channel, direction, first_line + i, level->scale, tolerance);
    }
    if (stair->steps >= P3_BAND_LEAST_STEPS)
      p3_band_report_stair(scan, stair, channel, direction, first_line + i, level->scale, tolerance);
    *stair = p3_band_no_stair();
    lines->length[i] = 0;
  }
}

/// Plateaus that ended at sample `x` of the group's rows.
static void close_along(
    p3_band_scan *scan, p3_band_level *level, int32_t c, int t, uint8_t bits, const p3_band_closed *closed,
    int32_t x, int32_t count) {
  uint16_t middle[P3_BAND_GROUP], length[P3_BAND_GROUP];
  p3_store8(middle, closed->middle);
  p3_store8(length, closed->length);
  for (; bits; bits &= (uint8_t)(bits - 1)) {
    const int32_t i = __builtin_ctz(bits);
    if (i >= count) return;
    const p3_band_plateau plateau = plateau_at(scan, level, x - length[i], x, c, middle[i], x - 1, i);
    p3_band_stair done;
    if (p3_band_take_plateau(&level->along[c][t].stairs[i], &joinings[t], &plateau, &done))
      p3_band_report_stair(scan, &done, c, 0, level->rows - count + i, level->scale, t);
  }
}

/// Scans `count` rows of the group along, side by side: one row to a vector lane.
static void scan_along(p3_band_scan *scan, p3_band_level *level, int32_t count) {
  for (int32_t c = 0; c < scan->channels; c++) {
    uint16_t *const *rows = level->group[c];
    p3_band_open open[P3_BAND_TOLERANCES] = {0};
    for (int32_t x = 0; x < level->width; x++) {
      const p3_u16x8 sample = {rows[0][x], rows[1][x], rows[2][x], rows[3][x],
                               rows[4][x], rows[5][x], rows[6][x], rows[7][x]};
      for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
        p3_band_closed closed;
        const uint8_t bits = p3_band_widen8(&open[t], sample, tolerances[t], LEAST_SAMPLES, &closed);
        if (bits) close_along(scan, level, c, t, bits, &closed, x, count);
      }
    }
    for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
      p3_band_lines *lines = &level->along[c][t];
      p3_store8(lines->low, open[t].low);
      p3_store8(lines->high, open[t].high);
      p3_store8(lines->length, open[t].length);
      finish_lines(scan, level, lines, c, t, 0, level->rows - count, count, level->width);
    }
  }
}

static void take_row(p3_band_scan *scan, int index, uint16_t *const rows[4]);

/// A finished row of the level lies in its group: scan down, pass it on, and along once the group is full.
static void finish_row(p3_band_scan *scan, int index) {
  p3_band_level *level = &scan->levels[index];
  const int32_t group_row = level->rows % P3_BAND_GROUP;
  widen_columns(scan, level, group_row);
  level->rows += 1;
  if (index + 1 < P3_BAND_LEVELS) {
    uint16_t *rows[4];
    for (int32_t c = 0; c < scan->channels; c++) rows[c] = level->group[c][group_row];
    take_row(scan, index + 1, rows);
  }
  if (group_row == P3_BAND_GROUP - 1) scan_along(scan, level, P3_BAND_GROUP);
}

/// Averages pairs of samples and of rows of the level above.
static void take_row(p3_band_scan *scan, int index, uint16_t *const rows[4]) {
  p3_band_level *level = &scan->levels[index];
  const size_t width = (size_t)level->width;
  if (!level->has_half) {
    for (int32_t c = 0; c < scan->channels; c++) {
      uint16_t *restrict half = level->half[c];
      const uint16_t *restrict row = rows[c];
      for (size_t x = 0; x < width; x++) half[x] = (uint16_t)(((uint32_t)row[2 * x] + row[2 * x + 1]) >> 1);
    }
    level->has_half = 1;
    return;
  }
  for (int32_t c = 0; c < scan->channels; c++) {
    const uint16_t *restrict half = level->half[c];
    const uint16_t *restrict row = rows[c];
    uint16_t *restrict out = level->group[c][level->rows % P3_BAND_GROUP];
    for (size_t x = 0; x < width; x++)
      out[x] = (uint16_t)((half[x] + (((uint32_t)row[2 * x] + row[2 * x + 1]) >> 1) + 1) >> 1);
  }
  level->has_half = 0;
  finish_row(scan, index);
}

void p3_band_levels_row(p3_band_scan *scan) {
  uint16_t *rows[4];
  for (int32_t c = 0; c < scan->channels; c++) rows[c] = p3_band_plane(scan, c);
  take_row(scan, 0, rows);
}

void p3_band_levels_finish(p3_band_scan *scan) {
  for (int i = 0; i < P3_BAND_LEVELS; i++) {
    p3_band_level *level = &scan->levels[i];
    const int32_t waiting = level->rows % P3_BAND_GROUP;
    if (waiting) scan_along(scan, level, waiting);
    for (int32_t c = 0; c < scan->channels; c++)
      for (int t = 0; t < P3_BAND_TOLERANCES; t++)
        finish_lines(scan, level, &level->columns[c][t], c, t, 1, 0, level->width, level->rows);
  }
}
