#if defined(__x86_64__)

#include "p3_tile.h"

#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define KERNEL_NAME p3_tables_avx2
#include "p3_tables.inl"

#pragma clang attribute pop

#endif
