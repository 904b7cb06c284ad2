#ifndef P3_CHOOSE_H
#define P3_CHOOSE_H

#include "p3_cpu.h"

/// The function of this name that runs on `target`: AVX-512, AVX2, or the baseline for all others.
#if defined(__x86_64__)
#define P3_CHOOSE(name, target) \
  ((target) == P3_TARGET_AVX512 ? name##_avx512 : (target) == P3_TARGET_AVX2 ? name##_avx2 : name##_baseline)
#else
#define P3_CHOOSE(name, target) ((void)(target), name##_baseline)
#endif

#endif
