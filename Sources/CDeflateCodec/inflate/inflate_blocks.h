#ifndef P3Z_INFLATE_BLOCKS_H
#define P3Z_INFLATE_BLOCKS_H

// Decodes a zlib stream from header to trailer, step by step.

#include "inflate_state.h"

/// Extends the Adler-32 to the bytes decoded since the last call.
void p3z_update_adler(p3z_inflater *state);

/// Decodes the next header, or as much of a block as the window has room for. P3Z_DONE after the end.
p3z_result p3z_inflate_step(p3z_inflater *state);

#endif
