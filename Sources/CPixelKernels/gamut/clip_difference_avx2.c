#if defined(__x86_64__)

#include "cpu/targets.h"
#include "gamut/clip_difference_targets.h"

#include <stdint.h>
#include <string.h>

P3_BEGIN_AVX2

#define LANES 8
#define TARGETED(name) name##_avx2
#include "gamut/clip_difference.inl"
#include "gamut/pair_difference.inl"
#include "gamut/clip_cells.inl"

P3_END_TARGET

#endif
