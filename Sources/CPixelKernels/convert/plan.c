// Makes plans: chooses the kernel, and proves its error bounds.

#include "convert/plan.h"

#include <math.h>

#include "cpu/memory.h"

#pragma STDC FP_CONTRACT OFF

// MARK: Error bounds of a conversion

/// |decoded − exact| ≤ relative·decoded + absolute, of one channel's decoder.
typedef struct {
  double relative, absolute;
} decoding_error;

static double largest_relative(const decoding_error errors[3]) {
  return fmax(errors[0].relative, fmax(errors[1].relative, errors[2].relative));
}

/// Relative rounding of a float operation.
static const double unit = 0x1p-24;

/// Bounds |y − exact y| of row `i` by weight·max(r, g, b) + constant + relative·y, for the row scaled and rounded to
/// float. `relative` is the decoders' bound; with it Σ|m|·v = y + 2·Σ|negative m|·v, so only negative elements weigh
/// much, where bright channels cancel to a dark one. The rounding of the last sum is not included: it is relative to
/// the sum, and part of a segment's error.
static void bound_row(const p3_plan *plan, const decoding_error errors[3], const p3_linear_stage *stage, unsigned i,
                      double scale, int is_fused, double *weight, double *constant) {
  const unsigned middle = i == 0 ? 1 : 0, first = i == 2 ? 1 : 2;
  const double relative = largest_relative(errors);
  double w = 0, c = 0, magnitude = 0;
  for (unsigned j = 0; j < 3; j++) {
    double m = plan->matrix[3 * i + j];
    w += 2 * fmax(0, -m) * relative + fabs(stage->m[i][j] / scale - m);
    c += fabs(m) * errors[j].absolute;
    magnitude += fabs(m);
  }
  // Partial sums in the order of evaluation, in units of y; products round too if nothing is fused.
  double m1 = fabs(plan->matrix[3 * i + first]), m2 = fabs(plan->matrix[3 * i + middle]);
  w += unit * (m1 + (m1 + m2) + (is_fused ? 0 : magnitude));
  c += unit * 2 * stage->offset[i] / scale;
  *weight = w * (1 + 0x1p-10);
  *constant = c * (1 + 0x1p-10);
}

static double largest_linear(const p3_plan *plan) {
  return fmax(plan->decoders[0]->most, fmax(plan->decoders[1]->most, plan->decoders[2]->most));
}

/// The error band of segment `s` in 32 bits: the low half is the error; all bits read as a float are at least the
/// slope.
static uint32_t band_of(const p3_encoding_fit *fit, unsigned s, double relative) {
  double error = fmin(65535, fit->error[s] + fit->slope[s] * relative * (fit->upper[s] + p3_reach_at(fit->upper[s])));
  double limit = 0x1p29 / p3_reach;
  float slope = (float)(fmin(fit->slope[s], limit) * (1 + 0x1p-20));
  uint32_t bits;
  memcpy(&bits, &slope, sizeof bits);
  return ((bits + 0xffff) & 0xffff0000) | (uint32_t)ceil(error);
}

static void set_row(const p3_plan *plan, p3_linear_stage *stage, unsigned i, double scale, float offset, float top) {
  for (unsigned j = 0; j < 3; j++) stage->m[i][j] = (float)(plan->matrix[3 * i + j] * scale);
  stage->offset[i] = offset;
  stage->top[i] = top;
}

/// Sets the stage's error bound. Returns 0 if it exceeds the reach for which the fits were made.
static int bound_stage(const p3_plan *plan, const decoding_error errors[3], const double scales[3],
                       const p3_encoding_fit *const fits[3], int is_fused, p3_linear_stage *stage) {
  const double relative = largest_relative(errors);
  double weights[3], fixed[3], constant = 0;
  for (unsigned i = 0; i < 3; i++) {
    double c;
    bound_row(plan, errors, stage, i, scales[i], is_fused, &weights[i], &c);
    constant = fmax(constant, c);
  }
  stage->constant = (float)constant;
  for (unsigned i = 0; i < 3; i++) {
    fixed[i] = weights[i] * largest_linear(plan) + constant;
    // The 256th part is for the last sum, whose rounding is relative to u, and for y next to an edge instead of at it.
    if (!(fixed[i] <= p3_reach * (1 - 0x1p-8) && relative + unit <= p3_relative_reach)) return 0;
    stage->weight[i] = (float)weights[i];
    double gain = 0;
    for (unsigned j = 0; j < 3; j++) gain += fabs(plan->matrix[3 * i + j]);
    // Out of range only the gain bounds y.
    p3_bound_gamut(stage, i, scales[i], fixed[i] + relative + gain * largest_linear(plan) * (relative + unit) + unit);
  }
  for (unsigned i = 0; i < 3; i++) {
    // Code 0 is certain below zero by more than the error, or at zero if the error does not reach the first level.
    double margin = fixed[i] < plan->encoders[i]->levels[0] / 2 ? 0 : fixed[i] * 1.01 * scales[i];
    stage->black[i] = fits[i]->is_black_at_zero ? (float)(stage->offset[i] - margin) : -INFINITY;
  }
  return 1;
}

// MARK: Kernels

/// The best way to decode the plan's sources if the destination is a polynomial.
static p3_decoding best_decoding(const p3_decoder *const decoders[3]) {
  const p3_decoder *first = decoders[0];
  if (first->is_fitted && decoders[1] == first && decoders[2] == first) return first->fit.kind;
  return P3_DECODING_TABLE;
}

static decoding_error error_of(const p3_decoder *decoder, p3_decoding how) {
  if (how == P3_DECODING_TABLE) return (decoding_error){decoder->relative, decoder->absolute};
  return (decoding_error){decoder->fit.relative, decoder->fit.absolute};
}

static int make_polynomials_behind(p3_plan *plan, p3_decoding decoding) {
  const p3_encoder *encoder = plan->encoders[0];
  plan->decoding = decoding;
  decoding_error errors[3];
  for (unsigned i = 0; i < 3; i++) {
    if (!(plan->decoders[i]->least >= 0)) return 0;
    errors[i] = error_of(plan->decoders[i], plan->decoding);
  }
  p3_polynomials *p = &plan->polynomials;
  const p3_encoding_fit *fit = &encoder->fit;
  const int wide = plan->target == P3_TARGET_AVX512;
  const unsigned count = wide ? 32 : 8;
  const double scale = wide ? fit->scale : 1;
  for (unsigned i = 0; i < 3; i++) {
    if (wide) {
      set_row(plan, &p->stage, i, scale, fit->offset, fit->top);
    } else {
      double root = ((double)fit->top - fit->offset) / fit->scale;
      set_row(plan, &p->stage, i, 1, 0, (float)(root * root));
    }
  }
  p->root_scale = fit->scale;
  p->root_offset = fit->offset;
  if (!bound_stage(plan, errors, (double[]){scale, scale, scale}, (const p3_encoding_fit *[]){fit, fit, fit}, 1,
                   &p->stage)) {
    return 0;
  }
  for (unsigned s = 0; s < count; s++) {
    p->base[s] = fit->base[s];
    for (unsigned i = 1; i <= P3_MAX_DEGREE; i++) p->encode[i][s] = fit->c[i][s];
    p->band[s] = band_of(fit, s, largest_relative(errors));
  }
  return 1;
}

static int make_polynomials(p3_plan *plan) {
  const p3_encoder *encoder = plan->encoders[0];
  if (!p3_has_polynomials(plan->target) || !encoder->is_fitted) return 0;
  if (plan->encoders[1] != encoder || plan->encoders[2] != encoder) return 0;
  const p3_decoding best = best_decoding(plan->decoders);
  // Decoding by table errs least. With the matrices of very wide spaces, such as ProPhoto RGB, only its errors may be
  // small enough.
  return make_polynomials_behind(plan, best) ||
         (best != P3_DECODING_TABLE && make_polynomials_behind(plan, P3_DECODING_TABLE));
}

static int make_tables(p3_plan *plan) {
  if (plan->target == P3_TARGET_SCALAR) return 0;
  plan->decoding = P3_DECODING_TABLE;
  p3_tables *tables = &plan->tables;
  decoding_error errors[3];
  double scales[3];
  const p3_encoding_fit *fits[3];
  for (unsigned i = 0; i < 3; i++) {
    fits[i] = p3_encoder_table(plan->encoders[i]);
    if (!fits[i] || !(plan->decoders[i]->least >= 0)) return 0;
    errors[i] = error_of(plan->decoders[i], P3_DECODING_TABLE);
    scales[i] = fits[i]->scale;
    set_row(plan, &tables->stage, i, scales[i], fits[i]->offset, fits[i]->top);
  }
  if (!bound_stage(plan, errors, scales, fits, 0, &tables->stage)) return 0;
  for (unsigned i = 0; i < 3; i++) {
    uint32_t bits;
    memcpy(&bits, &fits[i]->offset, sizeof bits);
    tables->first[i] = bits >> p3_table_shape.shift;
    tables->shared[i] = i;
    for (unsigned j = i; j > 0; j--) {
      if (plan->encoders[j - 1] == plan->encoders[i]) tables->shared[i] = j - 1;
    }
    if (tables->shared[i] != i) continue;
    for (uint32_t cell = 0; cell < p3_table_shape.count; cell++) {
      unsigned s = (tables->first[i] + cell) % p3_table_shape.count;
      uint32_t band = band_of(fits[i], s, largest_relative(errors));
      tables->cells[i][cell] = (p3_cell){fits[i]->base[s], fits[i]->c[1][s], fits[i]->c[2][s], band};
    }
  }
  return 1;
}

p3_plan *p3_plan_create(const p3_decoder *const decoders[3], const double matrix[9],
                        const p3_encoder *const encoders[3], p3_target target) {
  p3_plan *plan = p3_allocated(sizeof *plan);
  if (!plan) return NULL;
  for (unsigned channel = 0; channel < 3; channel++) {
    plan->decoders[channel] = decoders[channel];
    plan->encoders[channel] = encoders[channel];
  }
  memcpy(plan->matrix, matrix, sizeof plan->matrix);
  plan->target = target;
  plan->kernel = make_polynomials(plan) ? P3_KERNEL_POLYNOMIALS
                 : make_tables(plan)    ? P3_KERNEL_TABLES
                                        : P3_KERNEL_EXACT;
  return plan;
}

void p3_plan_destroy(p3_plan *plan) { free(plan); }

int p3_plan_is_closed(const p3_plan *plan) {
  for (unsigned i = 0; i < 3; i++) {
    double least = 0, most = 0;
    for (unsigned j = 0; j < 3; j++) {
      const double m = plan->matrix[3 * i + j], a = m * plan->decoders[j]->least, b = m * plan->decoders[j]->most;
      least += fmin(a, b);
      most += fmax(a, b);
    }
    if (!(least > -1e-12 && most < 1 + 1e-12)) return 0;
  }
  return 1;
}

const char *p3_plan_kernel(const p3_plan *plan) {
  switch (plan->kernel) {
    case P3_KERNEL_POLYNOMIALS: return plan->decoding == P3_DECODING_TABLE ? "table and polynomials" : "polynomials";
    case P3_KERNEL_TABLES: return "tables";
    case P3_KERNEL_EXACT: return "exact";
  }
  return "exact";
}
