#include "conversions.h"

#include <stdlib.h>

#include "check.h"

#pragma STDC FP_CONTRACT OFF

/// A curve: (a·x + b)^g from d on, c·x below; a table of few entries where g is 0.
typedef struct {
  double g, a, b, c, d;
} curve;

static const curve srgb = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
static const curve gamma22 = {2.2, 1, 0, 0, 0}, gamma18 = {1.8, 1, 0, 0, 0}, romm = {1.8, 1, 0, 1 / 16.0, 1 / 32.0},
                   linear = {1, 1, 0, 0, 0}, sampled = {0};

static const double to_srgb[9] = {1.2249401763,  -0.2249401763, 0,           -0.0420569547, 1.0420569547, 0,
                                  -0.0196375546, -0.0786360456, 1.0982736001};
static const double to_p3[9] = {0.8224619687, 0.1775380313, 0,           0.0331941989, 0.9668058011, 0,
                                0.0170826307, 0.0723974407, 0.9105199286};
static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double wide_to_srgb[9] = {2.0342519045,  -0.7273542762, -0.3068976283, -0.2288147193, 1.2317303258,
                                       -0.0029156065, -0.0085649760, -0.1532726796, 1.1618376556};
static const double extreme[9] = {2.5, -1.2, -0.3, -0.9, 2.2, -0.3, 0.1, -1.3, 2.2};

static const struct {
  const curve *source[3], *destination[3];
  const double *matrix;
} conversions[] = {
    {{&srgb, &srgb, &srgb}, {&srgb, &srgb, &srgb}, to_srgb},
    {{&srgb, &srgb, &srgb}, {&srgb, &srgb, &srgb}, to_p3},
    {{&gamma22, &gamma22, &gamma22}, {&srgb, &srgb, &srgb}, to_srgb},
    {{&srgb, &srgb, &srgb}, {&gamma18, &gamma18, &gamma18}, extreme},
    {{&srgb, &gamma22, &sampled}, {&gamma22, &srgb, &gamma18}, to_p3},
    {{&sampled, &sampled, &sampled}, {&sampled, &sampled, &sampled}, to_srgb},
    {{&linear, &linear, &linear}, {&srgb, &srgb, &srgb}, identity},
    {{&gamma18, &gamma18, &gamma18}, {&srgb, &srgb, &srgb}, wide_to_srgb},
    {{&gamma22, &gamma22, &gamma22}, {&gamma18, &gamma18, &gamma18}, wide_to_srgb},
    {{&sampled, &sampled, &sampled}, {&srgb, &srgb, &srgb}, to_p3},
    {{&gamma18, &gamma22, &sampled}, {&srgb, &srgb, &srgb}, to_srgb},
    {{&romm, &romm, &romm}, {&srgb, &srgb, &srgb}, wide_to_srgb},
};

unsigned conversion_count(void) { return sizeof conversions / sizeof *conversions; }

static double sampled_value(double x) {
  static const double entries[] = {0, 0.01, 0.05, 0.14, 0.3, 0.55, 0.8, 1};
  const double position = x * 7;
  const int index = position >= 7 ? 6 : (int)position;
  return entries[index] + (entries[index + 1] - entries[index]) * (position - index);
}

/// Writes the values of `count` encoded values (i + shift) / 65535.
static void fill_curve(const curve *curve, double shift, double *values, size_t count) {
  size_t lower = 0;
  for (size_t i = 0; i < count; i++) {
    const double x = ((double)i + shift) / 65535;
    values[i] = curve->g == 0 ? sampled_value(x) : x < curve->d ? curve->c * x : curve->a * x + curve->b;
    if (curve->g != 0 && (x < curve->d || values[i] <= 0)) lower = i + 1;
  }
  if (curve->g != 0) raise_to(values + lower, count - lower, curve->g);
}

/// The first index whose encoded value belongs to the upper part of a two-part curve.
static unsigned break_of(const curve *curve, double shift) {
  unsigned index = 0;
  while (curve->d > 0 && (index + shift) / 65535 < curve->d) index++;
  return index;
}

conversion new_conversion(unsigned index, p3_target target) {
  conversion result;
  for (unsigned i = 0; i < 3; i++) {
    const curve *source = conversions[index].source[i], *destination = conversions[index].destination[i];
    const int is_shared_source = i > 0 && source == conversions[index].source[i - 1];
    const int is_shared_destination = i > 0 && destination == conversions[index].destination[i - 1];
    result.decoders[i] = is_shared_source ? result.decoders[i - 1] : p3_decoder_allocate();
    result.encoders[i] = is_shared_destination ? result.encoders[i - 1] : p3_encoder_allocate();
    if (!result.decoders[i] || !result.encoders[i]) exit(2);
    if (!is_shared_source) {
      fill_curve(source, 0, p3_decoder_values(result.decoders[i]), 65536);
      p3_decoder_finish(result.decoders[i], break_of(source, 0), target);
    }
    if (!is_shared_destination) {
      fill_curve(destination, 0.5, p3_encoder_levels(result.encoders[i]), 65535);
      p3_encoder_finish(result.encoders[i], break_of(destination, 0.5), target);
    }
  }
  result.plan = p3_plan_create((const p3_decoder *const *)result.decoders, conversions[index].matrix,
                               (const p3_encoder *const *)result.encoders, target);
  if (!result.plan) exit(2);
  return result;
}

void free_conversion(conversion *conversion) {
  p3_plan_destroy(conversion->plan);
  for (unsigned i = 0; i < 3; i++) {
    if (i == 0 || conversion->decoders[i] != conversion->decoders[i - 1]) p3_decoder_destroy(conversion->decoders[i]);
    if (i == 0 || conversion->encoders[i] != conversion->encoders[i - 1]) p3_encoder_destroy(conversion->encoders[i]);
  }
}
