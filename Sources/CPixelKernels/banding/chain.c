#include "banding/chain.h"

/// A chain of fewer steps is an edge or two that were drawn on purpose, not a quantised ramp.
enum { LEAST_STEPS = 3 };

void p3_band_report(const p3_band_line *line, const p3_band_growing_chain *growing, int32_t start, int32_t end) {
  if (growing->steps < LEAST_STEPS) return;
  const int32_t scale = line->scale;
  p3_band_chain chain = {.line = line->line * scale,
                         .start = growing->start * scale,
                         .end = end * scale,
                         .first_end = growing->first_end * scale,
                         .last_start = start * scale,
                         .steps = growing->steps,
                         .step_sum = growing->step_sum,
                         .least_step = growing->least,
                         .most_step = growing->most,
                         .channel = line->channel,
                         .direction = line->direction,
                         .scale = line->scale,
                         .tolerance = line->tolerance};
  memcpy(chain.color, growing->color, sizeof chain.color);
  memcpy(chain.color_before, growing->color_before, sizeof chain.color_before);
  line->callback.call(line->callback.context, &chain);
}
