#if defined(__x86_64__)

#include "soften_bits.h"
#include "soften_pixel.h"

#include <stdbool.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define NAME p3_soften_avx2
#include "soften_rows.inl"

#pragma clang attribute pop

#endif
