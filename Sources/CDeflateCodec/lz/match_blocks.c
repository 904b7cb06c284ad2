#include "match_blocks.h"

#include <stdbool.h>
#include <string.h>

#include "bits/deflate_symbols.h"
#include "huffman/block_header.h"
#include "huffman/huffman_codes.h"
#include "huffman/literal_coder.h"

enum {
  /// Sequences between positions where a block may end. Neither this nor the cost of headers below was measured; both
  /// affect only where blocks are divided.
  SPLIT_SEQUENCES = 512,
  /// Fraction bits of fixed-point logarithms.
  FRACTION_BITS = 6,
  /// The approximate cost of a header: 60 bits, and 4.5 for each symbol in use.
  HEADER_BITS = 60 << FRACTION_BITS,
  SYMBOL_BITS = 9 << (FRACTION_BITS - 1),
  /// From this many literals in a row on, several are written per step.
  LONG_LITERALS = 12,
};

/// How often each symbol occurs.
typedef struct symbol_counts {
  uint32_t literals[P3Z_LITERAL_SYMBOLS], distances[P3Z_DISTANCE_SYMBOLS];
} symbol_counts;

size_t p3z_match_blocks_bound(size_t count) { return 3 * count + 2048; }

// MARK: Splitting

/// The binary logarithm in fixed point, by repeated squaring: the same on every machine.
static uint64_t fixed_log2(uint32_t value) {
  unsigned top = 31 - (unsigned)__builtin_clz(value);
  uint64_t result = top, rest = (uint64_t)value << (31 - top);
  for (int i = 0; i < FRACTION_BITS; i++) {
    rest = rest * rest >> 31;
    uint64_t bit = rest >> 32;
    result = result << 1 | bit;
    rest >>= bit;
  }
  return result;
}

/// The entropy of `counts` and the cost of their codes in a header, in fixed-point bits.
static uint64_t entropy(const uint32_t *counts, unsigned count) {
  uint32_t total = 0;
  uint64_t sum = 0;
  for (unsigned i = 0; i < count; i++) {
    if (!counts[i]) continue;
    total += counts[i];
    sum += counts[i] * fixed_log2(counts[i]);
  }
  uint64_t bits = total ? total * fixed_log2(total) : 0, header = 0;
  for (unsigned i = 0; i < count; i++) header += counts[i] ? SYMBOL_BITS : 0;
  return (bits > sum ? bits - sum : 0) + header;
}

static uint64_t block_cost(const symbol_counts *counts) {
  return HEADER_BITS + entropy(counts->literals, P3Z_LITERAL_SYMBOLS) + entropy(counts->distances, P3Z_DISTANCE_SYMBOLS);
}

/// Counts the symbols of `count` sequences; returns the end of their input.
static const uint8_t *count_symbols(
  const p3z_sequence *sequences, size_t count, const uint8_t *bytes, symbol_counts *counts) {
  memset(counts, 0, sizeof *counts);
  for (size_t i = 0; i < count; i++) {
    for (uint32_t left = sequences[i].literals; left > 0; left--) counts->literals[*bytes++]++;
    if (!sequences[i].length) continue;
    counts->literals[P3Z_END_OF_BLOCK + 1 + p3z_length_index(sequences[i].length)]++;
    counts->distances[p3z_distance_symbol(sequences[i].distance_minus_1)]++;
    bytes += sequences[i].length;
  }
  return bytes;
}

static void add_counts(symbol_counts *counts, const symbol_counts *more) {
  for (unsigned i = 0; i < P3Z_LITERAL_SYMBOLS; i++) counts->literals[i] += more->literals[i];
  for (unsigned i = 0; i < P3Z_DISTANCE_SYMBOLS; i++) counts->distances[i] += more->distances[i];
}

// MARK: Writing

typedef struct block_codes {
  uint8_t literal_lengths[P3Z_LITERAL_SYMBOLS], distance_lengths[P3Z_DISTANCE_SYMBOLS];
  uint16_t literals[P3Z_LITERAL_SYMBOLS], distances[P3Z_DISTANCE_SYMBOLS];
} block_codes;

static unsigned without_zeros(const uint8_t *lengths, unsigned count, unsigned least) {
  while (count > least && lengths[count - 1] == 0) count--;
  return count;
}

/// Writes the header and fills `codes`.
static void put_codes(p3z_bit_writer *writer, const symbol_counts *counts, int is_last, block_codes *codes) {
  p3z_block_header header;
  p3z_huffman_lengths(counts->literals, P3Z_LITERAL_SYMBOLS, P3Z_LONGEST_CODE, codes->literal_lengths);
  p3z_huffman_lengths(counts->distances, P3Z_DISTANCE_SYMBOLS, P3Z_LONGEST_CODE, codes->distance_lengths);
  p3z_assign_codes(codes->literal_lengths, P3Z_LITERAL_SYMBOLS, codes->literals);
  p3z_assign_codes(codes->distance_lengths, P3Z_DISTANCE_SYMBOLS, codes->distances);
  p3z_plan_header(
    codes->literal_lengths, without_zeros(codes->literal_lengths, P3Z_LITERAL_SYMBOLS, P3Z_END_OF_BLOCK + 1),
    codes->distance_lengths, without_zeros(codes->distance_lengths, P3Z_DISTANCE_SYMBOLS, 1), &header);
  p3z_put_header(writer, &header, is_last);
}

static void put_match(p3z_bit_writer *writer, const p3z_sequence *match, const block_codes *codes) {
  unsigned index = p3z_length_index(match->length), symbol = P3Z_END_OF_BLOCK + 1 + index;
  p3z_put_bits(writer, codes->literals[symbol], codes->literal_lengths[symbol]);
  p3z_put_bits(writer, (uint64_t)(match->length - p3z_length_bases[index]), p3z_length_extras[index]);
  unsigned distance = p3z_distance_symbol(match->distance_minus_1), extra = p3z_distance_extra(distance);
  p3z_put_bits(writer, codes->distances[distance], codes->distance_lengths[distance]);
  p3z_put_bits(writer, match->distance_minus_1 & ((1u << extra) - 1), extra);
}

/// Writes `count` literals; returns their end. Overwrites up to 8 bytes behind them.
static const uint8_t *put_literals(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const block_codes *codes,
  const p3z_literal_coder *long_coder) {
  if (count >= LONG_LITERALS) {
    p3z_put_literal_bytes(writer, bytes, count, long_coder);
    return bytes + count;
  }
  for (const uint8_t *end = bytes + count; bytes < end; bytes++) {
    p3z_put_bits(writer, codes->literals[*bytes], codes->literal_lengths[*bytes]);
  }
  return bytes;
}

static const uint8_t *put_block(
  p3z_bit_writer *writer, symbol_counts *counts, const p3z_sequence *sequences, size_t count, const uint8_t *bytes,
  int is_last) {
  block_codes codes;
  counts->literals[P3Z_END_OF_BLOCK] = 1;
  put_codes(writer, counts, is_last, &codes);
  const p3z_literal_coder long_coder = p3z_make_literal_coder(codes.literals, codes.literal_lengths);
  for (size_t i = 0; i < count; i++) {
    bytes = put_literals(writer, bytes, sequences[i].literals, &codes, &long_coder);
    if (sequences[i].length) put_match(writer, &sequences[i], &codes);
    bytes += sequences[i].length;
  }
  p3z_put_bits(writer, codes.literals[P3Z_END_OF_BLOCK], codes.literal_lengths[P3Z_END_OF_BLOCK]);
  return bytes;
}

const uint8_t *p3z_put_match_blocks(
  p3z_bit_writer *writer, const p3z_sequence *sequences, size_t count, const uint8_t *bytes, int is_last) {
  symbol_counts block, next, both;
  const uint8_t *block_bytes = bytes;
  size_t start = 0;
  uint64_t cost = 0;
  for (size_t i = 0, size; i < count; i += size) {
    // The last block is not short, as it would need a header of its own.
    size = count - i < SPLIT_SEQUENCES + SPLIT_SEQUENCES / 2 ? count - i : SPLIT_SEQUENCES;
    bytes = count_symbols(sequences + i, size, bytes, &next);
    uint64_t next_cost = block_cost(&next);
    if (i == 0) {
      block = next;
      cost = next_cost;
      continue;
    }
    both = block;
    add_counts(&both, &next);
    uint64_t both_cost = block_cost(&both);
    bool is_split = both_cost > cost + next_cost;
    if (is_split) {
      block_bytes = put_block(writer, &block, sequences + start, i - start, block_bytes, 0);
      start = i;
    }
    block = is_split ? next : both;
    cost = is_split ? next_cost : both_cost;
  }
  return put_block(writer, &block, sequences + start, count - start, block_bytes, is_last);
}
