#ifndef P3PNG_IO_H
#define P3PNG_IO_H

#include "CPNGShims.h"

/// Records a failure unless one is recorded already: later failures are its consequences. Always returns false.
bool p3png_fail(p3png_status *status, p3png_code code, uint32_t chunk, uint64_t offset);
bool p3png_fail_values(
  p3png_status *status, p3png_code code, uint32_t chunk, uint64_t offset, uint64_t value, uint64_t expected);

/// Reads at most `count` bytes; fewer only at the end of the input.
bool p3png_source_read_some(
  p3png_source *source, uint8_t *into, size_t count, size_t *got, p3png_status *status);

static inline uint32_t p3png_load32(const uint8_t *bytes) {
  return P3PNG_TYPE(bytes[0], bytes[1], bytes[2], bytes[3]);
}

static inline void p3png_store32(uint8_t *bytes, uint32_t value) {
  bytes[0] = (uint8_t)(value >> 24);
  bytes[1] = (uint8_t)(value >> 16);
  bytes[2] = (uint8_t)(value >> 8);
  bytes[3] = (uint8_t)value;
}

#endif
