#ifndef P3Z_INFLATE_SYMBOLS_H
#define P3Z_INFLATE_SYMBOLS_H

// The symbols of a block with Huffman codes: one at a time with every check on the input, or many at a time.

#include "inflate_state.h"

/// Looks up the next code in a table of `table_bits`. The code and its extra bits are at hand then, but not used yet.
p3z_result p3z_next_entry(p3z_inflater *state, const uint32_t *table, unsigned table_bits, uint32_t *entry);

/// Decodes one symbol, or two literals, with every check on the input.
p3z_result p3z_decode_symbol(p3z_inflater *state);

/// Decodes as many symbols as the window has room for, but none that begins behind `in_limit`, which has P3Z_FAST_INPUT
/// bytes of input after it.
p3z_result p3z_decode_symbols(p3z_inflater *state, const uint8_t *in_limit);

#endif
