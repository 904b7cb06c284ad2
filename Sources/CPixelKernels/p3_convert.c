// One walk over the tiles of a run of pixels, whatever the kernel.

#include "p3_samples.h"
#include "p3_tile.h"

static void swap_samples(void *destination, const void *source, size_t samples) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  for (size_t i = 0; i < samples; i++) p3_set_sample(out + 2 * i, p3_sample(in + 2 * i, 1), 0);
}

/// `count` pixels; a last vector that is not full is done on padded copies.
static void convert_tile(const p3_plan *plan, const p3_kernel_functions *kernel, p3_tile *tile,
                         const uint8_t *source, uint8_t *destination, size_t count, unsigned channels,
                         unsigned flags) {
  const size_t padded = (count + kernel->lanes - 1) / kernel->lanes * kernel->lanes;
  const size_t bytes = count * channels * 2;
  const void *in = source;
  void *out = destination;
  if (flags & P3_BIG_ENDIAN_SOURCE) {
    swap_samples(tile->source, source, count * channels);
    in = tile->source;
  } else if (padded != count || source == destination) {
    memcpy(tile->source, source, bytes);
    in = tile->source;
  }
  if (padded != count || flags & P3_BIG_ENDIAN_DESTINATION) out = tile->result;
  if (padded != count) memset((uint8_t *)tile->source + bytes, 0, (padded - count) * channels * 2);

  kernel->decode(plan, tile, in, padded, channels);
  kernel->encode(plan, tile, in, out, padded, channels);
  p3_repair(plan, tile, in, out, count, channels);

  if (flags & P3_BIG_ENDIAN_DESTINATION) {
    swap_samples(destination, out, count * channels);
  } else if (out != destination) {
    memcpy(destination, out, bytes);
  }
}

void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count,
                      unsigned channels, unsigned flags) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  if (plan->kernel == P3_KERNEL_EXACT) {
    p3_convert_color_exact(plan, in, out, count, channels, flags);
    return;
  }
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  p3_tile tile;
  for (size_t first = 0; first < count; first += P3_TILE) {
    size_t pixels = count - first < P3_TILE ? count - first : P3_TILE;
    convert_tile(plan, kernel, &tile, in, out, pixels, channels, flags);
    in += pixels * channels * 2;
    out += pixels * channels * 2;
  }
}
