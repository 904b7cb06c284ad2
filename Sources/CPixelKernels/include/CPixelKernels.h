#ifndef P3_PIXEL_KERNELS_H
#define P3_PIXEL_KERNELS_H

// Vector kernels over 16-bit samples, native or big-endian. The module Pixels wraps them in Swift, and holds the
// references that every function here is tested against.

#include "p3_banding_kernels.h"
#include "p3_clip_cells.h"
#include "p3_clip_difference.h"
#include "p3_color_bits.h"
#include "p3_color_table.h"
#include "p3_convert.h"
#include "p3_cpu.h"
#include "p3_dither_kernels.h"
#include "p3_excursions.h"
#include "p3_extremes.h"
#include "p3_gamut_mapping.h"
#include "p3_moved_edges.h"
#include "p3_pixel_layout.h"
#include "p3_png_kernels.h"
#include "p3_power.h"
#include "p3_row_difference.h"
#include "p3_soften_kernels.h"

#endif
