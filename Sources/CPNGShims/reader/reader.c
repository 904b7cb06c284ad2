// Reading: libpng checks the header and turns interlaced, palette, sub-byte and keyed images into rows; plain images
// take the short way (reader_plain.c). CDeflateCodec inflates the zlib stream for both.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader_failure.h"
#include "reader_plain.h"
#include "reader_wrapped.h"

static void feed(png_structp png, png_bytep into, size_t count) {
  p3png_reader *reader = png_get_io_ptr(png);
  size_t got;
  if (!p3png_walker_read(&reader->walker, into, count, &got) ||
      !p3png_wrapped_read(reader, into + got, count - got, reader->walker.status)) {
    png_error(png, "input");
  }
}

/// Delivers compressed bytes to the decoder. What stands before a failure is delivered first; the failure is kept.
static bool pull(void *context, uint8_t *into, size_t count, size_t *got) {
  p3png_reader *reader = context;
  // Without IEND the image data may be complete: the decoder knows, and reading to the end fails in any case.
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

/// A reader that has read nothing yet. NULL when out of memory.
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

static unsigned bits_per_pixel(const p3png_header *header) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  return channels[header->color_type] * header->bit_depth;
}

/// Bytes of `rows` rows of `columns` pixels in the decoded zlib stream, filter types included.
static uint64_t plain_bytes(const p3png_header *header, uint64_t columns, uint64_t rows) {
  if (columns == 0) return 0;
  return ((columns * bits_per_pixel(header) + 7) / 8 + 1) * rows;
}

/// Bytes that IHDR promises.
static uint64_t promised_bytes(const p3png_header *header) {
  if (!header->interlace) return plain_bytes(header, header->width, header->height);
  uint64_t sum = 0;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    sum += plain_bytes(header, PNG_PASS_COLS(header->width, pass), PNG_PASS_ROWS(header->height, pass));
  }
  return sum;
}

static void start(void *context) {
  p3png_reader *reader = context;
  png_structp png = reader->png;
  png_read_info(png, reader->info);
  // Everything becomes 16 bits, palettes colours, tRNS alpha: v·257 for 8 bits, exact multiples below.
  png_set_expand_16(png);
  const uint16_t probe = 1;
  if (*(const uint8_t *)&probe) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
}

/// Everything that libpng would only copy: whole bytes, in order, no palette, no transparent colour.
static bool is_plain(const p3png_reader *reader) {
  static const uint8_t channels[7] = {1, 0, 3, 0, 2, 0, 4};
  return !reader->header.interlace && reader->header.bit_depth >= 8 &&
         channels[reader->header.color_type] == reader->layout.channels;
}

bool p3png_reader_start(p3png_reader *reader, p3png_layout *layout, p3png_status *status) {
  reader->walker.status = status;
  reader->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, &reader->guard, p3png_guard_error, p3png_guard_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  // The caller has checked the size against its own limits; CRCs are the walker's.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_crc_action(reader->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_read_fn(reader->png, reader, feed);
  if (!p3png_guarded(&reader->guard, status, start, reader)) {
    // libpng says so too, but in words that differ between versions.
    if (status->code == P3PNG_LIBPNG && reader->header.color_type == 3 && !reader->walker.has_palette) {
      status->code = P3PNG_MISSING_PLTE;
      status->chunk = P3PNG_PLTE;
    }
    return false;
  }
  reader->layout.channels = png_get_channels(reader->png, reader->info);
  reader->row_samples = (size_t)reader->header.width * reader->layout.channels;
  if (png_get_rowbytes(reader->png, reader->info) != reader->row_samples * 2) {
    snprintf(status->message, sizeof status->message, "unexpected row size");
    return p3png_fail(status, P3PNG_LIBPNG, P3PNG_IHDR, 8);
  }
  *layout = reader->layout;
  reader->promised = promised_bytes(&reader->header);
  reader->row_bytes = (size_t)plain_bytes(&reader->header, reader->header.width, 1) - 1;
  reader->pixel_bytes = (bits_per_pixel(&reader->header) + 7) / 8;
  reader->is_plain = is_plain(reader);
  reader->inflater = p3z_inflater_open(reader->is_plain ? reader->row_bytes + 1 : 1, pull, reader);
  if (!reader->inflater) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
  return !reader->is_plain || p3png_plain_start(reader, status);
}

static void decode_rows(void *context) {
  p3png_reader *reader = context;
  for (size_t i = 0; i < reader->target_rows; i++) {
    png_read_row(reader->png, (png_bytep)(reader->target + i * reader->row_samples), NULL);
  }
}

static void decode_interlaced(void *context) {
  p3png_reader *reader = context;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (uint32_t y = 0; y < reader->header.height; y++) {
      png_read_row(reader->png, (png_bytep)(reader->image + (size_t)y * reader->row_samples), NULL);
    }
  }
}

static bool decode_by_libpng(p3png_reader *reader, void (*body)(void *), p3png_status *status) {
  return p3png_guarded(&reader->guard, status, body, reader) || p3png_reader_failure(reader, status);
}

static bool read_interlaced(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  if (!reader->image) {
    // The caller has checked this size against its memory limit.
    reader->image = calloc(reader->header.height, reader->row_samples * sizeof(uint16_t));
    if (!reader->image) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, P3PNG_IDAT, 0);
    if (!decode_by_libpng(reader, decode_interlaced, status)) return false;
  }
  memcpy(
    samples, reader->image + (size_t)reader->next_row * reader->row_samples,
    count * reader->row_samples * sizeof(uint16_t));
  return true;
}

static bool read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  if (reader->is_plain) return p3png_plain_read_rows(reader, samples, count, status);
  if (reader->header.interlace) return read_interlaced(reader, samples, count, status);
  reader->target = samples;
  reader->target_rows = count;
  return decode_by_libpng(reader, decode_rows, status);
}

bool p3png_reader_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  reader->walker.status = status;
  if (!read_rows(reader, samples, count, status)) return false;
  reader->next_row += (uint32_t)count;
  if (reader->next_row < reader->header.height) return true;
  // Behind the last row there is nothing but the right Adler-32.
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
