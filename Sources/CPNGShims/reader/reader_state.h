#ifndef P3PNG_READER_STATE_H
#define P3PNG_READER_STATE_H

// What the reader knows between two calls.

#include <png.h>

#include "chunks/png_walker.h"
#include "deflate_codec.h"
#include "p3_png_kernels.h"
#include "png_guard.h"
#include "segment_reading.h"

enum {
  /// Segments that are read ahead, at most: each takes about 1.6 MB.
  P3PNG_MOST_AHEAD = 16,
};

/// Segments that are read before the reader comes to them.
typedef struct p3png_ahead {
  /// Whether it was tried to read ahead, whether segments were ever taken, and whether they are.
  bool is_tried, was_on, is_on;
  /// The next ones, in order.
  p3png_reading *queue[P3PNG_MOST_AHEAD];
  size_t count;
  /// A decoder for one more; or NULL.
  p3z_inflater *spare;
  /// Of the header of the chunk behind the queue.
  uint64_t next_offset;
  /// Decoded bytes of rows that were delivered before segments were taken.
  uint64_t to_drop;
  /// Where the image data begin.
  p3png_walker_place start;
} p3png_ahead;

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
  /// What the inflater gets its input from.
  p3z_pull pull;
  p3png_ahead ahead;
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
