#ifndef P3_BANDING_TARGETS_H
#define P3_BANDING_TARGETS_H

#include "p3_banding_kernels.h"

extern const p3_band_kernels p3_band_scalar, p3_band_baseline;
#if defined(__x86_64__)
extern const p3_band_kernels p3_band_avx2, p3_band_avx512;
#endif

#endif
