#if defined(__x86_64__)

#include "convert/power_targets.h"
#include "cpu/targets.h"

#include <stdint.h>
#include <string.h>

P3_BEGIN_AVX2

#define HAS_FMA 1
#define LANES 4
#define NAME p3_power_avx2
#include "convert/power.inl"

P3_END_TARGET

#endif
