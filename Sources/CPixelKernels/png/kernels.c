#include <string.h>

#include "png/targets.h"

const p3_png_kernels *p3_png_kernels_for(p3_target target) {
  switch (target) {
    case P3_TARGET_SCALAR: return &p3_png_scalar;
#if defined(__x86_64__)
    // Rows are short chains and memory traffic, so 512 bits gain nothing over 256.
    case P3_TARGET_AVX2:
    case P3_TARGET_AVX512: return &p3_png_avx2;
#endif
    default: return &p3_png_baseline;
  }
}

const p3_png_kernels *p3_png_kernels_current(void) {
  const char *requested = p3_cpu_requested();
  if (requested && strcmp(requested, "scalar") == 0) return &p3_png_scalar;
  if (requested && strcmp(requested, "baseline") == 0) return &p3_png_baseline;
#if defined(__x86_64__)
  if (p3_cpu_available() & 1u << P3_TARGET_AVX2) return &p3_png_avx2;
#endif
  return &p3_png_baseline;
}

bool p3_png_uses_bmi2(void) {
#if defined(__x86_64__)
  return p3_png_kernels_current() == &p3_png_avx2;
#else
  return false;
#endif
}
