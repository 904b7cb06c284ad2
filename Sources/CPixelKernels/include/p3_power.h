#ifndef P3_POWER_H
#define P3_POWER_H

// Many powers at once, bit for bit as Pixels' ReproduciblePower, which explains the scheme and owns the tables.

#include <stddef.h>

/// The tables of ReproduciblePower, flattened.
typedef struct {
  /// 128 reciprocals of interval centres.
  const double *reciprocals;
  /// 128 pairs: `-log(reciprocal)`, high and low.
  const double *logarithms;
  /// 64 pairs: `2^(j/64)`, high and low.
  const double *powers_of_two;
} p3_power_tables;

/// Replaces each of `count` bases by its `exponent`-th power. Bases must be positive, finite and normal, the exponent
/// finite. (The caller handles zero, one and the exponents 0 and 1.)
void p3_power(const p3_power_tables *tables, double *values, size_t count, double exponent);

#endif
