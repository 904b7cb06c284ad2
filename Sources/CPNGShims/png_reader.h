#ifndef P3_PNG_READER_H
#define P3_PNG_READER_H

#include <png.h>

#include "inflate.h"
#include "p3_png_kernels.h"
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
  uint32_t next_row;
  /// Whether the filters are undone here instead of by libpng.
  bool is_plain;
  inflate_state inflate;
  /// A failure of the walker behind bytes that are still being decoded.
  p3png_status deferred;
  /// Bytes that IHDR promises, and how many of them have gone on to the filters.
  uint64_t promised, delivered;

  // Plain images: two rows with margins, in one block.
  const p3_png_kernels *kernels;
  uint8_t *rows, *above, *row;
  size_t row_bytes;
  unsigned step;

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

/// Gives a failure in the image data its place, and its cause where a CRC tells it. Always false.
bool p3png_reader_failure(p3png_reader *reader, p3png_status *status);
/// The failure that `result` stands for.
bool p3png_reader_inflate_failure(p3png_reader *reader, inflate_result result, p3png_status *status);

/// Allocates what a plain image needs.
bool p3png_plain_start(p3png_reader *reader, p3png_status *status);
bool p3png_plain_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status);
/// Feeds libpng with image data.
bool p3png_wrapped_read(p3png_reader *reader, uint8_t *into, size_t count, p3png_status *status);

#endif
