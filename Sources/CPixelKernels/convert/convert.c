// Runs any kernel over the tiles of a row of pixels.

#include <string.h>

#include "convert/exact.h"
#include "convert/gamut_tally.h"
#include "cpu/samples.h"

/// Converts up to a tile of pixels. If they are not a whole number of the kernel's steps, padded copies are converted.
static void convert_tile(const p3_plan *plan, const p3_kernel_functions *kernel, p3_tile *tile, const uint8_t *source,
                         uint8_t *destination, size_t count, unsigned channels, p3_gamut_tally *tally,
                         uint8_t *outside) {
  const size_t padded = (count + kernel->step - 1) / kernel->step * kernel->step;
  const size_t bytes = count * channels * 2;
  const void *in = source;
  void *out = destination;
  if (padded != count || source == destination) {
    memcpy(tile->source, source, bytes);
    in = tile->source;
  }
  if (padded != count) {
    memset((uint8_t *)tile->source + bytes, 0, (padded - count) * channels * 2);
    out = tile->result;
  }

  kernel->decode[plan->decoding](plan, tile, in, padded, channels);
  if (tally) {
    uint64_t bits[P3_TILE / 64];
    p3_tally_tile(plan, kernel, tile, in, NULL, count, channels, tally, bits);
    if (outside) memcpy(outside, bits, (count + 7) / 8);
  }
  if (!destination) return;
  kernel->encode(plan, tile, in, out, padded, channels);
  p3_repair(plan, tile, in, out, count, channels);
  if (out != destination) memcpy(destination, out, bytes);
}

// MARK: Runs

enum {
  /// A block is converted by runs if it has at most this many.
  MOST_RUNS = P3_TILE / 2,
  /// If the first PROBED pixels of a block hold more than PROBED_RUNS runs, the block is not searched further.
  PROBED = 16,
  PROBED_RUNS = 12,
  /// Pixels of a run that are written one by one.
  COPIED = 16,
};

/// Pixels that repeat the one before, as most of a screenshot do, are converted once. A tile is filled with the first
/// pixels of runs, from as many blocks of P3_TILE pixels as fit.
typedef struct {
  p3_tile tile;
  uint32_t lengths[P3_TILE];
  unsigned count;
  /// Start of the blocks; `destination` and `outside` may be null.
  const uint8_t *source;
  uint8_t *destination, *outside;
  size_t pixels;
} p3_runs;

/// A pixel as a number, equal for equal pixels only.
static inline uint64_t pixel_at(const uint8_t *pixel, unsigned channels) {
  uint64_t value;
  if (channels == 3) return p3_packed_color(pixel);
  memcpy(&value, pixel, sizeof value);
  return value;
}

/// Appends a block's runs; false, with nothing added, if the block has too many.
static inline __attribute__((always_inline)) int add_block(p3_runs *runs, const uint8_t *source, size_t pixels,
                                                           unsigned channels) {
  const unsigned most = runs->count + MOST_RUNS;
  unsigned count = runs->count;
  uint64_t last = ~pixel_at(source, channels);
  if (p3_is_one_color(source, pixels, channels * 2)) {
    memcpy((uint8_t *)runs->tile.source + count * channels * 2, source, channels * 2);
    runs->lengths[count] = (uint32_t)pixels;
    runs->count++;
    runs->pixels += pixels;
    return 1;
  }
  for (size_t i = 0; i < pixels; i++, source += channels * 2) {
    const uint64_t value = pixel_at(source, channels);
    if (value == last) {
      runs->lengths[count - 1]++;
      continue;
    }
    if (count == most || (i == PROBED && count >= runs->count + PROBED_RUNS)) return 0;
    memcpy((uint8_t *)runs->tile.source + count * channels * 2, &value, channels * 2);
    runs->lengths[count++] = 1;
    last = value;
  }
  runs->count = count;
  runs->pixels += pixels;
  return 1;
}

static inline __attribute__((always_inline)) void write_runs(const p3_runs *runs, unsigned channels) {
  const uint8_t *from = (const uint8_t *)runs->tile.result;
  uint8_t *to = runs->destination;
  for (unsigned run = 0; run < runs->count; run++, from += channels * 2) {
    const uint64_t value = pixel_at(from, channels);
    const size_t length = runs->lengths[run], copied = length < COPIED ? length : COPIED;
    for (size_t i = 0; i < copied; i++) memcpy(to + i * channels * 2, &value, channels * 2);
    // Copies what is written already, doubling it each time.
    for (size_t done = copied; done < length;) {
      const size_t more = length - done < done ? length - done : done;
      memcpy(to + done * channels * 2, to, more * channels * 2);
      done += more;
    }
    to += length * channels * 2;
  }
}

/// Sets `count` bits from bit `first` on.
static void set_bits(uint8_t *bits, size_t first, size_t count) {
  const size_t end = first + count;
  while (first < end && first % 8 != 0) {
    bits[first / 8] |= (uint8_t)(1u << first % 8);
    first++;
  }
  const size_t bytes = (end - first) / 8;
  memset(bits + first / 8, 0xff, bytes);
  for (first += 8 * bytes; first < end; first++) bits[first / 8] |= (uint8_t)(1u << first % 8);
}

/// Sets the bits of all pixels of the runs whose bit is set in `left`.
static void write_outside(const p3_runs *runs, const uint64_t left[P3_TILE / 64]) {
  memset(runs->outside, 0, (runs->pixels + 7) / 8);
  size_t first = 0;
  for (unsigned run = 0; run < runs->count; first += runs->lengths[run++]) {
    if (left[run / 64] >> run % 64 & 1) set_bits(runs->outside, first, runs->lengths[run]);
  }
}

/// Converts the collected runs, writes their pixels and counts them.
static void end_runs(const p3_plan *plan, const p3_kernel_functions *kernel, p3_runs *runs, unsigned channels,
                     p3_gamut_tally *tally) {
  if (runs->count == 0) return;
  p3_tile *tile = &runs->tile;
  const size_t padded = (runs->count + kernel->step - 1) / kernel->step * kernel->step, pixel_bytes = channels * 2;
  memset((uint8_t *)tile->source + runs->count * pixel_bytes, 0, (padded - runs->count) * pixel_bytes);
  kernel->decode[plan->decoding](plan, tile, tile->source, padded, channels);
  if (tally) {
    uint64_t bits[P3_TILE / 64];
    p3_tally_tile(plan, kernel, tile, (const uint8_t *)tile->source, runs->lengths, runs->count, channels, tally, bits);
    if (runs->outside) write_outside(runs, bits);
  }
  if (runs->destination) {
    kernel->encode(plan, tile, tile->source, tile->result, padded, channels);
    p3_repair(plan, tile, tile->source, tile->result, runs->count, channels);
    if (channels == 4)
      write_runs(runs, 4);
    else
      write_runs(runs, 3);
  }
  runs->count = 0;
  runs->pixels = 0;
}

// MARK: Interface

/// The pixels of a call that are not converted yet.
typedef struct {
  const uint8_t *source;
  uint8_t *destination, *outside;
  size_t count;
} p3_pixels;

static void skip(p3_pixels *left, size_t pixels, unsigned channels) {
  left->source += pixels * channels * 2;
  if (left->destination) left->destination += pixels * channels * 2;
  if (left->outside) left->outside += pixels / 8;
  left->count -= pixels;
}

static size_t next_block(const p3_pixels *left) { return left->count < P3_TILE ? left->count : P3_TILE; }

static void convert_block(const p3_plan *plan, const p3_kernel_functions *kernel, p3_tile *tile, p3_pixels *left,
                          unsigned channels, p3_gamut_tally *tally) {
  const size_t pixels = next_block(left);
  convert_tile(plan, kernel, tile, left->source, left->destination, pixels, channels, tally, left->outside);
  skip(left, pixels, channels);
}

/// Converts blocks by runs, as long as they have few.
static void convert_by_runs(const p3_plan *plan, const p3_kernel_functions *kernel, p3_pixels *left, unsigned channels,
                            p3_gamut_tally *tally) {
  p3_runs runs = {.count = 0};
  while (left->count > 0) {
    const size_t pixels = next_block(left);
    if (runs.count > MOST_RUNS) end_runs(plan, kernel, &runs, channels, tally);
    if (runs.count == 0) {
      runs.source = left->source;
      runs.destination = left->destination;
      runs.outside = left->outside;
    }
    if (channels == 4 ? add_block(&runs, left->source, pixels, 4) : add_block(&runs, left->source, pixels, 3)) {
      skip(left, pixels, channels);
      continue;
    }
    end_runs(plan, kernel, &runs, channels, tally);
    convert_block(plan, kernel, &runs.tile, left, channels, tally);
  }
  end_runs(plan, kernel, &runs, channels, tally);
}

void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count, unsigned channels,
                      p3_gamut_tally *tally, uint8_t *outside) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  if (plan->kernel == P3_KERNEL_EXACT) {
    if (tally) p3_tally_exact(plan, in, count, channels, tally, outside);
    if (out) p3_convert_color_exact(plan, in, out, count, channels);
    return;
  }
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  p3_pixels left = {in, out, outside, count};
  convert_by_runs(plan, kernel, &left, channels, tally);
}
