// SSE2 on x86-64, Advanced SIMD on arm64.
#define NAME p3_soften_baseline
#include "soften/rows.inl"
