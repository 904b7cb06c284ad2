#ifndef P3_BANDING_LEVELS_H
#define P3_BANDING_LEVELS_H

// Tolerant staircases in box averages of 2×2 and 4×4 pixels: bands that were blurred, resized, compressed or lightly
// dithered after they were made. Averaging removes most of the noise, a tolerance the rest.

#include "banding/chain.h"
#include "banding/image.h"

#define P3_BAND_LEVELS 2

/// One box-averaged size of the image.
typedef struct {
  /// Pixels of the image along a box's side; boxes in a row; rows of boxes scanned so far.
  int32_t scale, width, rows;
  /// Samples in a row of averages.
  size_t samples;
  /// The row before the group, then the group's rows, which are scanned together.
  uint16_t *group[1 + P3_BAND_GROUP];
  /// The columns' plateaus: by vector of samples, then tolerance.
  p3_band_open *open;
  /// The columns' chains: by tolerance, then sample.
  p3_band_growing_chain *chains[P3_BAND_TOLERANCES];
} p3_band_level;

typedef struct {
  const p3_band_image *image;
  /// The callback of the current call.
  p3_band_callback callback;
  p3_band_level level[P3_BAND_LEVELS];
  p3_band_closing *closings;
} p3_band_levels;

/// Returns 0 when out of memory; `p3_band_levels_free` must be called then, too.
int p3_band_levels_create(p3_band_levels *levels, const p3_band_image *image);
void p3_band_levels_free(p3_band_levels *levels);

/// Adds the full-size rows `y` − 1 and `y`, where `y` is odd.
void p3_band_levels_take(p3_band_levels *levels, int32_t y, const uint16_t *upper, const uint16_t *lower);
/// Ends all lines after the last row.
void p3_band_levels_finish(p3_band_levels *levels);

#endif
