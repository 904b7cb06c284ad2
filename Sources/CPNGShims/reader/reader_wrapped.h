#ifndef P3PNG_READER_WRAPPED_H
#define P3PNG_READER_WRAPPED_H

// The image data as libpng gets it.

#include "reader_state.h"

/// Writes the next `count` bytes of a file whose image data are stored. False at damage, with `status` filled.
bool p3png_wrapped_read(p3png_reader *reader, uint8_t *into, size_t count, p3png_status *status);

#endif
