#include "compressors.h"

#include <stdatomic.h>
#include <stdbool.h>

enum {
  /// A compressor of these levels takes 9 MB, of which a small image touches half a megabyte, and the C library returns
  /// that memory to the system each time. Clearing 118 pages for each icon of 16 × 16 took a sixth of the processor
  /// time of a thousand icons.
  LEAST_KEPT_LEVEL = 10,
  MOST_KEPT_LEVEL = 12,
  /// Compressors kept per level: as many as threads use at the same time.
  KEPT = 8,
  /// For more bytes a compressor touches more memory than is worth keeping.
  MOST_BYTES = 64 << 10,
};

typedef _Atomic(struct libdeflate_compressor *) place;

/// Idle compressors by level. A thread takes one by swapping NULL into its place; an empty place is NULL.
static place idle[MOST_KEPT_LEVEL - LEAST_KEPT_LEVEL + 1][KEPT];

/// The places for compressors of `level` that compressed `count` bytes; NULL if none are kept.
static place *places_of(int level, size_t count) {
  const bool is_kept = level >= LEAST_KEPT_LEVEL && level <= MOST_KEPT_LEVEL && count <= MOST_BYTES;
  return is_kept ? idle[level - LEAST_KEPT_LEVEL] : NULL;
}

struct libdeflate_compressor *p3png_compressor_take(int level, size_t count) {
  place *places = places_of(level, count);
  for (int i = 0; places && i < KEPT; i++) {
    struct libdeflate_compressor *compressor = atomic_exchange(&places[i], NULL);
    if (compressor) return compressor;
  }
  return libdeflate_alloc_compressor(level);
}

void p3png_compressor_give_back(struct libdeflate_compressor *compressor, int level, size_t count) {
  place *places = places_of(level, count);
  for (int i = 0; places && i < KEPT; i++) {
    struct libdeflate_compressor *none = NULL;
    if (atomic_compare_exchange_strong(&places[i], &none, compressor)) return;
  }
  libdeflate_free_compressor(compressor);
}
