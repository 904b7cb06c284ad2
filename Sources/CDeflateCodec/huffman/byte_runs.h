#ifndef P3Z_BYTE_RUNS_H
#define P3Z_BYTE_RUNS_H

// Finds bytes that repeat the byte before them, and counts the other bytes.

#include <stddef.h>
#include <stdint.h>

/// A run: `length` bytes from `start` on, each equal to the byte before.
typedef struct p3z_byte_run {
  uint32_t start, length;
} p3z_byte_run;

/// How often each byte is a literal: the sum of eight tables, as a core would wait for a counter that it has just
/// changed.
typedef uint32_t p3z_literal_counts[8][256];

/// Finds runs in `count` bytes and adds the literals between them to `counts`. Looks for eight equal bytes at every
/// eighth position, so there is at most one run per eight bytes: all runs of 15 bytes or more, and some of 8 or more.
/// Returns the number of runs.
size_t p3z_find_byte_runs(const uint8_t *bytes, size_t count, p3z_byte_run *runs, p3z_literal_counts counts);

#endif
