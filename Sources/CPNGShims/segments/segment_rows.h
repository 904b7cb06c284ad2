#ifndef P3PNG_SEGMENT_ROWS_H
#define P3PNG_SEGMENT_ROWS_H

// The rows of an IDAT segment as the file has them, and their filters (PNG 3rd edition, clause 9).

#include "CPNGShims.h"
#include "p3_png_kernels.h"

/// How a segment's rows are filtered: all by the filter of that number, 0 to 4, or each by its own.
enum {
  P3PNG_FILTERS = 5,
  P3PNG_NO_FILTER = 0,
  P3PNG_UP = 2,
  /// Each row by the smallest sum of absolute differences, of the high bytes of 16-bit samples (in photographs the low
  /// ones are noise under any filter), or of all bytes (in gradients the low ones are all that changes), as libpng does.
  P3PNG_ADAPTIVE_HIGH = P3PNG_FILTERS,
  P3PNG_ADAPTIVE_ALL,
  P3PNG_STRATEGIES,
};

typedef struct p3png_segment_rows {
  const p3png_segment_request *request;
  const p3_png_kernels *kernels;
  size_t rows;
  /// Bytes of a row as the file has it, without filter type, and in memory.
  size_t row_bytes, stride;
  unsigned pixel_bytes;
  /// Whether row -1 exists. Without it the first row may not look up, unless it is the image's first.
  bool has_above;
  /// Rows as the file has them, with margins; one more in front.
  uint8_t *raw;
  /// One filtered row per filter.
  uint8_t *candidates;
} p3png_segment_rows;

/// Takes `count` rows of samples and the one `above` them, or NULL. False when out of memory; close it anyway.
bool p3png_rows_open(
  p3png_segment_rows *rows, const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples,
  size_t count);
/// Frees the rows; to be called once or more.
void p3png_rows_close(p3png_segment_rows *rows);

/// Bytes of the whole segment with filter types.
static inline size_t p3png_filtered_count(const p3png_segment_rows *rows) {
  return rows->rows * (rows->row_bytes + 1);
}

/// About how many bytes of a segment the trials see, in so many parts spread over it.
typedef struct p3png_sample {
  size_t bytes, parts;
} p3png_sample;

/// Filters all rows; returns the bytes written.
size_t p3png_filter_rows(const p3png_segment_rows *rows, unsigned strategy, uint8_t *into);

/// Filters the rows of `sample`; returns the bytes written.
size_t p3png_filter_sample(
  const p3png_segment_rows *rows, unsigned strategy, p3png_sample sample, uint8_t *into);

#endif
