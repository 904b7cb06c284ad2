#ifndef P3PNG_READER_STATE_H
#define P3PNG_READER_STATE_H

// What the reader knows between two calls.

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
  p3png_layout layout;
  size_t row_samples;
  uint32_t next_row;
  /// Whether the filters are undone here instead of by libpng.
  bool is_plain;
  p3z_inflater *inflater;
  /// A failure of the walker behind bytes that are still being decoded.
  p3png_status deferred;
  /// Bytes that IHDR promises, and how many of them have gone on to the filters.
  uint64_t promised, delivered;

  // Plain images: three rows with margins, in one block: the last one read, and two to read into.
  const p3_png_kernels *kernels;
  uint8_t *rows, *above, *next_rows[2];
  size_t row_bytes;
  unsigned pixel_bytes;

  // The others: what libpng is fed, stored blocks in IDAT chunks of our own.
  uint8_t wrapper[40];
  size_t wrapper_position, wrapper_count, wrapped_left;
  uint32_t wrapped_adler;
  bool has_empty_chunk, has_zlib_end;
  /// All rows, for interlaced images only.
  uint16_t *image;
  uint16_t *target;
  size_t target_rows;
};

#endif
