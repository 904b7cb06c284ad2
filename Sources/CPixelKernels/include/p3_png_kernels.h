#ifndef P3_PNG_KERNELS_H
#define P3_PNG_KERNELS_H

// Row kernels of the PNG codec: PNG's filters in both directions (PNG 3rd edition, clause 9) and the way between
// file bytes and native 16-bit samples. All targets give the same bytes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "p3_cpu.h"

enum {
  /// Rows need this many zero bytes in front (the pixel left of the first) and as many bytes behind, of any value,
  /// that may be read and overwritten.
  P3_PNG_ROW_MARGIN = 64,
};

typedef struct p3_png_kernels {
  /// Undoes filter `type` (0 to 4): `filtered` is the row without its type byte, `row` may not overlap it.
  /// `step` is the bytes of a pixel: 1, 2, 3, 4, 6 or 8. `filtered` may be read 64 bytes past its end.
  void (*unfilter)(unsigned type, unsigned step, const uint8_t *filtered, const uint8_t *above, uint8_t *row,
                   size_t count);
  /// Undoes filter `type`, 3 or 4, of two rows one below the other, the lower a pixel behind the upper: each pixel
  /// waits for the one before, so that two rows take little longer than one. The rest is as for `unfilter`.
  void (*unfilter_pair)(unsigned type, unsigned step, const uint8_t *const filtered[2], const uint8_t *above,
                        uint8_t *const rows[2], size_t count);
  /// Applies filter `type` (0 to 4).
  void (*filter)(unsigned type, unsigned step, const uint8_t *row, const uint8_t *above, uint8_t *filtered,
                 size_t count);
  /// Sum of |value| over bytes 0, `stride`, 2 · stride… taken as signed: `stride` is 1, or 2 for the high bytes of
  /// 16-bit samples. `count` counts all bytes.
  uint64_t (*magnitude)(const uint8_t *filtered, size_t count, unsigned stride);
  /// 8-bit samples to 16 bits: v·257.
  void (*widen)(const uint8_t *bytes, uint16_t *samples, size_t count);
  /// Big-endian samples to native ones.
  void (*load)(const uint8_t *bytes, uint16_t *samples, size_t count);
  /// Native samples to big-endian ones.
  void (*store)(const uint16_t *samples, uint8_t *bytes, size_t count);
  /// The high bytes of native samples.
  void (*narrow)(const uint16_t *samples, uint8_t *bytes, size_t count);
} p3_png_kernels;

/// The kernels for `target`, which must be one of `p3_cpu_available`.
const p3_png_kernels *p3_png_kernels_for(p3_target target);
/// The kernels for the target that P3_KERNELS names where it can run, else for the best one.
const p3_png_kernels *p3_png_kernels_current(void);
/// Whether the current kernels are those of AVX2, whose CPUs also shift by variable counts in one step (BMI2).
bool p3_png_uses_bmi2(void);

#endif
