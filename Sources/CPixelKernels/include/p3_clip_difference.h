#ifndef P3_CLIP_DIFFERENCE_H
#define P3_CLIP_DIFFERENCE_H

// How far clipping moves colours: CIEDE2000 in float, many at once.

#include <stddef.h>

#include "p3_cpu.h"

/// Differences end here: no two colours that one can see are so far apart.
enum { P3_MOST_DIFFERENCE = 1000 };

/// `difference[i]` = CIEDE2000 between the linear colour (red[i], green[i], blue[i]) and its clip to 0…1.
///
/// `matrix`, row-major, takes linear colours to XYZ divided by the white. The arrays hold `count` floats; nothing
/// beyond is touched. The result is within 0.001 of the formula in double, and has the same bits on every
/// `target`: IEEE operations alone, none fused.
void p3_clip_difference(p3_target target, const float matrix[9], const float *red, const float *green,
                        const float *blue, float *difference, size_t count);

#endif
