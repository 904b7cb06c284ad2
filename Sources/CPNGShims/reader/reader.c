// Reads images: libpng parses header, palette and transparency as the walker passes them on; CDeflateCodec inflates the
// rows, and this code makes samples of them.

#include <stdlib.h>
#include <string.h>

#include "reader_colors.h"
#include "reader_failure.h"
#include "reader_rows.h"

/// Passes the chunks before the image data to libpng, and after them the header of IDAT, but none of its data.
static void feed(png_structp png, png_bytep into, size_t count) {
  static const uint8_t image_header[8] = {0, 0, 0, 0, 'I', 'D', 'A', 'T'};
  p3png_reader *reader = png_get_io_ptr(png);
  size_t got;
  if (!p3png_walker_read(&reader->walker, into, count, &got)) png_error(png, "input");
  if (got == count) return;
  if (got > 0 || count != sizeof image_header) png_error(png, "input");
  memcpy(into, image_header, count);
}

/// Passes compressed bytes to the decoder. On a failure passes the bytes before it first, and keeps the failure.
static bool pull(void *context, uint8_t *into, size_t count, size_t *got) {
  p3png_reader *reader = context;
  // Without IEND the image data may still be complete: the decoder decides, and reading to the end fails in any case.
  if (p3png_lacks_end(&reader->deferred)) {
    *got = 0;
    return true;
  }
  if (reader->deferred.code != P3PNG_OK) return false;
  if (p3png_walker_read_image(&reader->walker, into, count, got)) return true;
  reader->deferred = *reader->walker.status;
  *reader->walker.status = (p3png_status){0};
  return *got > 0 || p3png_lacks_end(&reader->deferred);
}

/// A reader that has not read anything. NULL when out of memory.
static p3png_reader *new_reader(p3png_source *source, const p3png_limits *limits, p3png_status *status) {
  p3png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    p3png_source_close(source);
    p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
    return NULL;
  }
  reader->walker.source = source;
  reader->walker.limits = *limits;
  reader->walker.status = status;
  return reader;
}

p3png_reader *p3png_reader_open(
  p3png_source *source, const p3png_limits *limits, p3png_header *header, uint8_t magic[64],
  size_t *magic_count, p3png_status *status) {
  *magic_count = 0;
  p3png_reader *reader = new_reader(source, limits, status);
  if (!reader) return NULL;
  if (!p3png_walker_open(&reader->walker, header, magic, magic_count)) {
    p3png_reader_close(reader);
    return NULL;
  }
  reader->header = *header;
  return reader;
}

p3png_reader *p3png_reader_list(
  p3png_source *source, const p3png_limits *limits, uint8_t magic[64], size_t *magic_count, p3png_status *status) {
  *magic_count = 0;
  p3png_reader *reader = new_reader(source, limits, status);
  if (!reader) return NULL;
  reader->walker.only_lists = true;
  if (!p3png_walker_open_signature(&reader->walker, magic, magic_count)) {
    p3png_reader_close(reader);
    return NULL;
  }
  p3png_walker_skip_to_end(&reader->walker);
  return reader;
}

uint64_t p3png_reader_byte_count(const p3png_reader *reader) { return p3png_source_offset(reader->walker.source); }

static void start(void *context) {
  p3png_reader *reader = context;
  png_read_info(reader->png, reader->info);
}

bool p3png_reader_start(p3png_reader *reader, uint8_t *channels, p3png_status *status) {
  reader->walker.status = status;
  reader->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, &reader->guard, p3png_guard_error, p3png_guard_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  // The caller has checked the size against its own limits, and the walker checks CRCs.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_crc_action(reader->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_read_fn(reader->png, reader, feed);
  if (!p3png_guarded(&reader->guard, status, start, reader)) {
    // libpng reports this too, but with texts that differ between versions.
    if (status->code == P3PNG_LIBPNG && reader->header.color_type == 3 && !reader->walker.has_palette) {
      status->code = P3PNG_MISSING_PLTE;
      status->chunk = P3PNG_PLTE;
    }
    return false;
  }
  p3png_colors_start(reader);
  *channels = reader->channels;
  reader->promised = p3png_promised_bytes(&reader->header);
  if (!p3png_rows_start(reader, status)) return false;
  reader->inflater = p3z_inflater_open(reader->row_bytes + 1, pull, reader);
  return reader->inflater || p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
}

/// Copies rows of an interlaced image, which is read as a whole.
static bool read_interlaced(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  const size_t row_samples = (size_t)reader->header.width * reader->channels;
  if (!reader->image) {
    // The caller has checked this size against its memory limit.
    reader->image = calloc(reader->header.height, row_samples * sizeof *reader->image);
    if (!reader->image) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
    if (!p3png_rows_interlaced(reader, status)) return false;
  }
  memcpy(samples, reader->image + reader->next_row * row_samples, count * row_samples * sizeof *samples);
  return true;
}

bool p3png_reader_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  reader->walker.status = status;
  const bool is_read = reader->header.interlace ? read_interlaced(reader, samples, count, status)
                                                : p3png_rows_read(reader, samples, count, status);
  if (!is_read) return false;
  reader->next_row += (uint32_t)count;
  if (reader->next_row < reader->header.height) return true;
  // Only the Adler-32 may follow the last row.
  p3z_result result = p3z_inflater_finish(reader->inflater);
  return result == P3Z_DONE || p3png_reader_inflate_failure(reader, result, status);
}

bool p3png_reader_finish(p3png_reader *reader, bool *has_garbage, bool *has_leftover, p3png_status *status) {
  reader->walker.status = status;
  *has_leftover = reader->next_row == reader->header.height && p3z_inflater_has_leftover(reader->inflater);
  if (reader->deferred.code != P3PNG_OK) *status = reader->deferred;
  if (status->code != P3PNG_OK || !p3png_walker_skip_to_end(&reader->walker)) return false;
  *has_garbage = p3png_source_has_more(reader->walker.source);
  return true;
}

size_t p3png_reader_chunk_count(const p3png_reader *reader) { return reader->walker.record_count; }

p3png_chunk p3png_reader_chunk(const p3png_reader *reader, size_t index) {
  return reader->walker.records[index].chunk;
}

const uint8_t *p3png_reader_chunk_data(const p3png_reader *reader, size_t index) {
  return reader->walker.records[index].data;
}

void p3png_reader_drop_chunk_data(p3png_reader *reader, size_t index) {
  p3png_record *record = &reader->walker.records[index];
  free(record->owned);
  record->owned = NULL;
  record->data = NULL;
}

void p3png_reader_close(p3png_reader *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  p3z_inflater_close(reader->inflater);
  free(reader->rows);
  free(reader->image);
  p3png_source_close(reader->walker.source);
  p3png_walker_close(&reader->walker);
  free(reader);
}
