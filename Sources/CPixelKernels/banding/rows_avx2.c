#if defined(__x86_64__)

#include "banding/targets.h"
#include "cpu/targets.h"

#include <stdbool.h>
#include <string.h>

P3_BEGIN_AVX2

#define NAME p3_band_avx2
#include "banding/rows.inl"

P3_END_TARGET

#endif
