#if defined(__x86_64__)

#include "banding_targets.h"

#include <stdbool.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define NAME p3_band_avx2
#include "banding_rows.inl"

#pragma clang attribute pop

#endif
