// libpng's own opinion of a file: what the codec is compared with.

#include "CPNGReference.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct input {
  jmp_buf jump;
  const uint8_t *bytes;
  size_t left;
} input;

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  input *input = png_get_error_ptr(png);
  longjmp(input->jump, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void feed(png_structp png, png_bytep into, size_t count) {
  input *input = png_get_io_ptr(png);
  if (count > input->left) png_error(png, "end");
  memcpy(into, input->bytes, count);
  input->bytes += count;
  input->left -= count;
}

size_t png_reference_decode(const uint8_t *bytes, size_t count, uint16_t *samples, size_t capacity) {
  input source = {.bytes = bytes, .left = count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
  png_infop info = png_create_info_struct(png);
  png_bytepp volatile rows = NULL;
  volatile size_t total = 0;
  if (setjmp(source.jump) == 0) {
    png_set_read_fn(png, &source, feed);
    // Writers declare smaller windows than they use.
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    png_read_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (width * height * 4 > capacity) png_error(png, "size");
    png_set_expand_16(png);
    const uint16_t probe = 1;
    if (*(const uint8_t *)&probe) png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t stride = png_get_rowbytes(png, info);
    rows = malloc(height * sizeof *rows);
    for (size_t y = 0; y < height; y++) rows[y] = (png_bytep)samples + y * stride;
    memset(samples, 0, height * stride);
    png_read_image(png, rows);
    png_read_end(png, NULL);
    total = height * stride / 2;
  } else {
    total = 0;
  }
  free(rows);
  png_destroy_read_struct(&png, &info, NULL);
  return total;
}

static void count_bytes(png_structp png, png_bytep bytes, size_t count) {
  (void)bytes;
  *(size_t *)png_get_io_ptr(png) += count;
}

static void flush(png_structp png) { (void)png; }

static void write_rows(png_structp png, const uint16_t *samples, size_t row_samples, uint32_t height, int depth) {
  png_bytep row = png_malloc(png, 2 * row_samples);
  for (uint32_t y = 0; y < height; y++, samples += row_samples) {
    for (size_t i = 0; i < row_samples; i++) {
      if (depth == 16) png_save_uint_16(row + 2 * i, samples[i]);
      else row[i] = (png_byte)(samples[i] >> 8);
    }
    png_write_row(png, row);
  }
  png_free(png, row);
}

size_t png_reference_encoded_size(
  const uint16_t *samples, uint32_t width, uint32_t height, uint32_t channels, int depth) {
  static const int types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                              PNG_COLOR_TYPE_RGB_ALPHA};
  input error = {0};
  volatile size_t total = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &error, fail, ignore);
  png_infop info = png_create_info_struct(png);
  if (setjmp(error.jump) == 0) {
    png_set_write_fn(png, (void *)&total, count_bytes, flush);
    png_set_IHDR(png, info, width, height, depth, types[channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 6);
    png_write_info(png, info);
    write_rows(png, samples, (size_t)width * channels, height, depth);
    png_write_end(png, info);
  } else {
    total = 0;
  }
  png_destroy_write_struct(&png, &info);
  return total;
}
