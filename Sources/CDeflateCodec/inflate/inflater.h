#ifndef P3Z_INFLATER_H
#define P3Z_INFLATER_H

// Functions of the decoder for the rest of the codec, besides deflate_codec.h.

#include "deflate_codec.h"

/// Bits of a deflate stream where the last block begins and ends.
typedef struct p3z_block_position {
  uint64_t start, end;
} p3z_block_position;

/// Finds the last block by decoding a deflate stream (without zlib's header and Adler-32) to its end; there is no other
/// way. False if it is damaged or memory is short.
bool p3z_find_last_block(const uint8_t *stream, size_t count, p3z_block_position *position);

#endif
