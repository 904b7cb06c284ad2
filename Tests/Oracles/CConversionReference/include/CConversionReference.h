#ifndef P3_CONVERSION_REFERENCE_H
#define P3_CONVERSION_REFERENCE_H

// An independent check of conversions, in C so that it is quick in debug builds: test values, and a comparison with the
// definition that shares nothing with the kernels.

#include <stddef.h>
#include <stdint.h>

/// Fills `count` samples from a SplitMix64 generator: by turns uniform, dark, near the ends, near grey, and
/// ramps, 1024 samples each; `channels` 3 or 4 says where a pixel starts.
void p3_fill_test_pixels(uint16_t *samples, size_t count, unsigned channels, uint64_t *state);

/// The tables of the definition: 65,536 linear values per source curve, 65,535 decision levels per destination curve.
typedef struct {
  const double *decode[3];
  double matrix[9];
  const double *levels[3];
} p3_definition;

/// How many colour samples of `converted` are not the code of `source` by the definition, plus alphas that changed.
/// Each code c is checked to satisfy levels[c − 1] ≤ y < levels[c]: no search, no table of the kernels.
size_t p3_count_differences(const p3_definition *definition, const uint16_t *source, const uint16_t *converted,
                            size_t pixels, unsigned channels);

#endif
