// The short way of plain images: inflate → undo the filter → native samples, a row at a time in cache.

#include "reader_plain.h"

#include <stdlib.h>
#include <string.h>

#include "reader_failure.h"

bool p3png_plain_start(p3png_reader *reader, p3png_status *status) {
  size_t stride = P3_PNG_ROW_MARGIN + reader->row_bytes + P3_PNG_ROW_MARGIN;
  reader->rows = calloc(2, stride);
  if (!reader->rows) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
  reader->kernels = p3_png_kernels_current();
  reader->above = reader->rows + P3_PNG_ROW_MARGIN;
  reader->row = reader->above + stride;
  return true;
}

static bool read_row(p3png_reader *reader, uint16_t *samples, p3png_status *status) {
  p3z_result result = p3z_inflater_need(reader->inflater, reader->row_bytes + 1);
  if (result != P3Z_MORE) return p3png_reader_inflate_failure(reader, result, status);
  const uint8_t *filtered = p3z_inflater_bytes(reader->inflater);
  if (filtered[0] > 4) {
    memcpy(status->message, "bad filter type", sizeof "bad filter type");
    p3png_fail(status, P3PNG_BAD_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
    return p3png_reader_failure(reader, status);
  }
  reader->kernels->unfilter(
    filtered[0], reader->pixel_bytes, filtered + 1, reader->above, reader->row, reader->row_bytes);
  p3z_inflater_consume(reader->inflater, reader->row_bytes + 1);
  if (reader->header.bit_depth == 16) {
    reader->kernels->load(reader->row, samples, reader->row_samples);
  } else {
    reader->kernels->widen(reader->row, samples, reader->row_samples);
  }
  uint8_t *above = reader->above;
  reader->above = reader->row;
  reader->row = above;
  return true;
}

bool p3png_plain_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  for (size_t i = 0; i < count; i++) {
    if (!read_row(reader, samples + i * reader->row_samples, status)) return false;
  }
  return true;
}
