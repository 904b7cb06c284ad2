#ifndef P3PNG_READER_STATE_H
#define P3PNG_READER_STATE_H

// The state of a reader between two calls.

#include <png.h>

#include "chunks/png_walker.h"
#include "deflate_codec.h"
#include "p3_png_kernels.h"
#include "png_guard.h"

struct p3png_reader {
  p3png_walker walker;
  p3png_guard guard;
  png_structp png;
  png_infop info;
  p3png_header header;
  /// Samples per pixel as delivered.
  uint8_t channels;
  uint32_t next_row;
  p3z_inflater *inflater;
  /// A failure of the walker; the bytes before it are still being decoded.
  p3png_status deferred;
  /// Decoded bytes that IHDR promises.
  uint64_t promised;

  /// Three rows with margins in one block: the last row read, and two to read into.
  const p3_png_kernels *kernels;
  uint8_t *rows, *above, *next_rows[2];
  /// Pixels of a row, and its bytes without filter type; of the current pass if the image is interlaced.
  uint32_t columns;
  size_t row_bytes;
  unsigned pixel_bytes;

  /// Whether pixels are looked up in `colors`: palette indices, and grey of few bits or with a transparent value.
  bool is_looked_up;
  uint16_t colors[256][4];
  /// Whether one colour of other images is transparent, and which.
  bool has_key;
  uint16_t key[3];
  /// All rows, for interlaced images only.
  uint16_t *image;
};

#endif
