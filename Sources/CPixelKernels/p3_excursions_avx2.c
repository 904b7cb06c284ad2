#if defined(__x86_64__)

#include "p3_excursions_targets.h"

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define LANES 4
#define TARGETED(name) name##_avx2
#include "p3_excursions.inl"

#pragma clang attribute pop

#endif
