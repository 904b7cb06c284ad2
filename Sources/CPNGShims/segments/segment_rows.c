#include "segment_rows.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *row_at(const p3png_segment_rows *rows, ptrdiff_t row) {
  return rows->raw + (size_t)(row + 1) * rows->stride + P3_PNG_ROW_MARGIN;
}

/// Stores `samples`, or zeros for NULL, between margins. Filters read the left margin as the pixel left of the first,
/// which is zero in PNG. The right margin is only overrun; it is cleared so that memory checkers find nothing
/// uninitialised.
static void store_row(const p3png_segment_rows *rows, const uint16_t *samples, ptrdiff_t row) {
  const size_t count = (size_t)rows->request->width * rows->request->channels;
  uint8_t *into = row_at(rows, row);
  memset(into - P3_PNG_ROW_MARGIN, 0, P3_PNG_ROW_MARGIN);
  memset(into + rows->row_bytes, 0, P3_PNG_ROW_MARGIN);
  if (!samples) {
    memset(into, 0, rows->row_bytes);
  } else if (rows->request->depth == 16) {
    rows->kernels->store(samples, into, count);
  } else {
    rows->kernels->narrow(samples, into, count);
  }
}

bool p3png_rows_open(
  p3png_segment_rows *rows, const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples,
  size_t count) {
  const size_t row_samples = (size_t)request->width * request->channels;
  *rows = (p3png_segment_rows){.request = request, .kernels = p3_png_kernels_current(), .rows = count};
  rows->pixel_bytes = request->channels * request->depth / 8u;
  rows->row_bytes = row_samples * request->depth / 8;
  rows->stride = rows->row_bytes + 2 * P3_PNG_ROW_MARGIN;
  rows->has_above = above || request->is_first;
  rows->raw = malloc((count + 1) * rows->stride);
  rows->candidates = malloc(P3PNG_FILTERS * (rows->row_bytes + P3_PNG_ROW_MARGIN));
  if (!rows->raw || !rows->candidates) return false;
  store_row(rows, above, -1);
  for (size_t row = 0; row < count; row++) store_row(rows, samples + row * row_samples, (ptrdiff_t)row);
  return true;
}

void p3png_rows_close(p3png_segment_rows *rows) {
  free(rows->raw);
  free(rows->candidates);
  rows->raw = rows->candidates = NULL;
}

// MARK: Filters

static void apply_filter(const p3png_segment_rows *rows, unsigned type, ptrdiff_t row, uint8_t *into) {
  rows->kernels->filter(type, rows->pixel_bytes, row_at(rows, row), row_at(rows, row - 1), into, rows->row_bytes);
}

/// Filters one row with each of the first `types` filters and copies the best result with its type byte.
static uint8_t *filter_adaptively(
  const p3png_segment_rows *rows, unsigned byte_step, unsigned types, ptrdiff_t row, uint8_t *into) {
  const size_t candidate_stride = rows->row_bytes + P3_PNG_ROW_MARGIN;
  unsigned best = 0;
  uint64_t least = UINT64_MAX;
  for (unsigned type = 0; type < types; type++) {
    uint8_t *candidate = rows->candidates + type * candidate_stride;
    apply_filter(rows, type, row, candidate);
    const uint64_t sum = rows->kernels->magnitude(candidate, rows->row_bytes, byte_step);
    if (sum >= least) continue;
    least = sum;
    best = type;
  }
  *into++ = (uint8_t)best;
  memcpy(into, rows->candidates + best * candidate_stride, rows->row_bytes);
  return into + rows->row_bytes;
}

/// Writes one filtered row with its type byte.
static uint8_t *filter_row(const p3png_segment_rows *rows, unsigned strategy, ptrdiff_t row, uint8_t *into) {
  const bool looks_up = row > 0 || rows->has_above;
  if (strategy >= P3PNG_FILTERS) {
    const unsigned byte_step = strategy == P3PNG_ADAPTIVE_HIGH ? rows->request->depth / 8 : 1;
    return filter_adaptively(rows, byte_step, looks_up ? P3PNG_FILTERS : 2u, row, into);
  }
  const unsigned type = !looks_up && strategy > 1 ? 1 : strategy;
  *into++ = (uint8_t)type;
  apply_filter(rows, type, row, into);
  return into + rows->row_bytes;
}

size_t p3png_filter_rows(const p3png_segment_rows *rows, unsigned strategy, uint8_t *into) {
  uint8_t *end = into;
  for (size_t row = 0; row < rows->rows; row++) end = filter_row(rows, strategy, (ptrdiff_t)row, end);
  return (size_t)(end - into);
}

size_t p3png_filter_sample(
  const p3png_segment_rows *rows, unsigned strategy, p3png_sample sample, uint8_t *into) {
  const size_t line = rows->row_bytes + 1, wanted = (sample.bytes + line - 1) / line;
  if (wanted >= rows->rows) return p3png_filter_rows(rows, strategy, into);
  uint8_t *end = into;
  const size_t parts = wanted < sample.parts ? wanted : sample.parts, part_rows = wanted / parts;
  for (size_t part = 0; part < parts; part++) {
    const size_t first = (rows->rows - part_rows) * (2 * part + 1) / (2 * parts);
    for (size_t row = first; row < first + part_rows; row++) end = filter_row(rows, strategy, (ptrdiff_t)row, end);
  }
  return (size_t)(end - into);
}
