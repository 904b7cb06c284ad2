// Runs the widest vectors that this machine has. All targets give the same bits.

#include "p3_cpu.h"
#include "convert/power_targets.h"

void p3_power(const p3_power_tables *tables, double *values, size_t count, double exponent) {
#if defined(__x86_64__)
  uint32_t available = p3_cpu_available();
  if (available & 1u << P3_TARGET_AVX512) {
    p3_power_avx512(tables, values, count, exponent);
    return;
  }
  if (available & 1u << P3_TARGET_AVX2) {
    p3_power_avx2(tables, values, count, exponent);
    return;
  }
#endif
  p3_power_baseline(tables, values, count, exponent);
}

#define LANES 2
#if defined(__aarch64__)
#define HAS_FMA 1
#else
#define HAS_FMA 0
#endif
#define NAME p3_power_baseline
#include "convert/power.inl"
