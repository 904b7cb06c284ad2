#ifndef P3_CLIP_DIFFERENCE_H
#define P3_CLIP_DIFFERENCE_H

// How far clipping moves colours, as CIEDE2000 in float, for many colours at once.

#include <stddef.h>

#include "p3_cpu.h"

/// The largest difference returned; no two visible colours are that far apart.
enum { P3_MOST_DIFFERENCE = 1000 };

/// `difference[i]` = CIEDE2000 between the linear colour (red[i], green[i], blue[i]) and its clip to 0…1.
///
/// `matrix`, row-major, takes linear colours to XYZ divided by the white. The arrays hold `count` floats; nothing
/// beyond is touched. The result is within 0.001 of the formula in double. IEEE operations only, none fused: the same
/// bits on every `target`.
void p3_clip_difference(p3_target target, const float matrix[9], const float *red, const float *green,
                        const float *blue, float *difference, size_t count);

#endif
