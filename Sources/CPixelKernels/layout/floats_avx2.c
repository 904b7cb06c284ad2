#if defined(__x86_64__)

#include "cpu/targets.h"
#include "layout/components.h"
#include "layout/floats.h"

P3_BEGIN_AVX2

#define LANES 8
#define NAME p3_convert_floats_avx2
#include "layout/floats.inl"

P3_END_TARGET

#endif
