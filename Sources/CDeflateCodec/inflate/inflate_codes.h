#ifndef P3Z_INFLATE_CODES_H
#define P3Z_INFLATE_CODES_H

// Reads the Huffman codes of a block from its header into the decoder's tables.

#include "inflate_state.h"

/// The codes of RFC 1951, 3.2.6.
void p3z_use_fixed_codes(p3z_inflater *state);

/// The codes in a dynamic block's header (RFC 1951, 3.2.7).
p3z_result p3z_read_dynamic_codes(p3z_inflater *state);

#endif
