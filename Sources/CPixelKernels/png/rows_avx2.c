#if defined(__x86_64__)

#include "cpu/targets.h"
#include "png/targets.h"

#include <string.h>

P3_BEGIN_AVX2

#define NAME p3_png_avx2
#define NAME_(type) type##_avx2
#define VECTOR 32
#include "png/rows.inl"

P3_END_TARGET

#endif
