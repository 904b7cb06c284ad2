#ifndef P3PNG_READER_COLORS_H
#define P3PNG_READER_COLORS_H

// Converts the bytes of a row to native 16-bit samples: palettes become colours, tRNS becomes alpha.

#include "reader_state.h"

/// Prepares `p3png_expand_row` from the PLTE and tRNS that libpng read, and sets the channels.
void p3png_colors_start(p3png_reader *reader);
/// The samples of a row whose filter is undone.
void p3png_expand_row(const p3png_reader *reader, const uint8_t *row, uint16_t *samples);

#endif
