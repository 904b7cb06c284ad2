#ifndef P3PNG_COMPRESSORS_H
#define P3PNG_COMPRESSORS_H

// libdeflate's compressors, of which some are kept for the next image.

#include <libdeflate.h>
#include <stddef.h>

/// A compressor of `level` for `count` bytes; NULL when out of memory.
struct libdeflate_compressor *p3png_compressor_take(int level, size_t count);
/// Ends the use of `compressor`: it is kept for the next caller where there is room, else freed. `level` and `count` are those
/// that it was taken with.
void p3png_compressor_give_back(struct libdeflate_compressor *compressor, int level, size_t count);

#endif
