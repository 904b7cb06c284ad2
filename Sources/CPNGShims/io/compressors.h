#ifndef P3PNG_COMPRESSORS_H
#define P3PNG_COMPRESSORS_H

// libdeflate's compressors; some are kept for the next image.

#include <libdeflate.h>
#include <stddef.h>

/// A compressor of `level` for `count` bytes; NULL when out of memory.
struct libdeflate_compressor *p3png_compressor_take(int level, size_t count);
/// Ends the use of `compressor`: keeps it for the next caller if there is room, else frees it. `level` and `count` are
/// as for `p3png_compressor_take`.
void p3png_compressor_give_back(struct libdeflate_compressor *compressor, int level, size_t count);

#endif
