// Settings of the C library's allocator and of the stacks of threads.
#ifndef P3_ALLOCATOR_H
#define P3_ALLOCATOR_H

#include <pthread.h>
#include <stddef.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__GLIBC__)
/// The number of processors in the affinity mask of this thread, or 1 if the system does not provide the mask.
/// Foundation's count also reads the quotas of control groups, which takes a tenth of the program's start time.
static inline int p3_processors_of_mask(void) {
  unsigned long mask[128];
  const long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  int count = 0;
  for (long i = 0; i < bytes / (long)sizeof *mask; i++) count += __builtin_popcountl(mask[i]);
  return count > 0 ? count : 1;
}
#endif

/// Limits the heaps that threads share to half the number of processors, from now on. By default, glibc gives each
/// thread its own heap, and memory that a thread frees stays in the heap of its origin. Other allocators have no such
/// option.
static inline void p3_limit_heaps(void) {
#if defined(__GLIBC__)
  const int heaps = p3_processors_of_mask() / 2;
  mallopt(M_ARENA_MAX, heaps > 1 ? heaps : 1);
#endif
}

#if defined(__linux__)
// Declared here, not by _GNU_SOURCE: with that the system's types would differ from those that Swift's own modules have.
int pthread_getattr_default_np(pthread_attr_t *attributes);
int pthread_setattr_default_np(const pthread_attr_t *attributes);
#endif

/// Gives new threads stacks of at least `bytes`. Defaults: 128 KB in musl, `ulimit -s` in glibc.
static inline void p3_least_thread_stack(size_t bytes) {
#if defined(__linux__)
  pthread_attr_t attributes;
  size_t stack = 0;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 && stack < bytes &&
      pthread_attr_setstacksize(&attributes, bytes) == 0)
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#else
  (void)bytes;
#endif
}

/// Keeps up to `bytes` of freed memory in the heap instead of returning it to the system, which would clear it again
/// for the next strip. Larger blocks have pages of their own.
static inline void p3_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, bytes / 8);
#else
  (void)bytes;
#endif
}

#endif
