#ifndef P3_BAND_H
#define P3_BAND_H

// A band's rows as the file has them, and their filters.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "p3_png_kernels.h"
#include "png_io.h"

enum {
  FILTERS = 5,
  /// Each row by its own smallest sum of absolute differences, of the high bytes of 16-bit samples (in photographs the
  /// low ones are noise under any filter), or of all bytes (in gradients the low ones are all that changes).
  ADAPTIVE_HIGH = FILTERS,
  ADAPTIVE_ALL,
  STRATEGIES,
};

typedef struct band {
  const p3png_band_request *request;
  const p3_png_kernels *kernels;
  size_t rows, row_bytes, stride;
  unsigned step;
  /// Whether row -1 exists. Without it the first row may not look up, unless it is the image's first.
  bool has_above;
  /// Rows as the file has them, with margins; one more in front.
  uint8_t *raw;
  /// One filtered row per filter.
  uint8_t *trial;
} band;

/// Takes `rows` rows of samples and the one `above` them, or NULL. False when out of memory; close it anyway.
bool p3png_band_open(
  band *band, const p3png_band_request *request, const uint16_t *above, const uint16_t *samples, size_t rows);
/// Frees the rows; to be called once or more.
void p3png_band_close(band *band);

/// Bytes of the whole band with filter types.
static inline size_t filtered_count(const band *band) { return band->rows * (band->row_bytes + 1); }

/// Bytes of a band that the trials see, in so many places.
typedef struct sample {
  size_t bytes, places;
} sample;

/// Filters all rows; returns the bytes written.
size_t p3png_filter_band(const band *band, unsigned strategy, uint8_t *into);

/// Filters the rows of `sample`, spread over the band; returns the bytes written.
size_t p3png_filter_sample(const band *band, unsigned strategy, sample sample, uint8_t *into);

#endif
