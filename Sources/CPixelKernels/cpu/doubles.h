#ifndef P3_DOUBLES_H
#define P3_DOUBLES_H

// Vectors of two doubles, which every 64-bit target has, for passes over whole tables.

#include <stdint.h>
#include <string.h>

typedef double p3_doubles __attribute__((vector_size(16)));
typedef int64_t p3_double_mask __attribute__((vector_size(16)));

static inline p3_doubles p3_load(const double *values) {
  p3_doubles pair;
  memcpy(&pair, values, sizeof pair);
  return pair;
}

static inline p3_doubles p3_choose_doubles(p3_double_mask mask, p3_doubles yes, p3_doubles no) {
  return (p3_doubles)((mask & (p3_double_mask)yes) | (~mask & (p3_double_mask)no));
}

/// `b` where `a` is NaN.
static inline p3_doubles p3_larger(p3_doubles a, p3_doubles b) { return p3_choose_doubles(a > b, a, b); }
static inline p3_doubles p3_smaller(p3_doubles a, p3_doubles b) { return p3_choose_doubles(a < b, a, b); }

static inline p3_doubles p3_magnitude(p3_doubles a) { return (p3_doubles)((p3_double_mask)a & INT64_MAX); }

static inline double p3_largest(p3_doubles a) { return a[0] > a[1] ? a[0] : a[1]; }
static inline double p3_smallest(p3_doubles a) { return a[0] < a[1] ? a[0] : a[1]; }

#endif
