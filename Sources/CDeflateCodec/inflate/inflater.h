#ifndef P3Z_INFLATER_H
#define P3Z_INFLATER_H

// What the rest of the codec needs of the decoder, beside deflate_codec.h.

#include "deflate_codec.h"

/// A decoder with room for `count` bytes. NULL when out of memory.
p3z_inflater *p3z_inflater_allocate(size_t count);
/// Lets a decoder begin a stream, with the first `margin` bytes of its memory left out.
void p3z_inflater_begin(p3z_inflater *inflater, size_t margin, p3z_pull pull, void *context);
/// Bytes of the window of a decoder whose consumer asks for at most `most` bytes at once.
size_t p3z_window_bytes(size_t most);

/// Bits of a deflate stream: where its last block begins, and where it ends.
typedef struct p3z_block_position {
  uint64_t start, end;
} p3z_block_position;

/// Decodes a deflate stream without zlib's header and Adler-32 to its end, since the last block is found in no other
/// way. False when it is damaged or memory is short.
bool p3z_find_last_block(const uint8_t *stream, size_t count, p3z_block_position *position);

#endif
