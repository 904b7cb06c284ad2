#include "banding/cells.h"

#include <string.h>

enum { CHANGES_RIGHT, CHANGES_DOWN, ANY_CHANGES, KINDS };

static size_t words_of_counters(const p3_band_cells *cells) {
  return cells->image->blocks * P3_BAND_BLOCK * (size_t)cells->digits;
}

int p3_band_cells_create(p3_band_cells *cells, const p3_band_image *image, int32_t size) {
  cells->image = image;
  cells->size = size;
  cells->across = (image->width + size - 1) / size;
  cells->count = (size_t)cells->across * (size_t)((image->height + size - 1) / size);
  cells->digits = size < 8 ? P3_BAND_FEW_DIGITS : size < 32 ? P3_BAND_SOME_DIGITS : P3_BAND_MOST_DIGITS;
  for (int kind = 0; kind < KINDS; kind++)
    if (!(cells->counts[kind] = p3_band_zeroed(words_of_counters(cells), sizeof(uint64_t)))) return 0;
  cells->sums = p3_band_zeroed((size_t)cells->across, sizeof *cells->sums);
  cells->cells = p3_band_zeroed(cells->count, sizeof *cells->cells);
  return cells->sums && cells->cells;
}

void p3_band_cells_free(p3_band_cells *cells) {
  for (int kind = 0; kind < KINDS; kind++) free(cells->counts[kind]);
  free(cells->sums);
  free(cells->cells);
}

static p3_band_cell *row_of_cells(const p3_band_cells *cells, int32_t y) {
  return cells->cells + (size_t)(y / cells->size) * (size_t)cells->across;
}

/// Counts the pixels that have a change in any channel.
static void count(p3_band_cells *cells, const uint64_t *changes, int kind) {
  const p3_band_image *image = cells->image;
  image->kernels->count(changes, image->channels, image->blocks, cells->digits, cells->counts[kind]);
}

/// Sums one kind of counters of a finished row of cells, and clears them.
static void sum(p3_band_cells *cells, int kind) {
  const p3_band_image *image = cells->image;
  const size_t step = (size_t)cells->size * (size_t)image->channels;
  image->kernels->sum(cells->counts[kind], cells->digits, image->samples, step, image->channels, cells->sums);
  memset(cells->counts[kind], 0, words_of_counters(cells) * sizeof(uint64_t));
}

static void store_sums(p3_band_cells *cells, p3_band_cell *row) {
  sum(cells, CHANGES_RIGHT);
  for (int32_t i = 0; i < cells->across; i++) row[i].changes_right = (uint16_t)cells->sums[i];
  sum(cells, CHANGES_DOWN);
  for (int32_t i = 0; i < cells->across; i++) row[i].changes_down = (uint16_t)cells->sums[i];
  sum(cells, ANY_CHANGES);
  for (int32_t i = 0; i < cells->across; i++) row[i].any_changes = (uint16_t)cells->sums[i];
}

static void store_colors(const p3_band_cells *cells, const uint16_t *samples, p3_band_cell *row) {
  const p3_band_image *image = cells->image;
  for (int32_t i = 0; i < cells->across; i++) {
    int32_t x = i * cells->size + cells->size / 2;
    if (x >= image->width) x = image->width - 1;
    p3_band_color(image, samples + (size_t)x * (size_t)image->channels, row[i].color);
  }
}

void p3_band_cells_take(p3_band_cells *cells, int32_t y, const uint16_t *row, const p3_band_marks *marks) {
  uint64_t *any = marks->right_large;
  count(cells, marks->right_large, CHANGES_RIGHT);
  count(cells, marks->down_large, CHANGES_DOWN);
  for (size_t word = 0; word < cells->image->words; word++) any[word] = marks->right[word] | marks->down[word];
  count(cells, any, ANY_CHANGES);
  const int32_t middle = y / cells->size * cells->size + cells->size / 2, last = cells->image->height - 1;
  if (y == middle || (y == last && y < middle)) store_colors(cells, row, row_of_cells(cells, y));
  if ((y + 1) % cells->size == 0 || y == last) store_sums(cells, row_of_cells(cells, y));
}
