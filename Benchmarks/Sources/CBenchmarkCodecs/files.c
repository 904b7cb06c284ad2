#include "CBenchmarkCodecs.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench_png {
  png_structp png;
  png_infop info;
  FILE *file;
  uint8_t *bytes;
  size_t count, capacity;
  bench_png_shape shape;
  /// The high bytes of a row, when the file has 8 bits.
  uint8_t *narrow;
};

/// No caller can do anything about it.
static void fail(png_structp png, png_const_charp message) {
  (void)png;
  fprintf(stderr, "libpng: %s\n", message);
  abort();
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void keep(png_structp png, png_bytep from, size_t count) {
  bench_png *self = png_get_io_ptr(png);
  if (self->count + count > self->capacity) {
    self->capacity = 2 * (self->count + count);
    self->bytes = realloc(self->bytes, self->capacity);
    if (!self->bytes) abort();
  }
  memcpy(self->bytes + self->count, from, count);
  self->count += count;
}

static void flush(png_structp png) { (void)png; }

static void open_output(bench_png *self, const char *path) {
  if (!path) {
    png_set_write_fn(self->png, self, keep, flush);
    return;
  }
  self->file = fopen(path, "wb");
  if (!self->file) fail(self->png, path);
  png_init_io(self->png, self->file);
}

bench_png *bench_png_open(const char *path, bench_png_shape shape, const uint8_t *profile, uint32_t profile_count) {
  static const int types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                              PNG_COLOR_TYPE_RGB_ALPHA};
  bench_png *self = calloc(1, sizeof *self);
  if (!self) abort();
  self->shape = shape;
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  self->info = png_create_info_struct(self->png);
  open_output(self, path);
  png_set_IHDR(self->png, self->info, shape.width, shape.height, (int)shape.depth, types[shape.channels],
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (profile) png_set_iCCP(self->png, self->info, "ICC profile", 0, profile, profile_count);
  png_set_compression_level(self->png, shape.level);
  png_write_info(self->png, self->info);
  if (shape.depth == 16) png_set_swap(self->png);
  self->narrow = malloc((size_t)shape.width * shape.channels);
  if (!self->narrow) abort();
  return self;
}

void bench_png_row(bench_png *self, const uint16_t *samples) {
  if (self->shape.depth == 16) {
    png_write_row(self->png, (png_const_bytep)samples);
    return;
  }
  const size_t count = (size_t)self->shape.width * self->shape.channels;
  for (size_t i = 0; i < count; i++) self->narrow[i] = (uint8_t)(samples[i] >> 8);
  png_write_row(self->png, self->narrow);
}

uint8_t *bench_png_close(bench_png *self, size_t *count) {
  png_write_end(self->png, self->info);
  png_destroy_write_struct(&self->png, &self->info);
  if (self->file && fclose(self->file) != 0) abort();
  uint8_t *bytes = self->bytes;
  *count = self->count;
  free(self->narrow);
  free(self);
  return bytes;
}
