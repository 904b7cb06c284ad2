#ifndef P3_MAPPING_TILE_H
#define P3_MAPPING_TILE_H

// The vector steps of a gamut mapping.

#include "p3_gamut_mapping.h"

/// What the definition decided about a colour.
typedef struct {
  /// The packed source colour plus 1; 0 in a free entry.
  uint64_t entry;
  double linear[3];
  uint16_t codes[3];
  uint8_t state;
} p3_decision;

/// Decisions that a tile remembers.
enum { P3_DECISIONS = 64 };

struct p3_mapped_colors {
  size_t count;
  /// Index of the first colour that may be undecided.
  size_t undecided;
  /// The first pixel and the number of pixels of each run.
  uint32_t first[P3_MAPPED_COLORS], pixels[P3_MAPPED_COLORS];
  uint16_t alphas[P3_MAPPED_COLORS];
  uint8_t states[P3_MAPPED_COLORS];
  uint16_t source[P3_MAPPED_COLORS][3];
  /// The destination's codes of colours that move.
  uint16_t codes[P3_MAPPED_COLORS][3];
  /// Linear values of each channel: before mapping (unclamped), and after mapping for colours that move.
  _Alignas(64) double before[3][P3_MAPPED_COLORS];
  _Alignas(64) double after[3][P3_MAPPED_COLORS];
  /// The last decision for each hash: a picture's white recurs in every tile.
  p3_decision decisions[P3_DECISIONS];
};

/// The largest difference of linear values of `P3_MAP_CHROMA` from the definition's: over ten times what trials find.
static const double p3_mapping_error = 1e-12;

/// How the colours of a tile move, in float.
typedef struct {
  /// Linear values of each channel, of colours that stay too.
  float before[3][P3_MAPPED_COLORS], after[3][P3_MAPPED_COLORS];
  /// Whether a colour is out of gamut by more than a tolerance; whether it is out or moves by more.
  uint8_t is_outside[P3_MAPPED_COLORS], counts[P3_MAPPED_COLORS];
} p3_color_moves;

// The steps of each target. Whole vectors are computed, also beyond the last colour.
//
// linearize: `before` from decoded values to the plan's linear ones, in the order of `p3_exact_linear`.
// map_linear: sets the states and `after`.
// find_reach: see `p3_find_reach`.
// scale_mapped: a channel of `after` as float(scale·y + offset).
// compare_mapped: see `p3_color_moves`.
#define P3_MAPPING_TARGET(target)                                                                                   \
  void p3_linearize_##target(const double matrix[9], p3_mapped_colors *colors);                                     \
  void p3_map_linear_##target(const p3_gamut_mapping *mapping, p3_mapped_colors *colors);                           \
  double p3_find_reach_##target(const p3_gamut_mapping *mapping, const p3_mapped_colors *colors, double tolerance); \
  void p3_scale_mapped_##target(const p3_mapped_colors *colors, unsigned row, double scale, double offset,          \
                                float *scaled);                                                                     \
  void p3_compare_mapped_##target(const p3_mapped_colors *colors, double tolerance, p3_color_moves *moves);

P3_MAPPING_TARGET(baseline)
P3_MAPPING_TARGET(avx2)
P3_MAPPING_TARGET(avx512)

#endif
