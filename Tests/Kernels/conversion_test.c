// Conversion of pixels with every kind of curve and matrix: codes, tallies of the gamut, linear light, against
// the scalar target, which is the definition.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "conversions.h"
#include "CConversionReference.h"

/// A run of pixels and all that a conversion writes.
typedef struct {
  size_t count, bytes;
  unsigned channels;
  uint8_t *source, *expected, *actual, *expected_bits, *actual_bits;
  p3_gamut_tally expected_tally, actual_tally;
} run;

static run new_run(size_t count, unsigned channels, size_t offset) {
  run r = {.count = count, .bytes = count * channels * 2, .channels = channels};
  const size_t bits = (count + 7) / 8;
  r.source = guarded(r.bytes, offset);
  r.expected = guarded(r.bytes, 0);
  r.actual = guarded(r.bytes, 3 * offset);
  r.expected_bits = guarded(bits, 0);
  r.actual_bits = guarded(bits, 0);
  return r;
}

static void free_run(run *r) {
  release(r->source);
  release(r->expected);
  release(r->actual);
  release(r->expected_bits);
  release(r->actual_bits);
}

/// Makes pixels repeat the one before, some for as long as there are runs of pixels in a screenshot.
static void repeat_pixels(uint16_t *samples, size_t count, unsigned channels) {
  for (size_t i = 1; i < count;) {
    size_t length = random_below(3) ? random_below(6) : random_below(600);
    if (length > count - i) length = count - i;
    for (size_t end = i + length; i < end; i++)
      memcpy(samples + i * channels, samples + (i - 1) * channels, channels * sizeof *samples);
    i += 1 + random_below(4) / 3 * random_below(40);
  }
}

/// Some runs have the values of the verifier, the others those of all kernels; some pixels are invisible.
static void fill(run *r, unsigned kind) {
  uint16_t *samples = calloc(r->count * r->channels + 1, 2);
  uint64_t state = random_bits();
  if (kind % 2) {
    fill_samples(samples, r->count * r->channels, r->channels, kind / 2);
  } else {
    p3_fill_test_pixels(samples, r->count * r->channels, r->channels, &state);
  }
  for (size_t i = 0; i < r->count && r->channels == 4; i++)
    if (random_below(5) == 0) samples[4 * i + 3] = 0;
  if (kind % 8 == 4) repeat_pixels(samples, r->count, r->channels);
  memcpy(r->source, samples, r->bytes);
  free(samples);
}

static void compare_runs(const run *r, int with_tally) {
  check_same("converted samples", r->expected, r->actual, r->bytes);
  check_guards(r->actual);
  if (!with_tally) return;
  check_same("tally", &r->expected_tally, &r->actual_tally, sizeof r->actual_tally);
  check_same("bits out of gamut", r->expected_bits, r->actual_bits, (r->count + 7) / 8);
  check_guards(r->actual_bits);
}

static void convert(const p3_plan *exact, const p3_plan *plan, run *r, int with_tally) {
  p3_convert_color(exact, r->source, r->expected, r->count, r->channels, with_tally ? &r->expected_tally : NULL,
                   with_tally ? r->expected_bits : NULL);
  p3_convert_color(plan, r->source, r->actual, r->count, r->channels, with_tally ? &r->actual_tally : NULL,
                   with_tally ? r->actual_bits : NULL);
  compare_runs(r, with_tally);
}

static void convert_in_place(const p3_plan *plan, run *r) {
  memcpy(r->actual, r->source, r->bytes);
  p3_convert_color(plan, r->actual, r->actual, r->count, r->channels, NULL, NULL);
  compare_runs(r, 0);
}

static void tally_alone(const p3_plan *plan, run *r) {
  memset(&r->actual_tally, 0, sizeof r->actual_tally);
  memset(r->actual_bits, 0, (r->count + 7) / 8);
  p3_convert_color(plan, r->source, NULL, r->count, r->channels, &r->actual_tally, r->actual_bits);
  compare_runs(r, 1);
}

static void to_linear_light(const p3_plan *exact, const p3_plan *plan, const run *r) {
  float *expected = guarded(r->count * 12, 0), *actual = guarded(r->count * 12, 4);
  p3_linear_color(exact, r->source, expected, r->count, r->channels);
  p3_linear_color(plan, r->source, actual, r->count, r->channels);
  check_same("linear values", expected, actual, r->count * 12);
  release(expected);
  release(actual);
}

static void convert_tallying_in_place(const p3_plan *plan, run *r) {
  memcpy(r->actual, r->source, r->bytes);
  memset(&r->actual_tally, 0, sizeof r->actual_tally);
  memset(r->actual_bits, 0xaa, (r->count + 7) / 8);
  p3_convert_color(plan, r->actual, r->actual, r->count, r->channels, &r->actual_tally, r->actual_bits);
  compare_runs(r, 1);
}

static void test_run(const p3_plan *exact, const p3_plan *plan, size_t count, unsigned channels, unsigned kind) {
  run r = new_run(count, channels, kind % 3);
  describe_case("%s, %zu pixels of %u channels, kind %u", p3_plan_kernel(plan), count, channels, kind);
  fill(&r, kind);
  convert(exact, plan, &r, 1);
  convert(exact, plan, &r, 0);
  convert_in_place(plan, &r);
  convert_tallying_in_place(plan, &r);
  tally_alone(plan, &r);
  to_linear_light(exact, plan, &r);
  free_run(&r);
}

void test_conversion(p3_target target) {
  begin_family("conversion", target);
  for (unsigned i = 0; i < conversion_count(); i++) {
    conversion exact = new_conversion(i, P3_TARGET_SCALAR), fast = new_conversion(i, target);
    unsigned kind = 0;
    for (unsigned channels = 3; channels <= 4; channels++) {
      for (size_t count = 0; count <= 66; count++) test_run(exact.plan, fast.plan, count, channels, kind++);
      const size_t longer[] = {127, 128, 255, 256, 257, 511, 513, 1000, 5000};
      for (size_t n = 0; n < 9; n++)
        for (unsigned k = 0; k < 12; k++) test_run(exact.plan, fast.plan, longer[n], channels, k);
    }
    free_conversion(&exact);
    free_conversion(&fast);
  }
  end_family();
}
