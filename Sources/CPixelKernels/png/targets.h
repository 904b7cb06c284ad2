#ifndef P3_PNG_TARGETS_H
#define P3_PNG_TARGETS_H

#include "p3_png_kernels.h"

extern const p3_png_kernels p3_png_scalar, p3_png_baseline;
#if defined(__x86_64__)
extern const p3_png_kernels p3_png_avx2;
#endif

#endif
