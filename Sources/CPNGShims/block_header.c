#include "block_header.h"

#include <string.h>

static void add_run(length_runs *runs, unsigned symbol, unsigned extra) {
  runs->symbols[runs->count] = (uint8_t)symbol;
  runs->extras[runs->count++] = (uint8_t)extra;
}

static void find_runs(const uint8_t *lengths, unsigned count, length_runs *runs) {
  runs->count = 0;
  for (unsigned i = 0; i < count;) {
    unsigned run = 1, value = lengths[i];
    while (i + run < count && lengths[i + run] == value) run++;
    i += run;
    if (value == 0) {
      while (run >= 3) {
        unsigned piece = run < 138 ? run : 138;
        if (piece < 11) add_run(runs, 17, piece - 3); else add_run(runs, 18, piece - 11);
        run -= piece;
      }
    } else {
      add_run(runs, value, 0);
      run--;
      while (run >= 3) {
        unsigned piece = run < 6 ? run : 6;
        add_run(runs, 16, piece - 3);
        run -= piece;
      }
    }
    for (; run > 0; run--) add_run(runs, value, 0);
  }
}

static const uint8_t length_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static unsigned extra_bits(unsigned symbol) { return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0; }

void p3png_plan_header(
  const uint8_t *literal_lengths, unsigned literals, const uint8_t *distance_lengths, unsigned distances,
  block_header *header) {
  uint8_t all[DEFLATE_LITERALS + DEFLATE_DISTANCES];
  uint32_t frequencies[19] = {0};
  memcpy(all, literal_lengths, literals);
  memcpy(all + literals, distance_lengths, distances);
  header->literals = literals;
  header->distances = distances;
  find_runs(all, literals + distances, &header->runs);
  for (unsigned i = 0; i < header->runs.count; i++) frequencies[header->runs.symbols[i]]++;
  p3png_huffman_lengths(frequencies, 19, 7, header->run_lengths);
  header->sent = 19;
  while (header->sent > 4 && header->run_lengths[length_order[header->sent - 1]] == 0) header->sent--;
  header->bits = 3 + 14 + 3 * header->sent;
  for (unsigned i = 0; i < header->runs.count; i++) {
    unsigned symbol = header->runs.symbols[i];
    header->bits += header->run_lengths[symbol] + extra_bits(symbol);
  }
}

void p3png_put_header(bit_writer *writer, const block_header *header, int is_last) {
  uint16_t codes[19];
  p3png_assign_codes(header->run_lengths, 19, codes);
  put_bits(writer, (unsigned)is_last | 2 << 1, 3);
  put_bits(writer, header->literals - 257, 5);
  put_bits(writer, header->distances - 1, 5);
  put_bits(writer, header->sent - 4, 4);
  for (unsigned i = 0; i < header->sent; i++) put_bits(writer, header->run_lengths[length_order[i]], 3);
  for (unsigned i = 0; i < header->runs.count; i++) {
    unsigned symbol = header->runs.symbols[i];
    put_bits(writer, codes[symbol], header->run_lengths[symbol]);
    put_bits(writer, header->runs.extras[i], extra_bits(symbol));
  }
}
