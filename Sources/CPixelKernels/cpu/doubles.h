#ifndef P3_LANES_H
#define P3_LANES_H

// Two doubles side by side, as every 64-bit machine has them: for passes over whole tables.

#include <stdint.h>
#include <string.h>

typedef double p3_lanes __attribute__((vector_size(16)));
typedef int64_t p3_lane_mask __attribute__((vector_size(16)));

static inline p3_lanes p3_load(const double *values) {
  p3_lanes lanes;
  memcpy(&lanes, values, sizeof lanes);
  return lanes;
}

static inline p3_lanes p3_choose_lanes(p3_lane_mask mask, p3_lanes yes, p3_lanes no) {
  return (p3_lanes)((mask & (p3_lane_mask)yes) | (~mask & (p3_lane_mask)no));
}

/// The other one where `a` is NaN.
static inline p3_lanes p3_larger(p3_lanes a, p3_lanes b) { return p3_choose_lanes(a > b, a, b); }
static inline p3_lanes p3_smaller(p3_lanes a, p3_lanes b) { return p3_choose_lanes(a < b, a, b); }

static inline p3_lanes p3_magnitude(p3_lanes a) { return (p3_lanes)((p3_lane_mask)a & INT64_MAX); }

static inline double p3_largest(p3_lanes a) { return a[0] > a[1] ? a[0] : a[1]; }
static inline double p3_smallest(p3_lanes a) { return a[0] < a[1] ? a[0] : a[1]; }

#endif
