// The short way of plain images: inflate → undo the filter → native samples, a row at a time in cache.

#include "reader_plain.h"

#include <stdlib.h>
#include <string.h>

#include "reader_failure.h"

bool p3png_plain_start(p3png_reader *reader, p3png_status *status) {
  size_t stride = P3_PNG_ROW_MARGIN + reader->row_bytes + P3_PNG_ROW_MARGIN;
  reader->rows = calloc(3, stride);
  if (!reader->rows) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
  reader->kernels = p3_png_kernels_current();
  reader->above = reader->rows + P3_PNG_ROW_MARGIN;
  for (size_t i = 0; i < 2; i++) reader->next_rows[i] = reader->above + (i + 1) * stride;
  return true;
}

static bool refuse_filter_type(p3png_reader *reader, p3png_status *status) {
  memcpy(status->message, "bad filter type", sizeof "bad filter type");
  p3png_fail(status, P3PNG_BAD_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  return p3png_reader_failure(reader, status);
}

/// Whether the next two rows are there and both have Paeth's filter, or both Average.
static bool is_pair(const p3png_reader *reader) {
  const size_t filtered_bytes = reader->row_bytes + 1;
  if (p3z_inflater_available(reader->inflater) < 2 * filtered_bytes) return false;
  const uint8_t *filtered = p3z_inflater_bytes(reader->inflater);
  return (filtered[0] == 3 || filtered[0] == 4) && filtered[filtered_bytes] == filtered[0];
}

/// Undoes the filters of the next row, or of the next two, which are a pair.
static void unfilter(p3png_reader *reader, size_t count) {
  const uint8_t *first = p3z_inflater_bytes(reader->inflater);
  if (count == 1) {
    reader->kernels->unfilter(
      first[0], reader->pixel_bytes, first + 1, reader->above, reader->next_rows[0], reader->row_bytes);
  } else {
    const uint8_t *const filtered[2] = {first + 1, first + reader->row_bytes + 2};
    reader->kernels->unfilter_pair(
      first[0], reader->pixel_bytes, filtered, reader->above, reader->next_rows, reader->row_bytes);
  }
  p3z_inflater_consume(reader->inflater, count * (reader->row_bytes + 1));
}

/// The samples of a row whose filter is undone, which becomes the row above.
static void take_row(p3png_reader *reader, size_t index, uint16_t *samples) {
  uint8_t *row = reader->next_rows[index];
  if (reader->header.bit_depth == 16) {
    reader->kernels->load(row, samples, reader->row_samples);
  } else {
    reader->kernels->widen(row, samples, reader->row_samples);
  }
  reader->next_rows[index] = reader->above;
  reader->above = row;
}

/// Reads the next row, or two of `most` at once. Returns how many; 0 on failure.
static size_t read_some(p3png_reader *reader, uint16_t *samples, size_t most, p3png_status *status) {
  const p3z_result result = p3z_inflater_need(reader->inflater, reader->row_bytes + 1);
  if (result != P3Z_MORE) {
    p3png_reader_inflate_failure(reader, result, status);
    return 0;
  }
  if (p3z_inflater_bytes(reader->inflater)[0] > 4) {
    refuse_filter_type(reader, status);
    return 0;
  }
  const size_t count = most >= 2 && is_pair(reader) ? 2 : 1;
  unfilter(reader, count);
  for (size_t i = 0; i < count; i++) take_row(reader, i, samples + i * reader->row_samples);
  return count;
}

bool p3png_plain_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  for (size_t i = 0, read; i < count; i += read) {
    read = read_some(reader, samples + i * reader->row_samples, count - i, status);
    if (read == 0) return false;
  }
  return true;
}
