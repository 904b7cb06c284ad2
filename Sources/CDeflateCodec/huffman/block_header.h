#ifndef P3Z_BLOCK_HEADER_H
#define P3Z_BLOCK_HEADER_H

// Headers of deflate's dynamic blocks (RFC 1951, 3.2.7).

#include "bits/bit_writer.h"
#include "bits/deflate_symbols.h"

/// Code lengths as the header stores them: lengths, and symbols that repeat a length.
typedef struct p3z_length_symbols {
  uint8_t symbols[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS], extras[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS];
  unsigned count;
} p3z_length_symbols;

typedef struct p3z_block_header {
  p3z_length_symbols lengths;
  /// The code lengths of the code for `lengths`, and how many of them are stored.
  uint8_t length_code[P3Z_LENGTH_SYMBOLS];
  unsigned sent;
  /// The number of literal and length codes, and of distance codes.
  unsigned literals, distances;
  /// Bits of the whole header.
  uint64_t bits;
} p3z_block_header;

/// Makes the header of a block with the first `literals` literal and length codes and the first `distances` distance
/// codes.
void p3z_plan_header(
  const uint8_t *literal_lengths, unsigned literals, const uint8_t *distance_lengths, unsigned distances,
  p3z_block_header *header);

void p3z_put_header(p3z_bit_writer *writer, const p3z_block_header *header, int is_last);

#endif
