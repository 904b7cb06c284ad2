#include "huffman.h"

#include <string.h>

#include "block_header.h"
#include "little_endian.h"
#include "match_symbols.h"
#include "p3_png_kernels.h"

#define INLINE static inline __attribute__((always_inline))

enum {
  SYMBOLS = DEFLATE_LITERALS,
  BLOCK = 1 << 17,
  LONGEST_STORED = 65535,
};

// MARK: Blocks

/// Bytes that repeat the byte before them: at `start`, `length` of them.
typedef struct run {
  uint32_t start, length;
} run;

/// What a block consists of: literals, and runs between them.
typedef struct block_plan {
  run runs[(BLOCK + BLOCK / 2) / 8];
  size_t run_count;
  uint32_t frequencies[SYMBOLS];
  uint8_t lengths[SYMBOLS];
  block_header header;
} block_plan;

/// How often each byte is a literal: in any of eight tables, as the same counter twice in a row would wait for itself.
typedef uint32_t literal_counts[8][256];

/// The run around eight equal bytes at `i`, which ends no sooner than there: of its literals only the first stays one.
static run take_run(const uint8_t *bytes, size_t count, size_t i, size_t free_from, literal_counts counts) {
  size_t start = i, end = i + 8;
  while (start > free_from && bytes[start - 1] == bytes[i]) start--;
  while (end < count && bytes[end] == bytes[i]) end++;
  counts[0][bytes[i]] -= (uint32_t)(i - start) - 1u;
  return (run){(uint32_t)(start + 1), (uint32_t)(end - start - 1)};
}

/// Finds runs by words of eight equal bytes at every eighth place, so at most one for each: all that have 15 bytes or more
/// and some that have 8. Counts the rest.
static void find_byte_runs(const uint8_t *bytes, size_t count, block_plan *plan, literal_counts counts) {
  size_t i = 0, free_from = 0;
  plan->run_count = 0;
  while (i + 8 <= count) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    if (word == (word << 8 | word >> 56)) {
      const run run = take_run(bytes, count, i, free_from, counts);
      plan->runs[plan->run_count++] = run;
      free_from = run.start + run.length;
      const size_t next = (free_from + 7) & ~(size_t)7;
      for (i = free_from; i < next && i < count; i++) counts[0][bytes[i]]++;
    } else {
      for (unsigned k = 0; k < 8; k++, word >>= 8) counts[k][word & 255]++;
      i += 8;
    }
  }
  for (; i < count; i++) counts[0][bytes[i]]++;
}

/// How much of a run the next match takes: never so much that one or two bytes are left over.
static size_t match_piece(size_t left) {
  if (left <= LONGEST_MATCH) return left;
  return left - LONGEST_MATCH < 3 ? LONGEST_MATCH - 3 : LONGEST_MATCH;
}

/// Two distance codes of one bit: the first is the distance 1 of runs, the second makes the code complete, as zlib's own
/// are.
static const uint8_t run_distance_lengths[2] = {1, 1};

static void plan_block(const uint8_t *bytes, size_t count, block_plan *plan) {
  literal_counts counts = {0};
  find_byte_runs(bytes, count, plan, counts);
  memset(plan->frequencies, 0, sizeof plan->frequencies);
  for (size_t i = 0; i < plan->run_count; i++) {
    for (size_t left = plan->runs[i].length; left > 0; left -= match_piece(left)) {
      plan->frequencies[END_OF_BLOCK + 1 + p3png_length_index(match_piece(left))]++;
    }
  }
  for (unsigned value = 0; value < 256; value++) {
    for (unsigned k = 0; k < 8; k++) plan->frequencies[value] += counts[k][value];
  }
  plan->frequencies[END_OF_BLOCK] = 1;
  p3png_huffman_lengths(plan->frequencies, SYMBOLS, 15, plan->lengths);
  p3png_plan_header(plan->lengths, SYMBOLS, run_distance_lengths, 2, &plan->header);
  for (unsigned symbol = 0; symbol < SYMBOLS; symbol++) {
    // A length's symbol is followed by its extra bits and the one bit of the distance.
    unsigned more = symbol > END_OF_BLOCK ? p3png_length_extras[symbol - END_OF_BLOCK - 1] + 1u : 0;
    plan->header.bits += (uint64_t)plan->frequencies[symbol] * (plan->lengths[symbol] + more);
  }
}

/// Writes out whole bytes.
INLINE void flush_bits(uint8_t **out, uint64_t *bits, uint64_t *held) {
  store64(*out, *bits);
  *out += *held >> 3;
  *bits >>= *held & 56;
  *held &= 7;
}

/// Entries hold the code above its length. Shifts look at the low 6 bits of a sum of entries, where the lengths are.
INLINE void put_entries(
  bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  uint64_t bits = writer->bits, held = writer->count;
  uint8_t *out = writer->out;
  size_t i = 0;
  // Up to 7 bits are held: four codes add at most 56, or three at most 45.
  for (; longest <= 14 && i + 4 <= count; i += 4) {
    const uint64_t a = entries[bytes[i]], b = entries[bytes[i + 1]];
    const uint64_t c = entries[bytes[i + 2]], d = entries[bytes[i + 3]];
    const uint64_t ab = a >> 8 | b >> 8 << (a & 63), cd = c >> 8 | d >> 8 << (c & 63);
    bits |= (ab | cd << (a + b & 63)) << held;
    held += a + b + c + d & 63;
    flush_bits(&out, &bits, &held);
  }
  for (; i + 3 <= count; i += 3) {
    for (size_t k = 0; k < 3; k++) {
      const uint64_t entry = entries[bytes[i + k]];
      bits |= entry >> 8 << held;
      held += entry & 63;
    }
    flush_bits(&out, &bits, &held);
  }
  *writer = (bit_writer){.out = out, .bits = bits, .count = (unsigned)held};
  for (; i < count; i++) put_bits(writer, entries[bytes[i]] >> 8, entries[bytes[i]] & 255);
}

static void put_entries_plain(
  bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  put_entries(writer, bytes, count, entries, longest);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static void put_entries_bmi2(
  bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  put_entries(writer, bytes, count, entries, longest);
}
#endif

/// The codes of a block's literals, and what runs their loop.
typedef struct literal_coder {
  uint32_t entries[256];
  unsigned longest;
  void (*put)(bit_writer *, const uint8_t *, size_t, const uint32_t *, unsigned);
} literal_coder;

static literal_coder make_coder(const uint16_t *codes, const uint8_t *lengths) {
  literal_coder coder = {.put = put_entries_plain};
#if defined(__x86_64__)
  if (p3_png_uses_bmi2()) coder.put = put_entries_bmi2;
#endif
  for (unsigned value = 0; value < 256; value++) {
    coder.entries[value] = (uint32_t)codes[value] << 8 | lengths[value];
    if (lengths[value] > coder.longest) coder.longest = lengths[value];
  }
  return coder;
}

static void put_literals(bit_writer *writer, const uint8_t *bytes, size_t count, const literal_coder *coder) {
  coder->put(writer, bytes, count, coder->entries, coder->longest);
}

static void put_stored(bit_writer *writer, const uint8_t *bytes, size_t count, int is_last) {
  do {
    size_t piece = count < LONGEST_STORED ? count : LONGEST_STORED;
    put_bits(writer, is_last && piece == count, 3);
    if (writer->count) put_bits(writer, 0, 8 - writer->count);
    put_bits(writer, piece | (uint64_t)(uint16_t)~piece << 16, 32);
    memcpy(writer->out, bytes, piece);
    writer->out += piece;
    bytes += piece;
    count -= piece;
  } while (count > 0);
}

static void put_run(bit_writer *writer, size_t left, const uint16_t *codes, const uint8_t *lengths) {
  while (left > 0) {
    size_t piece = match_piece(left);
    unsigned index = p3png_length_index(piece), symbol = END_OF_BLOCK + 1 + index;
    put_bits(writer, codes[symbol], lengths[symbol]);
    put_bits(writer, piece - p3png_length_bases[index], p3png_length_extras[index]);
    put_bits(writer, 0, 1);
    left -= piece;
  }
}

/// Bits of a stored block for `count` bytes, or several, from any bit on.
static uint64_t stored_bits(size_t count) { return ((uint64_t)count + 5 * (count / LONGEST_STORED + 1)) * 8; }

static void put_block(bit_writer *writer, block_plan *plan, const uint8_t *bytes, size_t count, int is_last) {
  uint16_t codes[SYMBOLS];
  plan_block(bytes, count, plan);
  if (plan->header.bits >= stored_bits(count)) {
    put_stored(writer, bytes, count, is_last);
    return;
  }
  p3png_assign_codes(plan->lengths, SYMBOLS, codes);
  const literal_coder coder = make_coder(codes, plan->lengths);
  p3png_put_header(writer, &plan->header, is_last);
  size_t from = 0;
  for (size_t i = 0; i < plan->run_count; i++) {
    put_literals(writer, bytes + from, plan->runs[i].start - from, &coder);
    put_run(writer, plan->runs[i].length, codes, plan->lengths);
    from = plan->runs[i].start + plan->runs[i].length;
  }
  put_literals(writer, bytes + from, count - from, &coder);
  put_bits(writer, codes[END_OF_BLOCK], plan->lengths[END_OF_BLOCK]);
}

size_t p3png_huffman_bound(size_t count) {
  return count + 5 * (count / LONGEST_STORED + 1) + 512 * (count / BLOCK + 1) + 32;
}

void p3png_put_sync(bit_writer *writer) {
  put_bits(writer, 0, 3);
  if (writer->count) put_bits(writer, 0, 8 - writer->count);
  put_bits(writer, 0xffff0000, 32);
}

/// No short rest: it would pay for a header of its own.
static size_t block_size(size_t left) { return left < BLOCK + BLOCK / 2 ? left : BLOCK; }

size_t p3png_huffman_size(const uint8_t *bytes, size_t count) {
  block_plan plan;
  uint64_t bits = 0;
  while (count > 0) {
    const size_t piece = block_size(count);
    plan_block(bytes, piece, &plan);
    const uint64_t stored = stored_bits(piece);
    bits += plan.header.bits < stored ? plan.header.bits : stored;
    bytes += piece;
    count -= piece;
  }
  return (size_t)((bits + 7) / 8);
}

uint8_t *p3png_huffman_deflate(const uint8_t *bytes, size_t count, int is_last, uint8_t *out) {
  bit_writer writer = {.out = out};
  block_plan plan;
  while (count > 0) {
    const size_t piece = block_size(count);
    put_block(&writer, &plan, bytes, piece, is_last && piece == count);
    bytes += piece;
    count -= piece;
  }
  if (!is_last) {
    p3png_put_sync(&writer);
  } else if (writer.count) {
    put_bits(&writer, 0, 8 - writer.count);
  }
  return writer.out;
}
