// zlib streams inside chunks (iCCP, zTXt, iTXt), whole and capped, by libdeflate.

#include <libdeflate.h>
#include <stdlib.h>

#include "io/compressors.h"
#include "io/png_io.h"

uint8_t *p3png_zlib_inflate(
  const uint8_t *data, size_t length, size_t limit, size_t *count, p3png_status *status) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  size_t capacity = limit < 4096 ? limit : 4096;
  uint8_t *out = NULL;
  enum libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  p3png_code code = decompressor ? P3PNG_OK : P3PNG_OUT_OF_MEMORY;
  while (code == P3PNG_OK && result == LIBDEFLATE_INSUFFICIENT_SPACE) {
    uint8_t *grown = realloc(out, capacity ? capacity : 1);
    if (!grown) {
      code = P3PNG_OUT_OF_MEMORY;
      break;
    }
    out = grown;
    result = libdeflate_zlib_decompress(decompressor, data, length, out, capacity, count);
    if (result == LIBDEFLATE_BAD_DATA) code = P3PNG_BAD_IMAGE_DATA;
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE && capacity == limit) code = P3PNG_LONG_IMAGE_DATA;
    capacity = capacity > limit / 4 ? limit : capacity * 4;
  }
  libdeflate_free_decompressor(decompressor);
  if (code == P3PNG_OK) return out;
  free(out);
  p3png_fail_values(status, code, 0, 0, length, limit);
  return NULL;
}

void p3png_free(void *memory) { free(memory); }

size_t p3png_zlib_bound(size_t count) { return libdeflate_zlib_compress_bound(NULL, count); }

size_t p3png_zlib_deflate(const uint8_t *data, size_t count, uint8_t *out, size_t capacity) {
  const int level = 12;
  struct libdeflate_compressor *compressor = p3png_compressor_take(level, count);
  if (!compressor) return 0;
  size_t length = libdeflate_zlib_compress(compressor, data, count, out, capacity);
  p3png_compressor_give_back(compressor, level, count);
  return length;
}
