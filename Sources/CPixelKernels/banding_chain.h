#ifndef P3_BANDING_CHAIN_H
#define P3_BANDING_CHAIN_H

// The staircase tracker shared by the exact and the tolerant scanners: plateaus in, chains out.

#include "p3_banding_kernels.h"

#include <string.h>

/// Fewer steps than this are a deliberate edge or two, not a quantised ramp.
#define P3_BAND_LEAST_STEPS 3

/// 13 codes of 8 bits. Five bits make steps of 8; larger ones are drawn on purpose.
#define P3_BAND_MOST_STEP 3400

typedef struct {
  int32_t chain_start;   // where the chain's first plateau starts
  int32_t first_end;     // and ends
  int32_t last_start;    // where its last plateau starts
  int32_t plateau_end;   // where its last plateau ends
  int32_t last_step;     // signed, codes
  int32_t step_sum;      // absolute, codes
  int32_t least, most;   // absolute, codes: the smallest and the largest step
  uint16_t steps;
  uint16_t value;        // of the last plateau
  uint16_t colour[4];    // where the last plateau ends, all channels
  uint16_t before[4];    // the same of the plateau before
} p3_band_stair;

/// A finished plateau.
typedef struct {
  int32_t start, end;
  uint16_t value;
  uint16_t colour[4];
} p3_band_plateau;

/// How plateaus are joined to a chain.
typedef struct {
  int32_t most_gap;    // samples between two plateaus of one chain
  int32_t same_level;  // a plateau within this of the last one continues it
  int32_t least_step;  // steps between the two are of no use: they end the chain
} p3_band_joining;

static inline p3_band_stair p3_band_no_stair(void) {
  return (p3_band_stair){.plateau_end = INT32_MIN / 2};
}

/// Steps of one ramp: one sign, sizes within a factor of 2 (quantising a slow curve gives n and n + 1 codes,
/// and 1 and 2 in the worst case).
static inline int p3_band_similar(int32_t a, int32_t b) {
  if ((a < 0) != (b < 0)) return 0;
  const int32_t size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;
  const int32_t small = size_a < size_b ? size_a : size_b, large = size_a < size_b ? size_b : size_a;
  return large * 9 <= small * 20;
}

/// Forgets the chain and starts a new one with `plateau`.
static inline int p3_band_start_over(p3_band_stair *stair, const p3_band_plateau *plateau, p3_band_stair *done) {
  *done = *stair;
  *stair = (p3_band_stair){
      .chain_start = plateau->start, .first_end = plateau->end, .last_start = plateau->start,
      .plateau_end = plateau->end, .value = plateau->value};
  memcpy(stair->colour, plateau->colour, sizeof stair->colour);
  return done->steps >= P3_BAND_LEAST_STEPS;
}

/// Takes the next plateau of a line. Returns 1 when that ends a chain worth reporting, which is then in
/// `done`.
static inline int p3_band_take_plateau(
    p3_band_stair *stair, const p3_band_joining *joining, const p3_band_plateau *plateau, p3_band_stair *done) {
  if (plateau->start - stair->plateau_end > joining->most_gap) return p3_band_start_over(stair, plateau, done);
  const int32_t step = (int32_t)plateau->value - stair->value;
  const int32_t size = step < 0 ? -step : step;
  if (size <= joining->same_level) {
    stair->plateau_end = plateau->end;
    if (stair->steps == 0) stair->first_end = plateau->end;
    return 0;
  }
  if (size < joining->least_step || size > P3_BAND_MOST_STEP) return p3_band_start_over(stair, plateau, done);
  int ended = 0;
  if (stair->steps > 0 && !p3_band_similar(step, stair->last_step)) {
    *done = *stair;
    ended = done->steps >= P3_BAND_LEAST_STEPS;
    stair->chain_start = stair->last_start;
    stair->first_end = stair->plateau_end;
    stair->steps = 0;
    stair->step_sum = 0;
  }
  if (stair->steps == 0) stair->least = stair->most = size;
  if (size < stair->least) stair->least = size;
  if (size > stair->most) stair->most = size;
  if (stair->steps < UINT16_MAX) stair->steps += 1;
  stair->step_sum += size;
  stair->last_step = step;
  stair->last_start = plateau->start;
  stair->plateau_end = plateau->end;
  stair->value = plateau->value;
  memcpy(stair->before, stair->colour, sizeof stair->colour);
  memcpy(stair->colour, plateau->colour, sizeof stair->colour);
  return ended;
}

#endif
