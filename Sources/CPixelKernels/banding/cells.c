// What is known of each cell besides its chains: how many of its pixels change, and the colour in its middle.

#include "banding/scan.h"

int p3_band_cells_create(p3_band_scan *scan) {
  const int32_t cell = scan->cell;
  scan->cells_across = (scan->width + cell - 1) / cell;
  scan->cell_count = (size_t)scan->cells_across * (size_t)((scan->height + cell - 1) / cell);
  scan->digits = cell < 8 ? P3_BAND_FEW_DIGITS : cell < 32 ? P3_BAND_SOME_DIGITS : P3_BAND_MOST_DIGITS;
  const size_t words = scan->blocks * P3_BAND_BLOCK * (size_t)scan->digits;
  for (int i = 0; i < 3; i++)
    if (!(scan->counts[i] = p3_band_zeroed(words, sizeof(uint64_t)))) return 0;
  scan->sums = p3_band_zeroed((size_t)scan->cells_across, sizeof *scan->sums);
  scan->cells = p3_band_zeroed(scan->cell_count, sizeof *scan->cells);
  return scan->sums && scan->cells;
}

void p3_band_cells_free(p3_band_scan *scan) {
  for (int i = 0; i < 3; i++) free(scan->counts[i]);
  free(scan->sums);
  free(scan->cells);
}

static p3_band_cell *row_of_cells(const p3_band_scan *scan) {
  return scan->cells + (size_t)(scan->y / scan->cell) * (size_t)scan->cells_across;
}

/// Counts the pixels that have a change in any channel.
static void count(p3_band_scan *scan, const uint64_t *changes, int kind) {
  scan->kernels->count(changes, scan->channels, scan->blocks, scan->digits, scan->counts[kind]);
}

/// Sums one kind of counters of a finished row of cells.
static void sum(p3_band_scan *scan, int kind) {
  const size_t step = (size_t)scan->cell * (size_t)scan->channels;
  scan->kernels->sum(scan->counts[kind], scan->digits, scan->lanes, step, scan->channels, scan->sums);
  memset(scan->counts[kind], 0, scan->blocks * P3_BAND_BLOCK * (size_t)scan->digits * sizeof(uint64_t));
}

static void fold(p3_band_scan *scan) {
  p3_band_cell *cells = row_of_cells(scan);
  sum(scan, 0);
  for (int32_t i = 0; i < scan->cells_across; i++) cells[i].changes_right = (uint16_t)scan->sums[i];
  sum(scan, 1);
  for (int32_t i = 0; i < scan->cells_across; i++) cells[i].changes_down = (uint16_t)scan->sums[i];
  sum(scan, 2);
  for (int32_t i = 0; i < scan->cells_across; i++) cells[i].any_changes = (uint16_t)scan->sums[i];
}

static void sample_colours(p3_band_scan *scan) {
  p3_band_cell *cells = row_of_cells(scan);
  for (int32_t i = 0; i < scan->cells_across; i++) {
    int32_t x = i * scan->cell + scan->cell / 2;
    if (x >= scan->width) x = scan->width - 1;
    p3_band_colour(scan, scan->here + (size_t)x * (size_t)scan->channels, cells[i].colour);
  }
}

void p3_band_cells_take(p3_band_scan *scan) {
  const uint64_t *right = scan->marks.right, *down = scan->marks.down;
  uint64_t *any = scan->marks.right_large;
  count(scan, any, 0);
  count(scan, scan->marks.down_large, 1);
  for (size_t word = 0; word < scan->words; word++) any[word] = right[word] | down[word];
  count(scan, any, 2);
  const int32_t middle = scan->y / scan->cell * scan->cell + scan->cell / 2;
  if (scan->y == middle || (scan->y == scan->height - 1 && scan->y < middle)) sample_colours(scan);
  if ((scan->y + 1) % scan->cell == 0 || scan->y + 1 == scan->height) fold(scan);
}
