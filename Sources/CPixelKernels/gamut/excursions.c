// Describes the pixels that a tally found out of gamut. Exact, so all targets give the same results.

#include "p3_excursions.h"

#include <string.h>

#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/pixels.h"
#include "cpu/samples.h"
#include "gamut/excursions_targets.h"

// MARK: Excursions

enum {
  /// Bits per step: with any start within a byte they fit into eight bytes.
  STEP = 56,
  /// Room for the colours that are described together, in whole vectors.
  QUEUE = 256,
};

/// Up to STEP bits from bit `first` on; reads nothing beyond `count`.
static uint64_t bits_from(const uint8_t *bits, size_t first, size_t count) {
  size_t bytes = (first % 8 + count + 7) / 8;
  uint64_t word = 0;
  memcpy(&word, bits + first / 8, bytes);
  word >>= first % 8;
  return word & ((1ull << count) - 1);
}

static inline uint16_t alpha_of(const uint8_t *pixel, unsigned channels) {
  return channels == 4 ? p3_sample(pixel + 6) : P3_OPAQUE;
}

size_t p3_find_excursions(const p3_plan *plan, const void *source, size_t count, unsigned channels,
                          const uint8_t *outside, size_t first_bit, const p3_excursions *excursions) {
  const uint8_t *pixels = source;
  uint64_t colors[QUEUE] = {0}, last = 0;
  uint16_t last_alpha = 0;
  size_t entries = 0, described = 0, next = 0;
  for (size_t first = 0; first < count; first += STEP) {
    size_t step = count - first < STEP ? count - first : STEP;
    uint64_t left = bits_from(outside, first_bit + first, step);
    // A run that continues over the whole step, as in most of a flat picture.
    if (left == (1ull << step) - 1 && entries > 0 && first == next &&
        p3_packed_color(pixels + first * 2 * channels) == last &&
        alpha_of(pixels + first * 2 * channels, channels) == last_alpha &&
        p3_is_one_color(pixels + first * 2 * channels, step, 2 * channels)) {
      excursions->length[entries - 1] += (uint32_t)step;
      next = first + step;
      left = 0;
    }
    for (; left != 0; left &= left - 1) {
      size_t pixel = first + (unsigned)__builtin_ctzll(left);
      uint64_t color = p3_packed_color(pixels + pixel * 2 * channels);
      uint16_t alpha = alpha_of(pixels + pixel * 2 * channels, channels);
      if (entries > 0 && pixel == next && color == last && alpha == last_alpha) {
        excursions->length[entries - 1] += 1;
      } else {
        colors[entries - described] = last = color;
        last_alpha = alpha;
        excursions->first[entries] = (uint32_t)pixel;
        excursions->length[entries] = 1;
        entries += 1;
      }
      next = pixel + 1;
    }
    if (entries - described > QUEUE - STEP || first + step == count) {
      P3_CHOOSE(p3_describe_colors, plan->target)(plan, colors, entries - described, excursions, described);
      described = entries;
    }
  }
  return entries;
}

void p3_sum_excursions(p3_target target, const p3_excursions *excursions, size_t count, p3_excursion_sums *sums) {
  P3_CHOOSE(p3_sum_excursions, target)(excursions, count, sums);
}

size_t p3_join_excursions(const p3_excursions *excursions, size_t count, const p3_excursion_runs *runs) {
  size_t found = 0;
  uint32_t end = 0;
  float most = 0;
  for (size_t entry = 0; entry < count; entry++) {
    const uint32_t first = excursions->first[entry];
    const float difference = excursions->difference[entry];
    if (first != end || entry == 0) {
      runs->first[found++] = first;
      most = 0;
    }
    end = first + excursions->length[entry];
    if (difference > most) most = difference;
    runs->end[found - 1] = end;
    runs->most[found - 1] = most;
  }
  return found;
}

#define LANES 2
#define TARGETED(name) name##_baseline
#include "gamut/excursions.inl"
