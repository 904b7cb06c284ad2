#include <stdlib.h>
#include <string.h>

#include "band.h"

static uint8_t *row_at(const band *band, ptrdiff_t row) {
  return band->raw + (size_t)(row + 1) * band->stride + P3_PNG_ROW_MARGIN;
}

/// Stores `samples`, or zeros for NULL, between zeros: left of the first pixel they count, right of the last nobody minds.
static void store_row(const band *band, const uint16_t *samples, ptrdiff_t row) {
  size_t count = (size_t)band->request->width * band->request->channels;
  uint8_t *into = row_at(band, row);
  memset(into - P3_PNG_ROW_MARGIN, 0, P3_PNG_ROW_MARGIN);
  memset(into + band->row_bytes, 0, P3_PNG_ROW_MARGIN);
  if (!samples) {
    memset(into, 0, band->row_bytes);
  } else if (band->request->depth == 16) {
    band->kernels->store(samples, into, count);
  } else {
    band->kernels->narrow(samples, into, count);
  }
}

bool p3png_band_open(
  band *band, const p3png_band_request *request, const uint16_t *above, const uint16_t *samples, size_t rows) {
  size_t row_samples = (size_t)request->width * request->channels;
  *band = (struct band){.request = request, .kernels = p3_png_kernels_current(), .rows = rows};
  band->step = request->channels * request->depth / 8u;
  band->row_bytes = row_samples * request->depth / 8;
  band->stride = band->row_bytes + 2 * P3_PNG_ROW_MARGIN;
  band->has_above = above || request->is_first;
  band->raw = malloc((rows + 1) * band->stride);
  band->trial = malloc(FILTERS * (band->row_bytes + P3_PNG_ROW_MARGIN));
  if (!band->raw || !band->trial) return false;
  store_row(band, above, -1);
  for (size_t row = 0; row < rows; row++) store_row(band, samples + row * row_samples, (ptrdiff_t)row);
  return true;
}

void p3png_band_close(band *band) {
  free(band->raw);
  free(band->trial);
  band->raw = band->trial = NULL;
}

// MARK: Filters

/// Writes one filtered row with its type byte.
static uint8_t *filter_row(const band *band, unsigned strategy, ptrdiff_t row, uint8_t *into) {
  bool looks_up = row > 0 || band->has_above;
  unsigned best = strategy;
  if (strategy >= FILTERS) {
    unsigned stride = strategy == ADAPTIVE_HIGH ? band->request->depth / 8 : 1;
    uint64_t least = UINT64_MAX;
    size_t trial_stride = band->row_bytes + P3_PNG_ROW_MARGIN;
    for (unsigned type = 0; type < (looks_up ? FILTERS : 2u); type++) {
      uint8_t *trial = band->trial + type * trial_stride;
      band->kernels->filter(type, band->step, row_at(band, row), row_at(band, row - 1), trial, band->row_bytes);
      uint64_t sum = band->kernels->magnitude(trial, band->row_bytes, stride);
      if (sum < least) {
        least = sum;
        best = type;
      }
    }
    *into++ = (uint8_t)best;
    memcpy(into, band->trial + best * trial_stride, band->row_bytes);
  } else {
    if (!looks_up && best > 1) best = 1;
    *into++ = (uint8_t)best;
    band->kernels->filter(best, band->step, row_at(band, row), row_at(band, row - 1), into, band->row_bytes);
  }
  return into + band->row_bytes;
}

size_t p3png_filter_band(const band *band, unsigned strategy, uint8_t *into) {
  uint8_t *end = into;
  for (size_t row = 0; row < band->rows; row++) end = filter_row(band, strategy, (ptrdiff_t)row, end);
  return (size_t)(end - into);
}

size_t p3png_filter_sample(const band *band, unsigned strategy, sample sample, uint8_t *into) {
  size_t line = band->row_bytes + 1, wanted = (sample.bytes + line - 1) / line;
  if (wanted >= band->rows) return p3png_filter_band(band, strategy, into);
  uint8_t *end = into;
  size_t places = wanted < sample.places ? wanted : sample.places, run = wanted / places;
  for (size_t place = 0; place < places; place++) {
    size_t first = (band->rows - run) * (2 * place + 1) / (2 * places);
    for (size_t row = first; row < first + run; row++) end = filter_row(band, strategy, (ptrdiff_t)row, end);
  }
  return (size_t)(end - into);
}
