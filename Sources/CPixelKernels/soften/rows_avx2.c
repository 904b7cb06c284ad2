#if defined(__x86_64__)

#include "cpu/targets.h"
#include "soften/bits.h"
#include "soften/pixel.h"

#include <stdbool.h>
#include <string.h>

P3_BEGIN_AVX2

#define NAME p3_soften_avx2
#include "soften/rows.inl"

P3_END_TARGET

#endif
