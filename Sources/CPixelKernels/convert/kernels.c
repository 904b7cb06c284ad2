#include "convert/kernels.h"

const p3_kernel_functions *p3_kernel_of(p3_target target, p3_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == P3_KERNEL_POLYNOMIALS) {
    return target == P3_TARGET_AVX512 ? &p3_polynomials_avx512 : &p3_polynomials_avx2;
  }
  if (target == P3_TARGET_AVX512 || target == P3_TARGET_AVX2) return &p3_tables_avx2;
#elif defined(__aarch64__)
  if (kernel == P3_KERNEL_POLYNOMIALS) return &p3_polynomials_neon;
#else
  (void)kernel;
#endif
  (void)target;
  return &p3_tables_baseline;
}

int p3_has_polynomials(p3_target target) {
  return target == P3_TARGET_AVX2 || target == P3_TARGET_AVX512 || target == P3_TARGET_NEON;
}
