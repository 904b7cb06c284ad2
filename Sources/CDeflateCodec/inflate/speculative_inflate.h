#ifndef P3Z_SPECULATIVE_INFLATE_H
#define P3Z_SPECULATIVE_INFLATE_H

// Decodes two positions of one block in parallel.

#include "bit_cursor.h"
#include "inflate_state.h"

enum {
  /// Bytes of input that `p3z_inflate_ahead` can use.
  P3Z_AHEAD_INPUT = 2 * P3Z_MOST_GAP + 2 * P3Z_FAST_INPUT,
};

/// The gap in bytes with which to call `p3z_inflate_ahead`; 0 if it cannot help.
size_t p3z_best_gap(const p3z_inflater *state);

/// Decodes from the current position and, in parallel, from `gap` bytes further on: about twice `gap` bytes of input in
/// one call. Symbols that the window has no room for stay pending.
p3z_result p3z_inflate_ahead(p3z_inflater *state, size_t gap);

/// Writes pending symbols as far as the window has room.
p3z_result p3z_write_pending(p3z_inflater *state);

#endif
