#include "match_symbols.h"

const uint16_t p3png_length_bases[29] = {
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
const uint8_t p3png_length_extras[29] = {
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

unsigned p3png_length_index(size_t length) {
  if (length == LONGEST_MATCH) return 28;
  unsigned more = (unsigned)length - 3;
  if (more < 8) return more;
  unsigned top = 31 - (unsigned)__builtin_clz(more);
  return 4 * (top - 1) + (more >> (top - 2) & 3);
}

unsigned p3png_distance_symbol(unsigned before) {
  if (before < 4) return before;
  unsigned top = 31 - (unsigned)__builtin_clz(before);
  return 2 * top + (before >> (top - 1) & 1);
}
