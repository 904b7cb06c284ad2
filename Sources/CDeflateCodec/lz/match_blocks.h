#ifndef P3Z_MATCH_BLOCKS_H
#define P3Z_MATCH_BLOCKS_H

// Literals and matches as deflate blocks with codes of their own.

#include <stddef.h>
#include <stdint.h>

#include "bits/bit_writer.h"

/// Literals as they stand in the input, and the match behind them, if any.
typedef struct p3z_sequence {
  uint32_t literals;
  /// 3 to 258, or 0 for none.
  uint16_t length;
  uint16_t distance_minus_1;
} p3z_sequence;

/// Upper bound of the bytes of any blocks over `count` bytes of input: a literal takes 15 bits at most, a match of three
/// bytes 48; a block has a header of no more than 640 bytes and 512 sequences, all that follow the first.
size_t p3z_match_blocks_bound(size_t count);

/// Writes `count` sequences over the input that starts at `bytes` as one or more blocks: a new one where its own codes
/// save more than its header takes. `is_last` sets BFINAL of the last. Returns the end of the input.
const uint8_t *p3z_put_match_blocks(
  p3z_bit_writer *writer, const p3z_sequence *sequences, size_t count, const uint8_t *bytes, int is_last);

#endif
