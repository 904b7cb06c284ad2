#ifndef P3_PLAN_H
#define P3_PLAN_H

// One conversion, as its kernel reads it.

#include "convert/curves.h"
#include "convert/kernels.h"
#include "convert/stage.h"

/// One destination curve as polynomials; the plan's `decoding` is for sources.
typedef struct {
  p3_linear_stage stage;
  _Alignas(64) uint32_t base[32];
  _Alignas(64) float encode[P3_MAX_DEGREE + 1][32];
  /// Per segment: the low half is the error; all bits read as a float are the slope.
  _Alignas(64) uint32_t band[32];
  /// If the encoder takes the root: u = root_offset + root_scale·√y, and the matrix is not scaled.
  float root_scale, root_offset;
} p3_polynomials;

/// A segment of a table kernel: one vector load.
typedef struct {
  uint32_t base;
  float c1, c2;
  uint32_t band;
} p3_cell;

/// What a table kernel reads: any three curves on each side.
typedef struct {
  p3_linear_stage stage;
  /// Which of `cells` each channel uses: equal curves share theirs.
  unsigned shared[3];
  /// The name of each channel's first cell.
  uint32_t first[3];
  _Alignas(64) p3_cell cells[3][P3_MAX_SEGMENTS];
} p3_tables;

struct p3_plan {
  const p3_decoder *decoders[3];
  const p3_encoder *encoders[3];
  double matrix[9];
  p3_target target;
  p3_kernel kernel;
  p3_decoding decoding;
  p3_polynomials polynomials;
  p3_tables tables;
};

/// The linear stage of the plan's kernel.
static inline const p3_linear_stage *p3_stage(const p3_plan *plan) {
  return plan->kernel == P3_KERNEL_POLYNOMIALS ? &plan->polynomials.stage : &plan->tables.stage;
}

#endif
