#ifndef P3PNG_SEGMENT_ROWS_H
#define P3PNG_SEGMENT_ROWS_H

// The rows of an IDAT segment as stored in the file, and their filters (PNG 3rd edition, clause 9).

#include "CPNGShims.h"
#include "p3_png_kernels.h"

/// Filter strategies: the same filter, 0 to 4, for all rows, or one chosen for each row.
enum {
  P3PNG_FILTERS = 5,
  P3PNG_NO_FILTER = 0,
  P3PNG_UP = 2,
  /// For each row the filter with the smallest sum of absolute differences: of the high bytes of 16-bit samples (in
  /// photographs the low bytes are noise under any filter), or of all bytes as in libpng (in gradients only the low
  /// bytes change).
  P3PNG_ADAPTIVE_HIGH = P3PNG_FILTERS,
  P3PNG_ADAPTIVE_ALL,
  P3PNG_STRATEGIES,
};

typedef struct p3png_segment_rows {
  const p3png_segment_request *request;
  const p3_png_kernels *kernels;
  size_t rows;
  /// Bytes of a row without filter type: as stored in the file, and in memory.
  size_t row_bytes, stride;
  unsigned pixel_bytes;
  /// Whether row -1 exists. Without it the first row must not refer to the row above, unless it is the image's first.
  bool has_above;
  /// Rows as stored in the file, with margins, and one row before the first.
  uint8_t *raw;
  /// One filtered row per filter.
  uint8_t *candidates;
} p3png_segment_rows;

/// Takes `count` rows of samples and the row `above` them, or NULL. False when out of memory; close it then, too.
bool p3png_rows_open(
  p3png_segment_rows *rows, const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples,
  size_t count);
/// Frees the rows; may be called more than once.
void p3png_rows_close(p3png_segment_rows *rows);

/// Bytes of the whole segment with filter types.
static inline size_t p3png_filtered_count(const p3png_segment_rows *rows) {
  return rows->rows * (rows->row_bytes + 1);
}

/// Which rows the trials use: about so many bytes of a segment, in so many parts spread over it.
typedef struct p3png_sample {
  size_t bytes, parts;
} p3png_sample;

/// Filters all rows; returns the bytes written.
size_t p3png_filter_rows(const p3png_segment_rows *rows, unsigned strategy, uint8_t *into);

/// Filters the rows of `sample`; returns the bytes written.
size_t p3png_filter_sample(
  const p3png_segment_rows *rows, unsigned strategy, p3png_sample sample, uint8_t *into);

#endif
