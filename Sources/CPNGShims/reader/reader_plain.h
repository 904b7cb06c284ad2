#ifndef P3PNG_READER_PLAIN_H
#define P3PNG_READER_PLAIN_H

// Rows of plain images, which libpng would only copy.

#include "reader_state.h"

/// Allocates what a plain image needs.
bool p3png_plain_start(p3png_reader *reader, p3png_status *status);
bool p3png_plain_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status);

#endif
