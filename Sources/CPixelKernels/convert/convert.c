// Runs any kernel over the tiles of a run of pixels.

#include <string.h>

#include "convert/exact.h"
#include "convert/gamut_tally.h"
#include "p3_depth.h"

/// Converts up to a tile of pixels. Where they fill no whole number of the kernel's steps, padded copies are converted.
static void convert_tile(const p3_plan *plan, const p3_kernel_functions *kernel, p3_tile *tile, const uint8_t *source,
                         uint8_t *destination, size_t count, unsigned channels, unsigned flags, p3_gamut_tally *tally,
                         uint8_t *outside) {
  const size_t padded = (count + kernel->step - 1) / kernel->step * kernel->step;
  const size_t bytes = count * channels * 2;
  const void *in = source;
  void *out = destination;
  if (flags & P3_BIG_ENDIAN_SOURCE) {
    p3_swap(source, tile->source, count * channels);
    in = tile->source;
  } else if (padded != count || source == destination) {
    memcpy(tile->source, source, bytes);
    in = tile->source;
  }
  if (padded != count || flags & P3_BIG_ENDIAN_DESTINATION) out = tile->result;
  if (padded != count) memset((uint8_t *)tile->source + bytes, 0, (padded - count) * channels * 2);

  kernel->decode[plan->decoding](plan, tile, in, padded, channels);
  if (tally) {
    uint64_t bits[P3_TILE / 64];
    p3_tally_tile(plan, kernel, tile, in, count, channels, tally, bits);
    if (outside) memcpy(outside, bits, (count + 7) / 8);
  }
  if (!destination) return;
  kernel->encode(plan, tile, in, out, padded, channels);
  p3_repair(plan, tile, in, out, count, channels);

  if (flags & P3_BIG_ENDIAN_DESTINATION) {
    p3_swap(out, destination, count * channels);
  } else if (out != destination) {
    memcpy(destination, out, bytes);
  }
}

void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count, unsigned channels,
                      unsigned flags, p3_gamut_tally *tally, uint8_t *outside) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  if (plan->kernel == P3_KERNEL_EXACT) {
    if (tally) p3_tally_exact(plan, in, count, channels, flags, tally, outside);
    if (out) p3_convert_color_exact(plan, in, out, count, channels, flags);
    return;
  }
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  p3_tile tile;
  for (size_t first = 0; first < count; first += P3_TILE) {
    size_t pixels = count - first < P3_TILE ? count - first : P3_TILE;
    convert_tile(plan, kernel, &tile, in, out, pixels, channels, flags, tally, outside);
    in += pixels * channels * 2;
    if (out) out += pixels * channels * 2;
    if (outside) outside += P3_TILE / 8;
  }
}
