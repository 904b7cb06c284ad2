// No include guard: included once per target, with LANES doubles to a vector, HAS_FMA, and NAME, the function to
// define.
//
// ReproduciblePower over arrays: the same IEEE operations in the same order on several values side by side.

#include "convert/power_targets.h"

#include <stdint.h>
#include <string.h>

// Fusing a·b + c would change the bits.
#pragma STDC FP_CONTRACT OFF

typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t longs __attribute__((vector_size(LANES * sizeof(int64_t))));

typedef struct {
  doubles high, low;
} pair;

static inline pair exact_sum(doubles a, doubles b) {
  doubles sum = a + b;
  doubles rounded = sum - a;
  return (pair){sum, (a - (sum - rounded)) + (b - rounded)};
}

#if HAS_FMA

/// Fused multiply-add gives the rounding error of a product.
static inline pair exact_product(doubles a, doubles b) {
  doubles product = a * b;
  return (pair){product, __builtin_elementwise_fma(a, b, -product)};
}

#else

/// Veltkamp's split into 26 bits and the rest, so that products of the parts are exact. (Values are modest: no
/// overflow.)
static inline pair split(doubles a) {
  doubles c = a * 134217729.0;  // 2^27 + 1
  doubles high = c - (c - a);
  return (pair){high, a - high};
}

/// Dekker's product: exact without fused multiply-add, as long as nothing underflows.
static inline pair exact_product(doubles a, doubles b) {
  doubles product = a * b;
  pair x = split(a), y = split(b);
  doubles error = ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
  return (pair){product, error};
}

#endif

static inline pair add(pair a, pair b) {
  pair sum = exact_sum(a.high, b.high);
  return exact_sum(sum.high, sum.low + (a.low + b.low));
}

static inline pair multiply(pair a, pair b) {
  pair product = exact_product(a.high, b.high);
  return exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline pair both(double high, double low) { return (pair){(doubles){0} + high, (doubles){0} + low}; }

static inline pair ln2(void) { return both(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56); }

static inline pair logarithm(const p3_power_tables *tables, doubles x) {
  longs bits = (longs)x;
  doubles exponent = __builtin_convertvector((bits >> 52) - 1023, doubles);
  doubles mantissa = (doubles)((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  longs index = (bits >> 45) & 127;  // Int((mantissa - 1) * 128)
  doubles reciprocal;
  pair entry;
  for (unsigned lane = 0; lane < LANES; lane++) {
    reciprocal[lane] = tables->reciprocals[index[lane]];
    entry.high[lane] = tables->logarithms[2 * index[lane]];
    entry.low[lane] = tables->logarithms[2 * index[lane] + 1];
  }
  pair product = exact_product(mantissa, reciprocal);
  pair r = exact_sum(product.high - 1, product.low);
  pair square = multiply(r, r);
  doubles t = r.high;
  doubles tail = {0};
  for (int denominator = 10; denominator >= 3; denominator--) tail = 1.0 / denominator - t * tail;
  tail *= t * t * t;
  pair sum = add(multiply(ln2(), (pair){exponent, (doubles){0}}), entry);
  sum = add(sum, r);
  sum = add(sum, (pair){square.high * -0.5, square.low * -0.5});
  return add(sum, (pair){tail, (doubles){0}});
}

/// Rounds half away from zero, as Swift's `rounded()`, for |x| < 2^31.
static inline doubles rounded(doubles x) {
  longs truncated = __builtin_convertvector(x, longs);
  doubles whole = __builtin_convertvector(truncated, doubles);
  doubles rest = x - whole;  // exact
  longs up = (longs)(rest >= 0.5), down = (longs)(rest <= -0.5);
  return whole - __builtin_convertvector(up, doubles) + __builtin_convertvector(down, doubles);
}

static inline doubles exponential(const p3_power_tables *tables, pair z) {
  doubles steps = rounded(z.high * (64 / 0x1.62e42fefa39efp-1));
  pair r = add(z, multiply(ln2(), (pair){steps / -64, (doubles){0}}));
  doubles t = r.high;
  doubles polynomial = {0};
  static const double reciprocal_factorials[] = {1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                                                 1.0 / 24,    1.0 / 6,    1.0 / 2};
  for (unsigned i = 0; i < 7; i++) polynomial = reciprocal_factorials[i] + t * polynomial;
  doubles minus_one = t + (t * t * polynomial + r.low);
  longs whole = __builtin_convertvector(steps, longs);
  longs index = whole & 63;
  pair scale;
  for (unsigned lane = 0; lane < LANES; lane++) {
    scale.high[lane] = tables->powers_of_two[2 * index[lane]];
    scale.low[lane] = tables->powers_of_two[2 * index[lane] + 1];
  }
  doubles significand = scale.high + (scale.low + scale.high * minus_one);
  longs exponent = (whole - index) >> 6;
  // The two early returns of the Swift code, and between them a power of two that is normal.
  longs overflow = (longs)(z.high > 709), underflow = (longs)(z.high < -708);
  doubles result = significand * (doubles)((exponent + 1023) << 52);
  longs infinite = (longs){0} + 0x7ff0000000000000;
  return (doubles)(((longs)result & ~overflow & ~underflow) | (infinite & overflow));
}

static void power_of_block(const p3_power_tables *tables, double *values, double exponent) {
  doubles x;
  memcpy(&x, values, sizeof x);
  x = exponential(tables, multiply(logarithm(tables, x), both(exponent, 0)));
  memcpy(values, &x, sizeof x);
}

void NAME(const p3_power_tables *tables, double *values, size_t count, double exponent) {
  size_t done = 0;
  for (; done + LANES <= count; done += LANES) power_of_block(tables, values + done, exponent);
  if (done == count) return;
  double rest[LANES];
  for (unsigned lane = 0; lane < LANES; lane++) rest[lane] = 1;
  memcpy(rest, values + done, (count - done) * sizeof *values);
  power_of_block(tables, rest, exponent);
  memcpy(values + done, rest, (count - done) * sizeof *values);
}
