#if defined(__x86_64__)

#include "p3_excursions_targets.h"

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx2,fma,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)

#define LANES 8
#define TARGETED(name) name##_avx512
#include "p3_excursions.inl"

#pragma clang attribute pop

#endif
