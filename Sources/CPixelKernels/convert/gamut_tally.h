#ifndef P3_GAMUT_TALLY_H
#define P3_GAMUT_TALLY_H

// Counts what leaves the gamut. Runs between the two halves of a kernel, while values are unclamped.

#include "convert/plan.h"

/// Adds a decoded tile to `tally`; `outside` receives a bit per pixel, set if it is out of gamut. Pixel i counts
/// `times[i]` times, or once if `times` is null.
void p3_tally_tile(const p3_plan *plan, const p3_kernel_functions *kernel, const p3_tile *tile, const uint8_t *source,
                   const uint32_t *times, size_t count, unsigned channels, p3_gamut_tally *tally,
                   uint64_t outside[P3_TILE / 64]);

/// Adds `count` pixels, each computed in double; `outside`, unless null, receives a bit for each.
void p3_tally_exact(const p3_plan *plan, const uint8_t *source, size_t count, unsigned channels, p3_gamut_tally *tally,
                    uint8_t *outside);

#endif
