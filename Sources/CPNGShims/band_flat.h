#ifndef P3_BAND_FLAT_H
#define P3_BAND_FLAT_H

// Bands of flat pictures, such as interfaces and icons, by a coder of their own.

#include "band_choice.h"

enum {
  /// Bands of so many bytes cost little even at libdeflate's slowest level, which then is the smallest.
  TINY_BAND = 34 << 10,
};

/// After `try_runs`: whether the band is flat and its compression `balanced`.
bool is_flat_band(const trials *trials);

/// Compresses the band with the filters that are best on a sample. False when out of memory. Leaves the CRC to the
/// caller.
bool encode_flat(trials *trials, p3png_band *result);

#endif
