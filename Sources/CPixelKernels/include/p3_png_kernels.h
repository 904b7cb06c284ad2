#ifndef P3_PNG_KERNELS_H
#define P3_PNG_KERNELS_H

// Row kernels of the PNG codec: PNG's filters in both directions (PNG 3rd edition, clause 9), and conversions between a
// file's bytes and native 16-bit samples. All targets give the same bytes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "p3_cpu.h"

enum {
  /// Bytes needed around a row: zeros in front (the pixel left of the first), and any values behind. Both may be read,
  /// and those behind overwritten.
  P3_PNG_ROW_MARGIN = 64,
};

typedef struct p3_png_kernels {
  /// Undoes filter `type` (0 to 4) of `filtered`, a row without its type byte. `row` must not overlap it. `step` is the
  /// bytes of a pixel: 1, 2, 3, 4, 6 or 8. May read 64 bytes past the end of `filtered`.
  void (*unfilter)(unsigned type, unsigned step, const uint8_t *filtered, const uint8_t *above, uint8_t *row,
                   size_t count);
  /// Undoes filter `type`, 3 or 4, of two adjacent rows, the lower one a pixel behind. Each pixel waits for the one
  /// before, so two rows take little longer than one. Otherwise as `unfilter`.
  void (*unfilter_pair)(unsigned type, unsigned step, const uint8_t *const filtered[2], const uint8_t *above,
                        uint8_t *const rows[2], size_t count);
  /// Applies filter `type` (0 to 4).
  void (*filter)(unsigned type, unsigned step, const uint8_t *row, const uint8_t *above, uint8_t *filtered,
                 size_t count);
  /// The sum of |value| over bytes 0, `stride`, 2 · stride… taken as signed. `stride` is 1, or 2 for the high bytes of
  /// 16-bit samples; `count` is the number of all bytes.
  uint64_t (*magnitude)(const uint8_t *filtered, size_t count, unsigned stride);
  /// 8-bit samples to 16 bits: v·257.
  void (*widen)(const uint8_t *bytes, uint16_t *samples, size_t count);
  /// Big-endian samples to native ones.
  void (*load)(const uint8_t *bytes, uint16_t *samples, size_t count);
  /// Native samples to big-endian ones.
  void (*store)(const uint16_t *samples, uint8_t *bytes, size_t count);
  /// Native samples to their high bytes.
  void (*narrow)(const uint16_t *samples, uint8_t *bytes, size_t count);
} p3_png_kernels;

/// The kernels for `target`, which must be one of `p3_cpu_available`.
const p3_png_kernels *p3_png_kernels_for(p3_target target);
/// The kernels of the target that P3_KERNELS names, if it can run here, else of the best target.
const p3_png_kernels *p3_png_kernels_current(void);
/// Whether the current kernels are AVX2's, whose CPUs also have BMI2: shifts by variable counts in one step.
bool p3_png_uses_bmi2(void);

#endif
