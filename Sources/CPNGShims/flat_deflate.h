#ifndef P3_FLAT_DEFLATE_H
#define P3_FLAT_DEFLATE_H

// Deflate for flat pictures, such as interfaces and icons: nearly all of their bytes, filtered or not, repeat the pixel
// before or the row above. What repeats the pixel before is a run, whose end is found by comparing words; only the few
// places between runs enter the tables that matches are searched in, and a match that begins within a run is found by
// what follows the run. So the search costs by the picture's edges and not by its bytes, and can afford to look far.
// The same bytes on every machine.

#include <stddef.h>
#include <stdint.h>

/// Tables of the search. They serve one call after the other; the result does not depend on earlier ones.
typedef struct flat_deflater flat_deflater;

/// NULL when out of memory.
flat_deflater *p3png_flat_deflater_open(void);
void p3png_flat_deflater_close(flat_deflater *deflater);

/// Filtered rows.
typedef struct flat_rows {
  const uint8_t *bytes;
  size_t count;
  /// Bytes per pixel, and from a byte to the one below.
  size_t step, stride;
} flat_rows;

/// Upper bound of the bytes that `p3png_flat_deflate` writes for `count`.
size_t p3png_flat_bound(size_t count);

/// Writes `rows` as deflate blocks. `is_last` sets BFINAL of the last one and fills its byte; else an empty stored block
/// follows, so that the end is a whole byte. Returns the end.
uint8_t *p3png_flat_deflate(flat_deflater *deflater, const flat_rows *rows, int is_last, uint8_t *out);

#endif
