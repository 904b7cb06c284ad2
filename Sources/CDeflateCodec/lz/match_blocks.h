#ifndef P3Z_MATCH_BLOCKS_H
#define P3Z_MATCH_BLOCKS_H

// Writes literals and matches as deflate blocks with codes of their own.

#include <stddef.h>
#include <stdint.h>

#include "bits/bit_writer.h"

/// Literals of the input, and the match behind them if there is one.
typedef struct p3z_sequence {
  uint32_t literals;
  /// 3 to 258; 0 for no match.
  uint16_t length;
  uint16_t distance_minus_1;
} p3z_sequence;

/// Upper bound of the bytes of any blocks for `count` bytes of input. A literal takes at most 15 bits, a match of three
/// bytes 48; a header takes at most 640 bytes, and each block but the first has 512 sequences.
size_t p3z_match_blocks_bound(size_t count);

/// Writes `count` sequences over the input from `bytes` on as one or more blocks. A new block begins where its own
/// codes save more than its header takes. `is_last` sets BFINAL of the last block. Returns the end of the input.
const uint8_t *p3z_put_match_blocks(
  p3z_bit_writer *writer, const p3z_sequence *sequences, size_t count, const uint8_t *bytes, int is_last);

#endif
