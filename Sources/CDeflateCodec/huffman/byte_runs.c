#include "byte_runs.h"

#include <string.h>

/// The whole run around eight equal bytes at `i`. Its bytes were counted as literals; only the first remains one.
static p3z_byte_run run_around(
  const uint8_t *bytes, size_t count, size_t i, size_t free_from, p3z_literal_counts counts) {
  size_t start = i, end = i + 8;
  while (start > free_from && bytes[start - 1] == bytes[i]) start--;
  while (end < count && bytes[end] == bytes[i]) end++;
  counts[0][bytes[i]] -= (uint32_t)(i - start) - 1u;
  return (p3z_byte_run){(uint32_t)(start + 1), (uint32_t)(end - start - 1)};
}

size_t p3z_find_byte_runs(const uint8_t *bytes, size_t count, p3z_byte_run *runs, p3z_literal_counts counts) {
  size_t i = 0, free_from = 0, run_count = 0;
  while (i + 8 <= count) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    if (word == (word << 8 | word >> 56)) {
      const p3z_byte_run run = run_around(bytes, count, i, free_from, counts);
      runs[run_count++] = run;
      free_from = run.start + run.length;
      const size_t next = (free_from + 7) & ~(size_t)7;
      for (i = free_from; i < next && i < count; i++) counts[0][bytes[i]]++;
    } else {
      for (unsigned k = 0; k < 8; k++, word >>= 8) counts[k][word & 255]++;
      i += 8;
    }
  }
  for (; i < count; i++) counts[0][bytes[i]]++;
  return run_count;
}
