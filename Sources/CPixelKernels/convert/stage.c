#include "convert/stage.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

void p3_bound_gamut(p3_linear_stage *stage, unsigned row, double scale, double error) {
  const double low = stage->offset[row] - p3_gamut_tolerance * scale,
               high = stage->offset[row] + (1 + p3_gamut_tolerance) * scale;
  const double margin = error * scale * 1.01 + 0x1p-40;
  stage->outside_low[row] = nextafterf((float)(low - margin), -INFINITY);
  stage->inside_low[row] = nextafterf((float)(low + margin), INFINITY);
  stage->inside_high[row] = nextafterf((float)(high - margin), -INFINITY);
  stage->outside_high[row] = nextafterf((float)(high + margin), INFINITY);
  stage->scale[row] = scale;
  stage->margin[row] = margin;
}
