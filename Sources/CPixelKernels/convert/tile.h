#ifndef P3_TILE_H
#define P3_TILE_H

// Kernels convert an image in tiles that stay in the L1 cache: decode and multiply the tile, tally the gamut on the
// unclamped linear values, encode, and last compute the samples in doubt again in double.

#include <stddef.h>
#include <stdint.h>

enum { P3_TILE = 256 };

/// The current tile.
typedef struct {
  /// A native copy of the source samples if they cannot be read in place: their byte order is swapped, they are no
  /// whole step, or the destination is the source.
  _Alignas(64) uint16_t source[P3_TILE * 4];
  /// The results, if they cannot be written in place.
  _Alignas(64) uint16_t result[P3_TILE * 4];
  /// Unclamped u of each channel, and max(r, g, b).
  _Alignas(64) float planes[4][P3_TILE];
  /// Per channel, a bit for each pixel in doubt.
  _Alignas(64) uint64_t doubts[3][P3_TILE / 64];
} p3_tile;

/// Per channel: the range of u in which no value changes the tally.
typedef struct {
  float low[3], high[3];
} p3_quiet;

/// Bits of a tile's pixels in one channel: surely below the gamut, surely above it, too close to its limits for floats
/// to decide, and perhaps a new extreme.
typedef struct {
  uint64_t below[P3_TILE / 64], above[P3_TILE / 64], unsure[P3_TILE / 64], extreme[P3_TILE / 64];
} p3_gamut_bits;

#endif
