#ifndef P3Z_SPECULATIVE_INFLATE_H
#define P3Z_SPECULATIVE_INFLATE_H

// Two positions of one block decoded side by side.

#include "bit_cursor.h"
#include "inflate_state.h"

enum {
  /// Bytes of input that `p3z_inflate_ahead` can use.
  P3Z_AHEAD_INPUT = 2 * P3Z_MOST_GAP + 2 * P3Z_FAST_INPUT,
};

/// How many bytes further on `p3z_inflate_ahead` should begin; 0 where it cannot help.
size_t p3z_best_gap(const p3z_inflater *state);

/// Decodes from where the input stands and, at the same time, from `gap` bytes further on: about twice `gap` bytes of
/// input in one go. What the window has no room for stays pending.
p3z_result p3z_inflate_ahead(p3z_inflater *state, size_t gap);

/// Writes pending symbols as far as the window has room.
p3z_result p3z_write_pending(p3z_inflater *state);

#endif
