#if defined(__x86_64__)

#include "cpu/targets.h"
#include "gamut/mapping_tile.h"

#include <string.h>

P3_BEGIN_AVX2

#define LANES 4
#define NAME(step) p3_##step##_avx2
#include "gamut/mapping.inl"

P3_END_TARGET

#endif
