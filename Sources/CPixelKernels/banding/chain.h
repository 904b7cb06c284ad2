#ifndef P3_BANDING_CHAIN_H
#define P3_BANDING_CHAIN_H

// Makes chains of plateaus, for the exact and the tolerant scan alike.

#include "p3_banding_kernels.h"

#include <string.h>

/// A chain that still grows. The start and end of its last plateau are kept with the line, not here: most plateaus of
/// most images make no step and touch no chain.
typedef struct {
  /// Start and end of the first plateau.
  int32_t start, first_end;
  /// The colours of the last plateau and of the one before.
  uint16_t color[4], color_before[4];
  /// Number of steps, 0 while there is no chain, and the last step in codes, signed.
  uint16_t steps;
  int16_t last_step;
  /// The sum of the steps' sizes in codes (at most 65535, as all have one sign), the smallest size and the largest.
  uint16_t step_sum, least, most;
} p3_band_growing_chain;

/// One line of the image, as reported chains name it.
typedef struct {
  p3_band_callback callback;
  int32_t line;
  uint8_t channel, direction, scale, tolerance;
} p3_band_line;

static inline p3_band_line p3_band_line_of(p3_band_callback callback, int32_t line, int direction, int32_t channel) {
  return (p3_band_line){
      .callback = callback, .line = line, .channel = (uint8_t)channel, .direction = (uint8_t)direction, .scale = 1};
}

/// Reports a chain whose last plateau is `start` to `end`, unless it has fewer than three steps.
void p3_band_report(const p3_band_line *line, const p3_band_growing_chain *chain, int32_t start, int32_t end);

/// Whether two steps may belong to one ramp: one sign, and sizes within a factor of 20/9. A quantised slow curve has
/// steps of n and n + 1 codes, 1 and 2 at worst; the rest is for scaled and resampled codes.
static inline int p3_band_similar(int32_t a, int32_t b) {
  if ((a < 0) != (b < 0)) return 0;
  const int32_t size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;
  const int32_t small = size_a < size_b ? size_a : size_b, large = size_a < size_b ? size_b : size_a;
  return large * 9 <= small * 20;
}

/// Adds a step from the last plateau, `start` to `end`, to the next, whose colour is `color`. Where the step is not
/// similar to the chain's last one, that chain is reported and a new one begins.
static inline void p3_band_add_step(const p3_band_line *line, p3_band_growing_chain *chain, int32_t start, int32_t end,
                                    int32_t step, const uint16_t color[4]) {
  const uint16_t size = (uint16_t)(step < 0 ? -step : step);
  if (chain->steps > 0 && !p3_band_similar(step, chain->last_step)) {
    p3_band_report(line, chain, start, end);
    chain->steps = 0;
  }
  if (chain->steps == 0) {
    chain->start = start;
    chain->first_end = end;
    chain->least = chain->most = size;
    chain->step_sum = 0;
  }
  if (size < chain->least) chain->least = size;
  if (size > chain->most) chain->most = size;
  chain->step_sum = (uint16_t)(chain->step_sum + size);
  chain->steps += 1;
  chain->last_step = (int16_t)step;
  memcpy(chain->color_before, chain->color, sizeof chain->color_before);
  memcpy(chain->color, color, sizeof chain->color);
}

/// Ends the chain whose last plateau is `start` to `end`: no step follows.
static inline void p3_band_end_chain(const p3_band_line *line, p3_band_growing_chain *chain, int32_t start,
                                     int32_t end) {
  p3_band_report(line, chain, start, end);
  chain->steps = 0;
}

#endif
