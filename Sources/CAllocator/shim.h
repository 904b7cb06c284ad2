// What a program may ask of the C library's allocator.
#ifndef P3_ALLOCATOR_H
#define P3_ALLOCATOR_H

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Threads share at most `count` heaps from now on. glibc otherwise gives each thread its own, and what a thread frees
/// stays in the heap that it came from. Other allocators have no such choice.
static inline void p3_limit_heaps(int count) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}

/// Freed memory stays in the heap up to `bytes` instead of going back to the system, which would clear it once more for
/// the next strip. Larger pieces have pages of their own.
static inline void p3_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, bytes / 8);
#else
  (void)bytes;
#endif
}

#endif
