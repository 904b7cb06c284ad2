#ifndef P3PNG_READER_ROWS_H
#define P3PNG_READER_ROWS_H

// Rows: inflate → undo the filter → native samples, a row at a time in cache.

#include "reader_state.h"

/// Allocates memory for rows, whose sizes are checked already.
bool p3png_rows_start(p3png_reader *reader, p3png_status *status);
/// Begins a sequence of rows of `columns` pixels; the first has no row above it.
void p3png_rows_begin(p3png_reader *reader, uint32_t columns);
bool p3png_rows_read(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status);
/// Reads the passes of an interlaced image into `image`.
bool p3png_rows_interlaced(p3png_reader *reader, p3png_status *status);

/// Bytes that IHDR promises in the decoded zlib stream, filter types included.
uint64_t p3png_promised_bytes(const p3png_header *header);

#endif
