#if defined(__x86_64__)

#include "cpu/targets.h"
#include "gamut/excursions_targets.h"

P3_BEGIN_AVX2

#define LANES 4
#define TARGETED(name) name##_avx2
#include "gamut/excursions.inl"

P3_END_TARGET

#endif
