#ifndef P3_PNG_REFERENCE_H
#define P3_PNG_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a whole file by libpng alone, the plainest way: 16-bit native samples, palette and tRNS expanded.
/// Returns how many samples were written, 0 when libpng rejects the file or it has more than `capacity`.
size_t png_reference_decode(const uint8_t *bytes, size_t count, uint16_t *samples, size_t capacity);

#endif
