#ifndef P3PNG_READER_FAILURE_H
#define P3PNG_READER_FAILURE_H

// Selects the message for damaged image data.

#include <stdbool.h>

#include "reader_state.h"

/// Whether the file ends where a chunk should follow the image data.
bool p3png_lacks_end(const p3png_status *status);
/// Adds the place to a failure in the image data, and its cause if a CRC shows it. Always false.
bool p3png_reader_failure(p3png_reader *reader, p3png_status *status);
/// Sets the failure for `result`.
bool p3png_reader_inflate_failure(p3png_reader *reader, p3z_result result, p3png_status *status);

#endif
