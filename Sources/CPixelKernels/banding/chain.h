#ifndef P3_BANDING_CHAIN_H
#define P3_BANDING_CHAIN_H

// The staircase tracker shared by the exact and the tolerant scanners: plateaus in, chains out.

#include "p3_banding_kernels.h"

#include <string.h>

/// Fewer steps than this are a deliberate edge or two, not a quantised ramp.
#define P3_BAND_LEAST_STEPS 3

/// A chain in the making: its plateaus from the first to the one that ends its last step. Where that one starts and
/// ends is kept with the line: most plateaus of most images make no step, and no such thing is touched.
typedef struct {
  /// Its first plateau.
  int32_t start, first_end;
  /// The colours of the last plateau and the one before.
  uint16_t colour[4], before[4];
  /// Steps, 0 where there is no chain, and the last of them, signed, in codes.
  uint16_t steps;
  int16_t last_step;
  /// Their sizes, in codes: all together (of one sign, so no more than the codes there are), the smallest and the
  /// largest.
  uint16_t step_sum, least, most;
} p3_band_climb;

/// One line of the image, as chains name it.
typedef struct {
  p3_band_taker taker;
  int32_t line;
  uint8_t channel, direction, scale, tolerance;
} p3_band_line;

/// Reports a chain whose last plateau is `start` to `end`, if it has steps enough.
void p3_band_report(const p3_band_line *line, const p3_band_climb *climb, int32_t start, int32_t end);

/// Steps of one ramp: one sign, sizes within a factor of 2 (quantising a slow curve gives n and n + 1 codes,
/// and 1 and 2 in the worst case).
static inline int p3_band_similar(int32_t a, int32_t b) {
  if ((a < 0) != (b < 0)) return 0;
  const int32_t size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;
  const int32_t small = size_a < size_b ? size_a : size_b, large = size_a < size_b ? size_b : size_a;
  return large * 9 <= small * 20;
}

/// Takes a step from the last plateau, `start` to `end`, to the next, whose colour is `colour`. Reports the chain
/// that the last plateau ends if the step is of another kind.
static inline void p3_band_take_step(
    const p3_band_line *line, p3_band_climb *climb, int32_t start, int32_t end, int32_t step,
    const uint16_t colour[4]) {
  const uint16_t size = (uint16_t)(step < 0 ? -step : step);
  if (climb->steps > 0 && !p3_band_similar(step, climb->last_step)) {
    p3_band_report(line, climb, start, end);
    climb->steps = 0;
  }
  if (climb->steps == 0) {
    climb->start = start;
    climb->first_end = end;
    climb->least = climb->most = size;
    climb->step_sum = 0;
  }
  if (size < climb->least) climb->least = size;
  if (size > climb->most) climb->most = size;
  climb->step_sum = (uint16_t)(climb->step_sum + size);
  climb->steps += 1;
  climb->last_step = (int16_t)step;
  memcpy(climb->before, climb->colour, sizeof climb->before);
  memcpy(climb->colour, colour, sizeof climb->colour);
}

/// Ends the chain whose last plateau is `start` to `end`: what follows makes no step with it.
static inline void p3_band_end_chain(const p3_band_line *line, p3_band_climb *climb, int32_t start, int32_t end) {
  p3_band_report(line, climb, start, end);
  climb->steps = 0;
}

#endif
