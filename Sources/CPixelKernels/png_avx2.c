#if defined(__x86_64__)

#include "png_targets.h"

#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define NAME p3_png_avx2
#define NAME_(type) type##_avx2
#define VECTOR 32
#include "png_rows.inl"

#pragma clang attribute pop

#endif
