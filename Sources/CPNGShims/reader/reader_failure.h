#ifndef P3PNG_READER_FAILURE_H
#define P3PNG_READER_FAILURE_H

// What damage to the image data is reported as.

#include <stdbool.h>

#include "reader_state.h"

/// Whether the file ends where a chunk should follow the image data.
bool p3png_lacks_end(const p3png_status *status);
/// Gives a failure in the image data its place, and its cause if a CRC shows it. Always false.
bool p3png_reader_failure(p3png_reader *reader, p3png_status *status);
/// The failure that `result` stands for.
bool p3png_reader_inflate_failure(p3png_reader *reader, p3z_result result, p3png_status *status);

#endif
