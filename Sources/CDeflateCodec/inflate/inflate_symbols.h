#ifndef P3Z_INFLATE_SYMBOLS_H
#define P3Z_INFLATE_SYMBOLS_H

// Decodes the symbols of a block with Huffman codes: one at a time with every check on the input, or many at a time.

#include "inflate_state.h"

/// Looks up the next code in `table`, an index of `entries`. The bits of the entry are then at hand, but not consumed.
p3z_result p3z_next_entry(p3z_inflater *state, const p3z_entry *entries, p3z_table table, p3z_entry *entry);

/// Decodes one entry (a code, or one or two literals) with every check on the input.
p3z_result p3z_decode_entry(p3z_inflater *state);

/// Decodes as many symbols as the window has room for; none begins behind `in_limit`, which has P3Z_FAST_INPUT bytes of
/// input after it.
p3z_result p3z_decode_symbols(p3z_inflater *state, const uint8_t *in_limit);

#endif
