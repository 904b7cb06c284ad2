// Runs the widest vectors that this machine has. All targets give the same bits.

#include "layout/floats.h"
#include "p3_cpu.h"

void p3_convert_floats(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                       const p3_pixel_layout *to, void *destination, size_t count) {
#if defined(__x86_64__)
  const uint32_t available = p3_cpu_available();
  if (available & 1u << P3_TARGET_AVX512) {
    p3_convert_floats_avx512(conversion, from, source, to, destination, count);
    return;
  }
  if (available & 1u << P3_TARGET_AVX2) {
    p3_convert_floats_avx2(conversion, from, source, to, destination, count);
    return;
  }
#endif
  p3_convert_floats_baseline(conversion, from, source, to, destination, count);
}

#define LANES 4
#define NAME p3_convert_floats_baseline
#include "layout/floats.inl"
