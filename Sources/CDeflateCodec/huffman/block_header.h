#ifndef P3Z_BLOCK_HEADER_H
#define P3Z_BLOCK_HEADER_H

// Headers of deflate's dynamic blocks (RFC 1951, 3.2.7).

#include "bits/bit_writer.h"
#include "bits/deflate_symbols.h"

/// Code lengths as the header sends them: lengths, and symbols that repeat one.
typedef struct p3z_length_symbols {
  uint8_t symbols[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS], extras[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS];
  unsigned count;
} p3z_length_symbols;

typedef struct p3z_block_header {
  p3z_length_symbols lengths;
  /// The lengths of the code of `lengths`, and how many of them are sent.
  uint8_t length_code[P3Z_LENGTH_SYMBOLS];
  unsigned sent;
  /// How many literal and length codes there are, and how many distance codes.
  unsigned literals, distances;
  /// Bits of the header itself.
  uint64_t bits;
} p3z_block_header;

/// The header of a block with the first `literals` literal and length codes and the first `distances` distance codes.
void p3z_plan_header(
  const uint8_t *literal_lengths, unsigned literals, const uint8_t *distance_lengths, unsigned distances,
  p3z_block_header *header);

void p3z_put_header(p3z_bit_writer *writer, const p3z_block_header *header, int is_last);

#endif
