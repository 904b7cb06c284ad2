#include "block_header.h"

#include <string.h>

#include "huffman_codes.h"

static void add_symbol(p3z_length_symbols *lengths, unsigned symbol, unsigned extra) {
  lengths->symbols[lengths->count] = (uint8_t)symbol;
  lengths->extras[lengths->count++] = (uint8_t)extra;
}

/// Adds `repeats` lengths of 0 with repeat symbols; returns how many are left to be sent one by one.
static unsigned add_zeros(p3z_length_symbols *lengths, unsigned repeats) {
  while (repeats >= 3) {
    const unsigned part = repeats < 138 ? repeats : 138;
    if (part < 11) add_symbol(lengths, 17, part - 3); else add_symbol(lengths, 18, part - 11);
    repeats -= part;
  }
  return repeats;
}

/// Adds `repeats` lengths of `value`, not 0, with repeat symbols; returns how many are left to be sent one by one.
static unsigned add_repeats(p3z_length_symbols *lengths, unsigned value, unsigned repeats) {
  add_symbol(lengths, value, 0);
  repeats--;
  while (repeats >= 3) {
    const unsigned part = repeats < 6 ? repeats : 6;
    add_symbol(lengths, 16, part - 3);
    repeats -= part;
  }
  return repeats;
}

static void find_repeats(const uint8_t *all, unsigned count, p3z_length_symbols *lengths) {
  lengths->count = 0;
  for (unsigned i = 0; i < count;) {
    unsigned repeats = 1;
    const unsigned value = all[i];
    while (i + repeats < count && all[i + repeats] == value) repeats++;
    i += repeats;
    unsigned left = value == 0 ? add_zeros(lengths, repeats) : add_repeats(lengths, value, repeats);
    for (; left > 0; left--) add_symbol(lengths, value, 0);
  }
}

void p3z_plan_header(
  const uint8_t *literal_lengths, unsigned literals, const uint8_t *distance_lengths, unsigned distances,
  p3z_block_header *header) {
  uint8_t all[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS];
  uint32_t frequencies[P3Z_LENGTH_SYMBOLS] = {0};
  memcpy(all, literal_lengths, literals);
  memcpy(all + literals, distance_lengths, distances);
  header->literals = literals;
  header->distances = distances;
  find_repeats(all, literals + distances, &header->lengths);
  for (unsigned i = 0; i < header->lengths.count; i++) frequencies[header->lengths.symbols[i]]++;
  p3z_huffman_lengths(frequencies, P3Z_LENGTH_SYMBOLS, 7, header->length_code);
  header->sent = P3Z_LENGTH_SYMBOLS;
  while (header->sent > 4 && header->length_code[p3z_code_length_order[header->sent - 1]] == 0) header->sent--;
  header->bits = 3 + 14 + 3 * header->sent;
  for (unsigned i = 0; i < header->lengths.count; i++) {
    const unsigned symbol = header->lengths.symbols[i];
    header->bits += header->length_code[symbol] + p3z_repeat_extra(symbol);
  }
}

void p3z_put_header(p3z_bit_writer *writer, const p3z_block_header *header, int is_last) {
  uint16_t codes[P3Z_LENGTH_SYMBOLS];
  p3z_assign_codes(header->length_code, P3Z_LENGTH_SYMBOLS, codes);
  p3z_put_bits(writer, (unsigned)is_last | 2 << 1, 3);
  p3z_put_bits(writer, header->literals - 257, 5);
  p3z_put_bits(writer, header->distances - 1, 5);
  p3z_put_bits(writer, header->sent - 4, 4);
  for (unsigned i = 0; i < header->sent; i++) {
    p3z_put_bits(writer, header->length_code[p3z_code_length_order[i]], 3);
  }
  for (unsigned i = 0; i < header->lengths.count; i++) {
    const unsigned symbol = header->lengths.symbols[i];
    p3z_put_bits(writer, codes[symbol], header->length_code[symbol]);
    p3z_put_bits(writer, header->lengths.extras[i], p3z_repeat_extra(symbol));
  }
}
