#ifndef P3_LAYOUT_FLOATS_H
#define P3_LAYOUT_FLOATS_H

#include "p3_pixel_layout.h"

void p3_convert_floats_baseline(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                                const p3_pixel_layout *to, void *destination, size_t count);
void p3_convert_floats_avx2(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                            const p3_pixel_layout *to, void *destination, size_t count);
void p3_convert_floats_avx512(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                              const p3_pixel_layout *to, void *destination, size_t count);

static inline size_t p3_bytes_per_pixel(const p3_pixel_layout *layout) {
  const unsigned bytes = layout->component == P3_UINT8 ? 1 : layout->component == P3_FLOAT32 ? 4 : 2;
  return layout->components * bytes;
}

#endif
