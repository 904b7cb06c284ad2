#include "reader_colors.h"

#include <string.h>

enum { GRAY = PNG_COLOR_TYPE_GRAY, RGB = PNG_COLOR_TYPE_RGB, PALETTE = PNG_COLOR_TYPE_PALETTE };

// MARK: Start

/// Indices beyond the palette become black, as in libpng.
static void fill_palette(p3png_reader *reader) {
  png_colorp palette = NULL;
  png_bytep alpha = NULL;
  int count = 0, alpha_count = 0;
  png_get_PLTE(reader->png, reader->info, &palette, &count);
  png_get_tRNS(reader->png, reader->info, &alpha, &alpha_count, NULL);
  for (int i = 0; i < 256; i++) {
    const png_color color = i < count ? palette[i] : (png_color){0};
    uint16_t *entry = reader->colors[i];
    entry[0] = color.red * 257;
    entry[1] = color.green * 257;
    entry[2] = color.blue * 257;
    entry[3] = i < alpha_count ? alpha[i] * 257 : 65535;
  }
}

/// `transparent` is the transparent value, or -1. Only the low bits of a too large tRNS value count.
static void fill_grays(p3png_reader *reader, int transparent) {
  const int most = (1 << reader->header.bit_depth) - 1;
  for (int value = 0; value <= most; value++) {
    reader->colors[value][0] = (uint16_t)(value * (65535 / most));
    reader->colors[value][1] = transparent >= 0 && value == (transparent & most) ? 0 : 65535;
  }
}

/// A sample of a tRNS chunk in the form of delivered rows.
static uint16_t key_sample(const p3png_reader *reader, png_uint_16 value) {
  return reader->header.bit_depth == 16 ? value : (value & 0xff) * 257;
}

void p3png_colors_start(p3png_reader *reader) {
  static const uint8_t channels[7] = {1, 0, 3, 3, 2, 0, 4};
  const unsigned type = reader->header.color_type, depth = reader->header.bit_depth;
  const bool has_transparency = png_get_valid(reader->png, reader->info, PNG_INFO_tRNS);
  reader->channels = channels[type] + has_transparency;
  reader->is_looked_up = type == PALETTE || (type == GRAY && depth < (has_transparency ? 16 : 8));
  if (type == PALETTE) return fill_palette(reader);
  png_color_16p key = NULL;
  if (has_transparency) png_get_tRNS(reader->png, reader->info, NULL, NULL, &key);
  if (reader->is_looked_up) return fill_grays(reader, key ? key->gray : -1);
  if (!key) return;
  reader->has_key = true;
  reader->key[0] = key_sample(reader, type == RGB ? key->red : key->gray);
  reader->key[1] = key_sample(reader, key->green);
  reader->key[2] = key_sample(reader, key->blue);
}

// MARK: Rows

static void look_up(const p3png_reader *reader, const uint8_t *row, uint16_t *samples) {
  const unsigned depth = reader->header.bit_depth, mask = (1u << depth) - 1, channels = reader->channels;
  for (size_t i = 0; i < reader->columns; i++) {
    const size_t bit = i * depth;
    const uint16_t *color = reader->colors[row[bit / 8] >> (8 - depth - bit % 8) & mask];
    for (unsigned channel = 0; channel < channels; channel++) *samples++ = color[channel];
  }
}

/// Makes room for alpha, from the last pixel to the first, and fills it.
static void add_alpha(const p3png_reader *reader, uint16_t *samples) {
  const size_t channels = reader->channels, bytes = (channels - 1) * sizeof *samples;
  for (size_t i = reader->columns; i-- > 0;) {
    uint16_t pixel[4];
    memcpy(pixel, samples + i * (channels - 1), bytes);
    pixel[channels - 1] = memcmp(pixel, reader->key, bytes) == 0 ? 0 : 65535;
    memcpy(samples + i * channels, pixel, bytes + sizeof *samples);
  }
}

void p3png_expand_row(const p3png_reader *reader, const uint8_t *row, uint16_t *samples) {
  if (reader->is_looked_up) return look_up(reader, row, samples);
  const size_t count = (size_t)reader->columns * (reader->channels - reader->has_key);
  if (reader->header.bit_depth == 16) {
    reader->kernels->load(row, samples, count);
  } else {
    reader->kernels->widen(row, samples, count);
  }
  if (reader->has_key) add_alpha(reader, samples);
}
