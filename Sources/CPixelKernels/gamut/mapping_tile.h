#ifndef P3_MAPPING_TILE_H
#define P3_MAPPING_TILE_H

// The steps of a gamut mapping that have vectors.

#include "p3_gamut_mapping.h"

struct p3_mapped_colors {
  size_t count;
  /// The first colour that may be undecided.
  size_t undecided;
  /// First pixel and number of pixels.
  uint32_t first[P3_MAPPED_COLORS], pixels[P3_MAPPED_COLORS];
  uint8_t states[P3_MAPPED_COLORS];
  uint16_t source[P3_MAPPED_COLORS][3];
  /// The destination's codes where the colour moves.
  uint16_t codes[P3_MAPPED_COLORS][3];
  /// Linear values of each channel: unclamped, and, where the colour moves, mapped.
  _Alignas(64) double before[3][P3_MAPPED_COLORS];
  _Alignas(64) double after[3][P3_MAPPED_COLORS];
};

/// The most that mapped linear values may differ from the definition's: over ten times what trials find.
static const double p3_mapping_error = 1e-12;

#define P3_MAPPING_TARGET(target) \
  void p3_map_linear_##target(const p3_gamut_mapping *mapping, p3_mapped_colors *colors);

P3_MAPPING_TARGET(baseline)
P3_MAPPING_TARGET(avx2)
P3_MAPPING_TARGET(avx512)

#endif
