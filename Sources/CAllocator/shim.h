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

#endif
