#ifndef P3_MEMORY_H
#define P3_MEMORY_H

#include <stdlib.h>
#include <string.h>

/// `size` zeroed bytes aligned to a cache line (64 bytes); null when out of memory. Release with `free`.
static inline void *p3_allocated(size_t size) {
  void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
  if (memory) memset(memory, 0, size);
  return memory;
}

#endif
