#ifndef P3Z_INFLATE_BLOCKS_H
#define P3Z_INFLATE_BLOCKS_H

// A zlib stream from header to trailer, one step after the other.

#include "inflate_state.h"

/// Continues the Adler-32 over what was decoded since the last call.
void p3z_update_adler(p3z_inflater *state);

/// Does one step of what comes next: a header, or as much of a block as the window has room for. P3Z_DONE after the
/// end.
p3z_result p3z_inflate_step(p3z_inflater *state);

#endif
