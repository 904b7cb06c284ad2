#ifndef P3Z_INFLATER_H
#define P3Z_INFLATER_H

// What the rest of the codec needs of the decoder, beside deflate_codec.h.

#include "deflate_codec.h"

/// Bits of a deflate stream: where its last block begins, and where it ends.
typedef struct p3z_block_position {
  uint64_t start, end;
} p3z_block_position;

/// Decodes a deflate stream without zlib's header and Adler-32 to its end, since the last block is found in no other
/// way. False when it is damaged or memory is short.
bool p3z_find_last_block(const uint8_t *stream, size_t count, p3z_block_position *position);

#endif
