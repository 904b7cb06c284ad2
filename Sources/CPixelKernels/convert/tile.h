#ifndef P3_TILE_H
#define P3_TILE_H

// Kernels walk an image in tiles that stay in the L1 cache: decode and matrix over the tile, then what looks at
// unclamped linear values, then encode, then the lanes in doubt.

#include <stddef.h>
#include <stdint.h>

enum { P3_TILE = 256 };

/// One tile in flight.
typedef struct {
  /// The source samples, native, when they cannot be read in place.
  _Alignas(64) uint16_t source[P3_TILE * 4];
  /// The results, when they cannot be written in place.
  _Alignas(64) uint16_t result[P3_TILE * 4];
  /// Unclamped u of each channel, and max(r, g, b).
  _Alignas(64) float planes[4][P3_TILE];
  /// Per channel, a bit for each pixel in doubt.
  _Alignas(64) uint64_t doubts[3][P3_TILE / 64];
} p3_tile;

/// Values of u, per channel, that need no look.
typedef struct {
  float low[3], high[3];
} p3_quiet;

/// A bit for each pixel of a tile: surely out of gamut, too close to tell, perhaps a new extreme.
typedef struct {
  uint64_t below[P3_TILE / 64], above[P3_TILE / 64], unsure[P3_TILE / 64], loud[P3_TILE / 64];
} p3_gamut_bits;

#endif
