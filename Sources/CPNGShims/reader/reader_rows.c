#include "reader_rows.h"

#include <stdlib.h>
#include <string.h>

#include "reader_colors.h"
#include "reader_failure.h"

// MARK: Sizes

static unsigned bits_per_pixel(const p3png_header *header) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  return channels[header->color_type] * header->bit_depth;
}

/// Bytes of a row of `columns` pixels, without the filter type.
static uint64_t row_bytes(const p3png_header *header, uint64_t columns) {
  return (columns * bits_per_pixel(header) + 7) / 8;
}

static uint64_t filtered_bytes(const p3png_header *header, uint64_t columns, uint64_t rows) {
  return columns == 0 ? 0 : (row_bytes(header, columns) + 1) * rows;
}

uint64_t p3png_promised_bytes(const p3png_header *header) {
  if (!header->interlace) return filtered_bytes(header, header->width, header->height);
  uint64_t sum = 0;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    sum += filtered_bytes(header, PNG_PASS_COLS(header->width, pass), PNG_PASS_ROWS(header->height, pass));
  }
  return sum;
}

// MARK: Start

bool p3png_rows_start(p3png_reader *reader, p3png_status *status) {
  const size_t longest = (size_t)row_bytes(&reader->header, reader->header.width);
  const size_t stride = P3_PNG_ROW_MARGIN + longest + P3_PNG_ROW_MARGIN;
  reader->rows = calloc(3, stride);
  if (!reader->rows) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
  reader->kernels = p3_png_kernels_current();
  reader->pixel_bytes = (bits_per_pixel(&reader->header) + 7) / 8;
  reader->above = reader->rows + P3_PNG_ROW_MARGIN;
  for (size_t i = 0; i < 2; i++) reader->next_rows[i] = reader->above + (i + 1) * stride;
  p3png_rows_begin(reader, reader->header.width);
  return true;
}

void p3png_rows_begin(p3png_reader *reader, uint32_t columns) {
  reader->columns = columns;
  reader->row_bytes = (size_t)row_bytes(&reader->header, columns);
  memset(reader->above, 0, reader->row_bytes);
}

// MARK: Rows

static bool refuse_filter_type(p3png_reader *reader, p3png_status *status) {
  memcpy(status->message, "bad filter type", sizeof "bad filter type");
  p3png_fail(status, P3PNG_BAD_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  return p3png_reader_failure(reader, status);
}

/// Whether the next two rows are available and both use Paeth's filter, or both Average.
static bool is_pair(const p3png_reader *reader) {
  const size_t filtered_bytes = reader->row_bytes + 1;
  if (p3z_inflater_available(reader->inflater) < 2 * filtered_bytes) return false;
  const uint8_t *filtered = p3z_inflater_bytes(reader->inflater);
  return (filtered[0] == 3 || filtered[0] == 4) && filtered[filtered_bytes] == filtered[0];
}

/// Undoes the filters of the next row, or of the next two if they are a pair.
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

/// Converts an unfiltered row to samples; it becomes the row above. `above` holds the samples of the previous row
/// above, or NULL: if the rows are equal, samples that need a lookup are copied, as flat pictures may have a gigapixel
/// of them.
static void take_row(p3png_reader *reader, size_t index, const uint16_t *above, uint16_t *samples) {
  uint8_t *row = reader->next_rows[index];
  if (above && reader->is_looked_up && memcmp(row, reader->above, reader->row_bytes) == 0) {
    memcpy(samples, above, (size_t)reader->columns * reader->channels * sizeof *samples);
  } else {
    p3png_expand_row(reader, row, samples);
  }
  reader->next_rows[index] = reader->above;
  reader->above = row;
}

/// Reads the next row, or two of `most` at once; `above` holds the samples of the row before, or NULL. Returns the
/// number of rows, 0 on failure.
static size_t read_some(p3png_reader *reader, const uint16_t *above, uint16_t *samples, size_t most,
                        p3png_status *status) {
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
  for (size_t i = 0; i < count; i++) {
    take_row(reader, i, above, samples);
    above = samples;
    samples += (size_t)reader->columns * reader->channels;
  }
  return count;
}

bool p3png_rows_read(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  const size_t row_samples = (size_t)reader->columns * reader->channels;
  for (size_t i = 0, read; i < count; i += read) {
    uint16_t *const row = samples + i * row_samples;
    read = read_some(reader, i > 0 ? row - row_samples : NULL, row, count - i, status);
    if (read == 0) return false;
  }
  return true;
}

// MARK: Passes

/// Stores the pixels of row `y` of a pass at their places in the image.
static void place_row(p3png_reader *reader, const uint16_t *line, int pass, uint32_t y) {
  const size_t channels = reader->channels;
  uint16_t *row = reader->image + (size_t)PNG_ROW_FROM_PASS_ROW(y, pass) * reader->header.width * channels;
  for (size_t x = 0; x < reader->columns; x++) {
    memcpy(row + PNG_COL_FROM_PASS_COL(x, pass) * channels, line + x * channels, channels * sizeof *row);
  }
}

static bool read_pass(p3png_reader *reader, uint16_t *line, int pass, p3png_status *status) {
  const uint32_t rows = PNG_PASS_ROWS(reader->header.height, pass);
  for (uint32_t y = 0; y < rows; y++) {
    if (!p3png_rows_read(reader, line, 1, status)) return false;
    place_row(reader, line, pass, y);
  }
  return true;
}

bool p3png_rows_interlaced(p3png_reader *reader, p3png_status *status) {
  const uint32_t width = reader->header.width;
  uint16_t *line = malloc((size_t)width * reader->channels * sizeof *line);
  bool ok = line || p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
  for (int pass = 0; ok && pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    const uint32_t columns = PNG_PASS_COLS(width, pass);
    if (columns == 0) continue;
    p3png_rows_begin(reader, columns);
    ok = read_pass(reader, line, pass, status);
  }
  free(line);
  return ok;
}
