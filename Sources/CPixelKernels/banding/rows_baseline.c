// SSE2 on x86-64, Advanced SIMD on arm64.
#include "banding/targets.h"

#define NAME p3_band_baseline
#include "banding/rows.inl"
