// SSE2 on x86-64, Advanced SIMD on arm64.
#include "png/targets.h"

#define NAME p3_png_baseline
#define NAME_(type) type##_baseline
#define VECTOR 16
#include "png/rows.inl"
