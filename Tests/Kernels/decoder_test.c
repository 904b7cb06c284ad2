// The figures that decoders hold of their own values, measured two at a time, against those measured one after the
// other.

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "conversions.h"
#include "convert/plan.h"

#pragma STDC FP_CONTRACT OFF

/// The value halfway from `code` to the next, the end's beyond the ends.
static double after(const double *exact, int code) {
  return code < 0 ? exact[0] : code >= 65535 ? exact[65535] : (exact[code] + exact[code + 1]) / 2;
}

/// How far the value moves when its code moves by `whole` and a half.
static double step(const double *exact, int code, int whole) {
  return fmax(fabs(after(exact, code + whole) - exact[code]), fabs(exact[code] - after(exact, code - whole - 1)));
}

/// Range, and the error of the nearest floats.
static size_t range_differences(const p3_decoder *decoder) {
  double least = INFINITY, most = -INFINITY, relative = 0;
  for (unsigned code = 0; code < 65536; code++) {
    double exact = decoder->exact[code], nearest = (float)exact;
    least = fmin(least, exact);
    most = fmax(most, exact);
    double error = fabs(nearest - exact) - decoder->absolute;
    if (error > 0) relative = fmax(relative, nearest > 0 ? error / nearest : INFINITY);
  }
  return (size_t)((least != decoder->least) + (most != decoder->most) + (relative != decoder->relative));
}

/// How many of the figures that `decoder` holds of its own values are not what measuring one value after the other
/// gives.
static size_t differences_of(const p3_decoder *decoder) {
  const p3_rounding_steps *steps = &decoder->steps;
  size_t differences = range_differences(decoder);
  double widest16 = 0, widest8 = 0;
  for (int window = 0; window < 256; window++) {
    double most = 0, least = INFINITY;
    for (int code = 256 * window; code < 256 * (window + 1); code++) {
      most = fmax(most, step(decoder->exact, code, 128));
      least = fmin(least, step(decoder->exact, code, 128));
      widest16 = fmax(widest16, step(decoder->exact, code, 0));
    }
    widest8 = fmax(widest8, most);
    differences += (size_t)((most != steps->most8[window]) + (least != steps->least8[window]));
  }
  return differences + (size_t)((widest16 != steps->widest16) + (widest8 != steps->widest8));
}

/// Values that no curve has: falling, random, below 0.
static void fill_oddly(double *values, unsigned kind) {
  for (unsigned code = 0; code < 65536; code++) {
    const double x = code / 65535.0;
    values[code] = kind == 0 ? 1 - x : kind == 1 ? (double)random_sample() / 65535 : x * x - 0.25;
  }
}

void test_decoders(void) {
  begin_family("decoders", P3_TARGET_SCALAR);
  for (unsigned i = 0; i < conversion_count(); i++) {
    conversion c = new_conversion(i, P3_TARGET_SCALAR);
    for (unsigned channel = 0; channel < 3; channel++)
      check("figures of a decoder", differences_of(c.decoders[channel]) == 0);
    free_conversion(&c);
  }
  for (unsigned kind = 0; kind < 3; kind++) {
    p3_decoder *decoder = p3_decoder_allocate();
    if (!decoder) exit(2);
    fill_oddly(p3_decoder_values(decoder), kind);
    p3_decoder_finish(decoder, 0, P3_TARGET_SCALAR);
    check("figures of an odd decoder", differences_of(decoder) == 0);
    p3_decoder_destroy(decoder);
  }
  end_family();
}
