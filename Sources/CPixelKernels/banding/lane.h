#ifndef P3_BANDING_LANE_H
#define P3_BANDING_LANE_H

// One SIMD lane of the tolerant kernels: for the scalar target, and for the ends of lines.

#include "p3_banding_kernels.h"

/// Makes the open plateau of lane `i` the last one. Fills the lane of `closing` if that makes or ends a chain.
static inline void p3_band_close_lane(p3_band_open *open, int i, int is_wide, p3_band_closing *closing) {
  const int tolerance = is_wide ? P3_BAND_WIDE : P3_BAND_NARROW;
  const int least_step = is_wide ? P3_BAND_WIDE_STEP : P3_BAND_NARROW_STEP;
  const int middle = open->low[i] + (open->high[i] - open->low[i]) / 2;
  const int size = middle < open->value[i] ? open->value[i] - middle : middle - open->value[i];
  const int is_near = open->age[i] < UINT16_MAX && open->age[i] - open->length[i] <= P3_BAND_MOST_GAP;
  const int joins = is_near && size <= tolerance;
  const int steps = is_near && size >= least_step && size <= P3_BAND_MOST_STEP;
  if (steps || (open->ends_step[i] && !joins)) {
    closing->lanes |= (uint16_t)(1 << i);
    closing->steps |= (uint16_t)(steps << i);
    closing->middle[i] = (uint16_t)middle;
    closing->length[i] = open->length[i];
    closing->value[i] = open->value[i];
    closing->extent[i] = open->extent[i];
    closing->age[i] = open->age[i];
  }
  if (joins) {
    const int extent = open->extent[i] + open->age[i];
    open->extent[i] = extent < UINT16_MAX ? (uint16_t)extent : UINT16_MAX;
  } else {
    open->value[i] = (uint16_t)middle;
    open->extent[i] = open->length[i];
    open->ends_step[i] = steps ? UINT16_MAX : 0;
  }
  open->age[i] = 0;
}

#endif
