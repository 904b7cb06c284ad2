#ifndef P3Z_BYTE_RUNS_H
#define P3Z_BYTE_RUNS_H

// Bytes that repeat the byte before them, and how often the other bytes occur.

#include <stddef.h>
#include <stdint.h>

/// Bytes that repeat the byte before them: `length` of them from `start` on.
typedef struct p3z_byte_run {
  uint32_t start, length;
} p3z_byte_run;

/// How often each byte is a literal: the sum of eight tables, as a core waits for a counter that it has just changed.
typedef uint32_t p3z_literal_counts[8][256];

/// Finds runs in `count` bytes, and adds the literals between them to `counts`. Runs are found by words of eight equal
/// bytes at every eighth position, so there is at most one for each: all that have 15 bytes or more, and some that have
/// 8. Returns how many there are.
size_t p3z_find_byte_runs(const uint8_t *bytes, size_t count, p3z_byte_run *runs, p3z_literal_counts counts);

#endif
