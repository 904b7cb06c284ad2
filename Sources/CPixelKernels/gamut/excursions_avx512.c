#if defined(__x86_64__)

#include "cpu/targets.h"
#include "gamut/excursions_targets.h"

P3_BEGIN_AVX512

#define LANES 8
#define TARGETED(name) name##_avx512
#include "gamut/excursions.inl"

P3_END_TARGET

#endif
