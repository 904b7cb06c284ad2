#ifndef P3_BAND_FLAT_H
#define P3_BAND_FLAT_H

// Bands of flat pictures, such as interfaces and icons, by a coder of their own.

#include "band_choice.h"

/// After `p3png_try_runs`: whether the band is flat, not tiny, and not to be compressed `fast`.
bool p3png_is_flat_band(const trials *trials);

/// Compresses the band with the filters that are best on a sample. False when out of memory. Leaves the CRC to the
/// caller.
bool p3png_encode_flat(trials *trials, p3png_band *result);

#endif
