#ifndef P3_PNG_REFERENCE_H
#define P3_PNG_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes a whole file by libpng alone, the plainest way: 16-bit native samples, palette and tRNS expanded.
/// Returns how many samples were written, 0 when libpng rejects the file or it has more than `capacity`.
size_t png_reference_decode(const uint8_t *bytes, size_t count, uint16_t *samples, size_t capacity);

/// The bytes of a PNG that libpng writes with its own choice of filters and zlib's level 6, without ancillary chunks;
/// 0 when it fails. `samples` are `height` rows of native 16-bit samples; of 8-bit images (`depth`) the high bytes.
size_t png_reference_encoded_size(
  const uint16_t *samples, uint32_t width, uint32_t height, uint32_t channels, int depth);

#endif
