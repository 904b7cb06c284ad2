// Reading by libpng, over the chunk walker.

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_guard.h"
#include "png_walker.h"

struct p3png_reader {
  walker walker;
  png_guard guard;
  png_structp png;
  png_infop info;
  p3png_header header;
  p3png_layout layout;
  size_t row_samples;
  /// All rows, for interlaced images only.
  uint16_t *image;
  uint32_t next_row;
  /// What the current call works on.
  uint16_t *target;
  size_t target_rows;
};

static void feed(png_structp png, png_bytep into, size_t count) {
  p3png_reader *reader = png_get_io_ptr(png);
  if (!walker_read(&reader->walker, into, count)) png_error(png, "input");
}

p3png_reader *p3png_reader_open(
  p3png_source *source, const p3png_limits *limits, p3png_header *header, uint8_t magic[64],
  size_t *magic_count, p3png_status *status) {
  *magic_count = 0;
  p3png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    p3png_source_close(source);
    p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
    return NULL;
  }
  reader->walker.source = source;
  reader->walker.limits = *limits;
  reader->walker.status = status;
  if (!walker_open(&reader->walker, header, magic, magic_count)) {
    p3png_reader_close(reader);
    return NULL;
  }
  reader->header = *header;
  return reader;
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

bool p3png_reader_start(p3png_reader *reader, p3png_layout *layout, p3png_status *status) {
  reader->walker.status = status;
  reader->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, &reader->guard, png_guard_error, png_guard_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  // The caller has checked the size against its own limits; CRCs are the walker's.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_crc_action(reader->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_read_fn(reader->png, reader, feed);
  if (!png_guarded(&reader->guard, status, start, reader)) {
    if (status->code == P3PNG_LIBPNG && strstr(status->message, "Missing PLTE")) {
      status->code = P3PNG_MISSING_PLTE;
      status->chunk = PLTE;
    }
    return false;
  }
  reader->layout.channels = png_get_channels(reader->png, reader->info);
  reader->row_samples = (size_t)reader->header.width * reader->layout.channels;
  if (png_get_rowbytes(reader->png, reader->info) != reader->row_samples * 2) {
    snprintf(status->message, sizeof status->message, "unexpected row size");
    return p3png_fail(status, P3PNG_LIBPNG, IHDR, 8);
  }
  *layout = reader->layout;
  return true;
}

/// Bytes of the decoded zlib stream that rows before `row` take; for messages.
static uint64_t raw_bytes(const p3png_reader *reader, uint32_t rows) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  uint64_t bits = (uint64_t)reader->header.width * channels[reader->header.color_type] * reader->header.bit_depth;
  return ((bits + 7) / 8 + 1) * rows;
}

/// Gives a failure in the image data its place.
static bool image_failure(p3png_reader *reader, p3png_status *status) {
  if (status->code == P3PNG_LIBPNG) {
    bool is_short = strstr(status->message, "Not enough") != NULL;
    bool is_long = strstr(status->message, "Too much") || strstr(status->message, "Extra compressed");
    status->code = is_short ? P3PNG_SHORT_IMAGE_DATA : is_long ? P3PNG_LONG_IMAGE_DATA : P3PNG_BAD_IMAGE_DATA;
    status->chunk = IDAT;
    status->offset = reader->walker.image_offset;
  }
  if (status->chunk == IDAT || status->code == P3PNG_TRUNCATED) {
    status->value = raw_bytes(reader, reader->next_row);
    status->expected = raw_bytes(reader, reader->header.height);
  }
  return false;
}

static void decode_rows(void *context) {
  p3png_reader *reader = context;
  for (size_t i = 0; i < reader->target_rows; i++) {
    png_read_row(reader->png, (png_bytep)(reader->target + i * reader->row_samples), NULL);
    reader->next_row += 1;
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

/// Runs `body`; a warning of libpng's about the image data (wrong Adler-32, bytes left over) counts as a failure.
static bool decode(p3png_reader *reader, void (*body)(void *), p3png_status *status) {
  bool ok = png_guarded(&reader->guard, status, body, reader);
  if (ok && strstr(reader->guard.warning, "IDAT")) {
    memcpy(status->message, reader->guard.warning, sizeof status->message);
    ok = p3png_fail(status, P3PNG_LIBPNG, IDAT, 0);
  }
  return ok || image_failure(reader, status);
}

static bool read_interlaced(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  if (!reader->image) {
    // The caller has checked this size against its memory limit.
    reader->image = calloc(reader->header.height, reader->row_samples * sizeof(uint16_t));
    if (!reader->image) return p3png_fail(status, P3PNG_OUT_OF_MEMORY, IDAT, 0);
    if (!decode(reader, decode_interlaced, status)) return false;
  }
  memcpy(
    samples, reader->image + (size_t)reader->next_row * reader->row_samples,
    count * reader->row_samples * sizeof(uint16_t));
  reader->next_row += (uint32_t)count;
  return true;
}

bool p3png_reader_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status) {
  reader->walker.status = status;
  if (reader->header.interlace) return read_interlaced(reader, samples, count, status);
  reader->target = samples;
  reader->target_rows = count;
  return decode(reader, decode_rows, status);
}

bool p3png_reader_finish(p3png_reader *reader, bool *has_garbage, p3png_status *status) {
  reader->walker.status = status;
  if (!walker_skip_to_end(&reader->walker)) return false;
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

void p3png_reader_close(p3png_reader *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->image);
  p3png_source_close(reader->walker.source);
  walker_close(&reader->walker);
  free(reader);
}
