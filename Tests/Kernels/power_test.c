// Powers: against the C library's long double within an ulp. Their bits are the same on every machine, which the digest
// shows.

#include <math.h>
#include <string.h>

#include "check.h"
#include "convert/power_targets.h"

#pragma STDC FP_CONTRACT OFF

/// An unevaluated sum of two doubles, as Pixels' DoubleDouble.
typedef struct {
  double high, low;
} pair;

static pair sum_of(double a, double b) {
  const double sum = a + b, rounded = sum - a;
  return (pair){sum, (a - (sum - rounded)) + (b - rounded)};
}

static pair add(pair a, pair b) {
  const pair sum = sum_of(a.high, b.high);
  return sum_of(sum.high, sum.low + (a.low + b.low));
}

static pair multiply(pair a, pair b) {
  const double product = a.high * b.high;
  return sum_of(product, fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
}

static pair divide(pair a, pair b) {
  const double first = a.high / b.high;
  const pair rest = add(a, multiply(b, (pair){-first, 0}));
  return sum_of(first, rest.high / b.high);
}

/// log x by 2·atanh((x − 1)/(x + 1)).
static pair logarithm(double x) {
  const pair s = divide((pair){x - 1, 0}, (pair){x + 1, 0}), square = multiply(s, s);
  pair term = s, sum = {0, 0};
  for (int denominator = 1; denominator < 80; denominator += 2) {
    sum = add(sum, divide(term, (pair){denominator, 0}));
    term = multiply(term, square);
  }
  return multiply(sum, (pair){2, 0});
}

static pair exponential(pair x) {
  pair term = {1, 0}, sum = {1, 0};
  for (int n = 1; n <= 30; n++) {
    term = divide(multiply(term, x), (pair){n, 0});
    sum = add(sum, term);
  }
  return sum;
}

static const p3_power_tables *tables(void) {
  static double reciprocals[128];
  static pair logarithms[128], powers[64];
  static p3_power_tables result;
  if (result.reciprocals) return &result;
  for (int i = 0; i < 128; i++) {
    reciprocals[i] = rint(512 / (1 + (i + 0.5) / 128)) / 512;
    const pair log = logarithm(reciprocals[i]);
    logarithms[i] = (pair){-log.high, -log.low};
  }
  const pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
  for (int i = 0; i < 64; i++) powers[i] = exponential(multiply(ln2, (pair){i / 64.0, 0}));
  result = (p3_power_tables){reciprocals, &logarithms[0].high, &powers[0].high};
  return &result;
}

void raise_to(double *values, size_t count, double exponent) { p3_power(tables(), values, count, exponent); }

static void test_count(size_t count, double exponent) {
  double *values = guarded(count * sizeof *values, 0), *baseline = guarded(count * sizeof *values, 8);
  long double expected[64];
  for (size_t i = 0; i < count; i++) {
    values[i] = baseline[i] = (double)(1 + random_below(1u << 30)) / (1 << 29);
    expected[i] = powl((long double)values[i], (long double)exponent);
  }
  describe_case("%zu values to the power %g", count, exponent);
  raise_to(values, count, exponent);
  p3_power_baseline(tables(), baseline, count, exponent);
  check_same("the baseline's powers", values, baseline, count * sizeof *values);
  for (size_t i = 0; i < count; i++) {
    const double nearest = (double)expected[i], ulp = nextafter(nearest, INFINITY) - nearest;
    check("a power within an ulp", fabsl((long double)values[i] - expected[i]) <= (long double)ulp);
  }
  check_guards(baseline);
  release(values);
  release(baseline);
}

void test_power(void) {
  begin_family("power", P3_TARGET_SCALAR);
  const double exponents[] = {2.4, 1 / 2.4, 2.2, 1.8, 0.5, -1.5};
  for (size_t e = 0; e < 6; e++)
    for (size_t count = 0; count <= 33; count++) test_count(count, exponents[e]);
  end_family();
}
