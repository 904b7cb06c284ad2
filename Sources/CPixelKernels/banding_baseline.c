// SSE2 on x86-64, Advanced SIMD on arm64.
#include "banding_targets.h"

#define NAME p3_band_baseline
#include "banding_rows.inl"
