// Writing by libpng into a sink.

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "png_guard.h"
#include "png_io.h"

struct p3png_writer {
  png_guard guard;
  png_structp png;
  png_infop info;
  p3png_sink *sink;
  p3png_status *status;
  p3png_header header;
  int level;
  size_t row_samples;
  uint8_t *row;
  // What the current call works on.
  const uint16_t *samples;
  size_t row_count;
  uint32_t type;
  const uint8_t *data;
  size_t data_count;
};

static void drain(png_structp png, png_bytep bytes, size_t count) {
  p3png_writer *writer = png_get_io_ptr(png);
  if (!p3png_sink_write(writer->sink, bytes, count, writer->status)) png_error(png, "output");
}

static void no_flush(png_structp png) { (void)png; }

static bool run(p3png_writer *writer, void (*body)(void *), p3png_status *status) {
  writer->status = status;
  return png_guarded(&writer->guard, status, body, writer);
}

static void begin(void *context) {
  p3png_writer *writer = context;
  const p3png_header *header = &writer->header;
  png_set_write_fn(writer->png, writer, drain, no_flush);
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(
    writer->png, writer->info, header->width, header->height, header->bit_depth, header->color_type,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_set_compression_level(writer->png, writer->level);
  png_write_info(writer->png, writer->info);
}

p3png_writer *p3png_writer_open(int descriptor, const p3png_header *header, int level, p3png_status *status) {
  static const uint8_t channels[7] = {1, 0, 3, 0, 2, 0, 4};
  p3png_writer *writer = calloc(1, sizeof *writer);
  if (writer) {
    writer->header = *header;
    writer->level = level;
    writer->row_samples = (size_t)header->width * channels[header->color_type];
    writer->row = malloc(writer->row_samples * 2);
    writer->sink = p3png_sink_open_descriptor(descriptor);
    writer->png = png_create_write_struct(
      PNG_LIBPNG_VER_STRING, &writer->guard, png_guard_error, png_guard_warning);
    if (writer->png) writer->info = png_create_info_struct(writer->png);
  }
  if (!writer || !writer->row || !writer->sink || !writer->info) {
    p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  } else if (run(writer, begin, status)) {
    return writer;
  }
  p3png_writer_close(writer);
  return NULL;
}

static void put_chunk(void *context) {
  p3png_writer *writer = context;
  uint8_t type[5] = {0};
  p3png_store32(type, writer->type);
  png_write_chunk(writer->png, type, writer->data, writer->data_count);
}

bool p3png_writer_chunk(
  p3png_writer *writer, uint32_t type, const uint8_t *data, size_t count, p3png_status *status) {
  writer->type = type;
  writer->data = data;
  writer->data_count = count;
  return run(writer, put_chunk, status);
}

static void pack_row(p3png_writer *writer, const uint16_t *samples) {
  size_t step = writer->header.bit_depth / 8;
  for (size_t i = 0; i < writer->row_samples; i++) {
    writer->row[i * step] = (uint8_t)(samples[i] >> 8);
    if (step == 2) writer->row[i * 2 + 1] = (uint8_t)samples[i];
  }
}

static void put_rows(void *context) {
  p3png_writer *writer = context;
  for (size_t i = 0; i < writer->row_count; i++) {
    pack_row(writer, writer->samples + i * writer->row_samples);
    png_write_row(writer->png, writer->row);
  }
}

bool p3png_writer_rows(p3png_writer *writer, const uint16_t *samples, size_t count, p3png_status *status) {
  writer->samples = samples;
  writer->row_count = count;
  return run(writer, put_rows, status);
}

static void end(void *context) {
  p3png_writer *writer = context;
  png_write_end(writer->png, NULL);
}

bool p3png_writer_finish(p3png_writer *writer, p3png_status *status) {
  return run(writer, end, status) && p3png_sink_flush(writer->sink, status);
}

void p3png_writer_close(p3png_writer *writer) {
  if (!writer) return;
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  if (writer->sink) p3png_sink_close(writer->sink);
  free(writer->row);
  free(writer);
}
