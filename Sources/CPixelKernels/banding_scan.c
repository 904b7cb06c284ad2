// The scanner: planes of the current row, exact staircases at full size, tolerant ones in box averages.

#include "banding_scan.h"

#include <stdlib.h>

/// Runs shorter than 4 pixels are no plateau: at normal distances the eye averages over them.
#define LEAST_RUN 4

static void *zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

int p3_band_report(p3_band_scan *scan, const p3_band_chain *chain) {
  if (scan->chain_count == scan->chain_capacity) {
    const size_t capacity = scan->chain_capacity ? scan->chain_capacity * 2 : 1024;
    p3_band_chain *grown = realloc(scan->chains, capacity * sizeof *grown);
    if (!grown) {
      scan->failed = 1;
      return 0;
    }
    scan->chains = grown;
    scan->chain_capacity = capacity;
  }
  scan->chains[scan->chain_count++] = *chain;
  return 1;
}

p3_band_scan *p3_band_scan_create(int32_t width, int32_t height, int32_t channels, int32_t cell) {
  p3_band_scan *scan = zeroed(1, sizeof *scan);
  if (!scan) return NULL;
  scan->width = width;
  scan->height = height;
  scan->channels = channels;
  scan->cell = cell;
  scan->words = ((size_t)width + 63) / 64;
  // Vectors read up to the next multiple of 64, and one sample before the first.
  scan->padded = scan->words * 64 + 64;
  scan->cells_across = (width + cell - 1) / cell;
  scan->cell_count = (size_t)scan->cells_across * (size_t)((height + cell - 1) / cell);
  scan->cells = zeroed(scan->cell_count, sizeof *scan->cells);
  scan->row_changes = zeroed(scan->padded, 1);
  scan->column_changes = zeroed(scan->padded, 1);
  scan->any_changes = zeroed(scan->padded, 1);
  int ok = scan->cells && scan->row_changes && scan->column_changes && scan->any_changes;
  for (int32_t c = 0; ok && c < channels; c++) {
    p3_band_exact *exact = &scan->exact[c];
    for (int i = 0; i < 2; i++) ok = ok && (scan->planes[i][c] = zeroed(scan->padded, sizeof(uint16_t)));
    for (int i = 0; i < LEAST_RUN; i++) ok = ok && (exact->edges[i] = zeroed(scan->words, sizeof(uint64_t)));
    ok = ok && (exact->inside = zeroed(scan->words, sizeof(uint64_t)));
    ok = ok && (exact->start = zeroed((size_t)width, sizeof(int32_t)));
    ok = ok && (exact->stairs = zeroed((size_t)width, sizeof(p3_band_stair)));
    for (int32_t x = 0; ok && x < width; x++) exact->stairs[x] = p3_band_no_stair();
  }
  ok = ok && (scan->row_bits = zeroed(scan->words, sizeof(uint64_t)));
  ok = ok && p3_band_levels_create(scan);
  if (!ok) {
    p3_band_scan_free(scan);
    return NULL;
  }
  return scan;
}

void p3_band_scan_free(p3_band_scan *scan) {
  if (!scan) return;
  for (int32_t c = 0; c < 4; c++) {
    for (int i = 0; i < 2; i++) free(scan->planes[i][c]);
    for (int i = 0; i < LEAST_RUN; i++) free(scan->exact[c].edges[i]);
    free(scan->exact[c].inside);
    free(scan->exact[c].start);
    free(scan->exact[c].stairs);
  }
  free(scan->row_bits);
  free(scan->cells);
  free(scan->row_changes);
  free(scan->column_changes);
  free(scan->any_changes);
  free(scan->chains);
  p3_band_levels_free(scan);
  free(scan);
}

const p3_band_chain *p3_band_scan_chains(const p3_band_scan *scan, size_t *count) {
  *count = scan->chain_count;
  return scan->chains;
}

void p3_band_scan_forget(p3_band_scan *scan) { scan->chain_count = 0; }

const p3_band_cell *p3_band_scan_cells(const p3_band_scan *scan, size_t *count) {
  *count = scan->cell_count;
  return scan->cells;
}

/// Splits interleaved pixels into the current planes, one sample in: plane[-1] repeats the first sample, so
/// that it never differs from its left neighbour.
static void split(p3_band_scan *scan, const uint16_t *row) {
  const size_t width = (size_t)scan->width;
  uint16_t *restrict p0 = p3_band_plane(scan, 0);
  if (scan->channels == 1) {
    memcpy(p0, row, width * sizeof *row);
  } else if (scan->channels == 2) {
    uint16_t *restrict p1 = p3_band_plane(scan, 1);
    for (size_t x = 0; x < width; x++) p0[x] = row[2 * x], p1[x] = row[2 * x + 1];
  } else if (scan->channels == 3) {
    uint16_t *restrict p1 = p3_band_plane(scan, 1), *restrict p2 = p3_band_plane(scan, 2);
    for (size_t x = 0; x < width; x++) p0[x] = row[3 * x], p1[x] = row[3 * x + 1], p2[x] = row[3 * x + 2];
  } else {
    uint16_t *restrict p1 = p3_band_plane(scan, 1), *restrict p2 = p3_band_plane(scan, 2);
    uint16_t *restrict p3 = p3_band_plane(scan, 3);
    for (size_t x = 0; x < width; x++)
      p0[x] = row[4 * x], p1[x] = row[4 * x + 1], p2[x] = row[4 * x + 2], p3[x] = row[4 * x + 3];
  }
  for (int32_t c = 0; c < scan->channels; c++) {
    uint16_t *plane = p3_band_plane(scan, c);
    plane[-1] = plane[0];
    for (size_t x = width; x < scan->words * 64; x++) plane[x] = plane[width - 1];
  }
}

/// Adds this row's changes, per column, to the sums of the current row of cells.
static void count_changes(p3_band_scan *scan) {
  const size_t count = scan->words * 64;
  for (size_t x = 0; x < count; x += 8) {
    p3_u16x8 right = 0, down = 0, any = 0;
    for (int32_t c = 0; c < scan->channels; c++) {
      const uint16_t *plane = p3_band_plane(scan, c), *above = p3_band_plane_above(scan, c);
      const p3_u16x8 here = p3_load8(plane + x), left = p3_load8(plane + x - 1), up = p3_load8(above + x);
      const p3_u16x8 across = __builtin_elementwise_max(here, left) - __builtin_elementwise_min(here, left);
      const p3_u16x8 along = __builtin_elementwise_max(here, up) - __builtin_elementwise_min(here, up);
      right |= (p3_u16x8)(across > 128);
      down |= (p3_u16x8)(along > 128);
      any |= across | along;
    }
    typedef uint8_t u8x8 __attribute__((ext_vector_type(8)));
    u8x8 sums[3];
    memcpy(&sums[0], scan->row_changes + x, 8);
    memcpy(&sums[1], scan->column_changes + x, 8);
    memcpy(&sums[2], scan->any_changes + x, 8);
    sums[0] += __builtin_convertvector(right & 1, u8x8);
    sums[1] += __builtin_convertvector(down & 1, u8x8);
    sums[2] += __builtin_convertvector((p3_u16x8)(any != 0) & 1, u8x8);
    memcpy(scan->row_changes + x, &sums[0], 8);
    memcpy(scan->column_changes + x, &sums[1], 8);
    memcpy(scan->any_changes + x, &sums[2], 8);
  }
}

/// Sums the columns of a finished row of cells (at most 64 rows, so the bytes cannot overflow).
static void fold_cells(p3_band_scan *scan) {
  p3_band_cell *cells = scan->cells + (size_t)(scan->y / scan->cell) * (size_t)scan->cells_across;
  for (int32_t i = 0; i < scan->cells_across; i++) {
    const int32_t first = i * scan->cell;
    const int32_t last = first + scan->cell < scan->width ? first + scan->cell : scan->width;
    uint32_t right = 0, down = 0, any = 0;
    for (int32_t x = first; x < last; x++) {
      right += scan->row_changes[x];
      down += scan->column_changes[x];
      any += scan->any_changes[x];
    }
    cells[i].changes_right = right;
    cells[i].changes_down = down;
    cells[i].any_changes = any;
  }
  memset(scan->row_changes, 0, scan->padded);
  memset(scan->column_changes, 0, scan->padded);
  memset(scan->any_changes, 0, scan->padded);
}

static void sample_colours(p3_band_scan *scan) {
  p3_band_cell *cells = scan->cells + (size_t)(scan->y / scan->cell) * (size_t)scan->cells_across;
  for (int32_t i = 0; i < scan->cells_across; i++) {
    int32_t x = i * scan->cell + scan->cell / 2;
    if (x >= scan->width) x = scan->width - 1;
    for (int32_t c = 0; c < scan->channels; c++) cells[i].colour[c] = p3_band_plane(scan, c)[x];
  }
}

void p3_band_report_stair(
    p3_band_scan *scan, const p3_band_stair *stair, int32_t channel, int direction, int32_t line, int32_t scale,
    int tolerance) {
  p3_band_chain chain = {
      .line = line * scale, .start = stair->chain_start * scale, .end = stair->plateau_end * scale,
      .first_end = stair->first_end * scale, .last_start = stair->last_start * scale, .steps = stair->steps,
      .step_sum = stair->step_sum, .least_step = stair->least, .most_step = stair->most, .channel = (uint8_t)channel, .direction = (uint8_t)direction,
      .scale = (uint8_t)scale, .tolerance = (uint8_t)tolerance};
  memcpy(chain.colour, stair->colour, sizeof chain.colour);
  memcpy(chain.colour_before, stair->before, sizeof chain.colour_before);
  p3_band_report(scan, &chain);
}

static const p3_band_joining exact_joining = {.most_gap = 2, .same_level = 0, .least_step = 1};

/// The edge at or after `x`, or the width.
static int32_t next_edge(const p3_band_scan *scan, const uint64_t *edges, int32_t x) {
  size_t word = (size_t)x / 64;
  if (word >= scan->words) return scan->width;
  uint64_t bits = edges[word] >> ((uint32_t)x % 64) << ((uint32_t)x % 64);
  while (!bits) {
    if (++word == scan->words) return scan->width;
    bits = edges[word];
  }
  const int32_t found = (int32_t)(word * 64) + __builtin_ctzll(bits);
  return found < scan->width ? found : scan->width;
}

/// Staircases of exactly equal samples along this row.
static void scan_row(p3_band_scan *scan, int32_t channel) {
  const uint16_t *plane = p3_band_plane(scan, channel);
  uint64_t *edges = scan->row_bits;
  p3_band_differences(plane, plane - 1, (size_t)scan->width, edges);
  edges[0] |= 1;  // the first plateau starts at the left border
  p3_band_stair stair = p3_band_no_stair(), done;
  for (size_t word = 0; word < scan->words; word++) {
    const uint64_t next = word + 1 < scan->words ? edges[word + 1] : 0;
    const uint64_t here = edges[word];
    // An edge with no other edge in the next three samples starts a plateau.
    uint64_t starts = here & ~(here >> 1 | next << 63) & ~(here >> 2 | next << 62) & ~(here >> 3 | next << 61);
    while (starts) {
      const int32_t x = (int32_t)(word * 64) + __builtin_ctzll(starts);
      starts &= starts - 1;
      const int32_t end = next_edge(scan, edges, x + 1);
      if (end - x < LEAST_RUN) continue;
      p3_band_plateau plateau = {.start = x, .end = end, .value = plane[x]};
      for (int32_t c = 0; c < scan->channels; c++) plateau.colour[c] = p3_band_plane(scan, c)[end - 1];
      if (p3_band_take_plateau(&stair, &exact_joining, &plateau, &done))
        p3_band_report_stair(scan, &done, channel, 0, scan->y, 1, 0);
    }
  }
  if (stair.steps >= P3_BAND_LEAST_STEPS) p3_band_report_stair(scan, &stair, channel, 0, scan->y, 1, 0);
}

static void close_column(p3_band_scan *scan, int32_t channel, int32_t x, int32_t end) {
  p3_band_exact *exact = &scan->exact[channel];
  p3_band_stair done;
  p3_band_plateau plateau = {.start = exact->start[x], .end = end};
  for (int32_t c = 0; c < scan->channels; c++) plateau.colour[c] = p3_band_plane_above(scan, c)[x];
  plateau.value = plateau.colour[channel];
  if (p3_band_take_plateau(&exact->stairs[x], &exact_joining, &plateau, &done))
    p3_band_report_stair(scan, &done, channel, 1, x, 1, 0);
}

/// The same down the columns: `edges` holds the last four rows' differences from the row above.
static void scan_columns(p3_band_scan *scan, int32_t channel) {
  p3_band_exact *exact = &scan->exact[channel];
  uint64_t *oldest = exact->edges[LEAST_RUN - 1];
  for (int i = LEAST_RUN - 1; i > 0; i--) exact->edges[i] = exact->edges[i - 1];
  exact->edges[0] = oldest;
  if (scan->y == 0) {
    memset(oldest, 0xff, scan->words * sizeof *oldest);
  } else {
    p3_band_differences(
        p3_band_plane(scan, channel), p3_band_plane_above(scan, channel), (size_t)scan->width, oldest);
  }
  const uint64_t *now = exact->edges[0], *one = exact->edges[1], *two = exact->edges[2];
  const uint64_t *three = exact->edges[3];
  for (size_t word = 0; word < scan->words; word++) {
    uint64_t ends = now[word] & exact->inside[word];
    exact->inside[word] &= ~ends;
    while (ends) {
      const int32_t x = (int32_t)(word * 64) + __builtin_ctzll(ends);
      ends &= ends - 1;
      if (x < scan->width) close_column(scan, channel, x, scan->y);
    }
    uint64_t starts = three[word] & ~two[word] & ~one[word] & ~now[word];
    exact->inside[word] |= starts;
    while (starts) {
      const int32_t x = (int32_t)(word * 64) + __builtin_ctzll(starts);
      starts &= starts - 1;
      if (x < scan->width) exact->start[x] = scan->y - (LEAST_RUN - 1);
    }
  }
}

int p3_band_scan_row(p3_band_scan *scan, const uint16_t *row) {
  scan->current ^= 1;
  split(scan, row);
  if (scan->y == 0) {  // the first row differs from nothing above it
    for (int32_t c = 0; c < scan->channels; c++)
      memcpy(p3_band_plane_above(scan, c), p3_band_plane(scan, c), scan->words * 64 * sizeof(uint16_t));
  }
  count_changes(scan);
  const int32_t middle = scan->y / scan->cell * scan->cell + scan->cell / 2;
  if (scan->y == middle || (scan->y == scan->height - 1 && scan->y < middle)) sample_colours(scan);
  for (int32_t c = 0; c < scan->channels; c++) {
    scan_row(scan, c);
    scan_columns(scan, c);
  }
  p3_band_levels_row(scan);
  if ((scan->y + 1) % scan->cell == 0 || scan->y + 1 == scan->height) fold_cells(scan);
  scan->y += 1;
  return !scan->failed;
}

int p3_band_scan_finish(p3_band_scan *scan) {
  scan->current ^= 1;  // the last row is now the one above
  for (int32_t c = 0; c < scan->channels; c++) {
    p3_band_exact *exact = &scan->exact[c];
    for (int32_t x = 0; x < scan->width; x++) {
      if (exact->inside[x / 64] >> (x % 64) & 1) close_column(scan, c, x, scan->y);
      if (exact->stairs[x].steps >= P3_BAND_LEAST_STEPS)
        p3_band_report_stair(scan, &exact->stairs[x], c, 1, x, 1, 0);
    }
  }
  p3_band_levels_finish(scan);
  return !scan->failed;
}
