// What to say of the pixels that a tally found out of gamut. Exact, so that every target says the same.

#include "p3_excursions.h"

#include <math.h>

#include "p3_plan.h"
#include "p3_samples.h"

#pragma STDC FP_CONTRACT OFF

// MARK: Rounding

/// The linear value between two codes, held at the ends.
static double value_at(const p3_decoder *decoder, double code) {
  double position = fmin(fmax(code, 0), 65535);
  unsigned low = (unsigned)position, high = (unsigned)ceil(position);
  return (decoder->exact[low] + decoder->exact[high]) / 2;
}

/// How far the linear value moves when its code moves by `half_code`.
static double reach(const p3_decoder *decoder, uint16_t code, double half_code) {
  double value = decoder->exact[code];
  return fmax(fabs(value_at(decoder, code + half_code) - value), fabs(value - value_at(decoder, code - half_code)));
}

/// Channel by channel, so necessary rather than sufficient: colours that rounding pushed out are all found.
static int is_explained(const p3_plan *plan, const double linear[3], const uint16_t codes[3], double half_code) {
  double reaches[3];
  for (unsigned i = 0; i < 3; i++) reaches[i] = reach(plan->decoders[i], codes[i], half_code);
  for (unsigned row = 0; row < 3; row++) {
    const double *m = plan->matrix + 3 * row;
    double most = fabs(m[0]) * reaches[0] + fabs(m[1]) * reaches[1] + fabs(m[2]) * reaches[2];
    if (linear[row] + most < 0 || linear[row] - most > 1) return 0;
  }
  return 1;
}

/// Nearly all excursions are beyond what the rounding of any code reaches.
static int is_far(const p3_plan *plan, const double linear[3]) {
  for (unsigned row = 0; row < 3; row++) {
    if (linear[row] + plan->rounding_reach[row] < 0 || linear[row] - plan->rounding_reach[row] > 1) return 1;
  }
  return 0;
}

static uint8_t rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]) {
  if (is_far(plan, linear) || !is_explained(plan, linear, codes, 128.5)) return 0;
  return is_explained(plan, linear, codes, 0.5) ? P3_WITHIN_ROUNDING_8 | P3_WITHIN_ROUNDING_16 : P3_WITHIN_ROUNDING_8;
}

// MARK: Excursions

/// Up to 56 bits from bit `first` on; nothing beyond `count` is read.
static uint64_t bits_from(const uint8_t *bits, size_t first, size_t count) {
  size_t bytes = (first % 8 + count + 7) / 8;
  uint64_t word = 0;
  memcpy(&word, bits + first / 8, bytes);
  word >>= first % 8;
  return word & ((1ull << count) - 1);
}

static void append(const p3_plan *plan, const uint8_t *pixel, size_t entry, const p3_excursions *excursions) {
  uint16_t codes[3];
  memcpy(codes, pixel, sizeof codes);
  double linear[3];
  p3_linear_value(plan, codes[0], codes[1], codes[2], linear);
  excursions->red[entry] = (float)linear[0];
  excursions->green[entry] = (float)linear[1];
  excursions->blue[entry] = (float)linear[2];
  excursions->rounding[entry] = rounding_of(plan, linear, codes);
}

size_t p3_find_excursions(const p3_plan *plan, const void *source, size_t count, unsigned channels,
                          const uint8_t *outside, size_t first_bit, const p3_excursions *excursions) {
  const uint8_t *pixels = source;
  const size_t stride = 2 * channels;
  size_t entries = 0, next = 0;
  for (size_t first = 0; first < count; first += 56) {
    size_t step = count - first < 56 ? count - first : 56;
    for (uint64_t left = bits_from(outside, first_bit + first, step); left != 0; left &= left - 1) {
      size_t pixel = first + (unsigned)__builtin_ctzll(left);
      const uint8_t *samples = pixels + pixel * stride;
      if (entries > 0 && pixel == next && memcmp(samples, samples - stride, 6) == 0) {
        excursions->length[entries - 1] += 1;
      } else {
        append(plan, samples, entries, excursions);
        excursions->first[entries] = (uint32_t)pixel;
        excursions->length[entries] = 1;
        entries += 1;
      }
      next = pixel + 1;
    }
  }
  return entries;
}

// MARK: Distinct colours

static inline uint64_t color_of(const uint8_t *pixel, unsigned channels) {
  uint64_t red = p3_sample(pixel, 0);
  if (channels < 3) return red << 32 | red << 16 | red;
  return red << 32 | (uint64_t)p3_sample(pixel + 2, 0) << 16 | p3_sample(pixel + 4, 0);
}

/// A copy of its own for each number of channels.
__attribute__((always_inline)) static inline size_t list_colors(const uint8_t *pixel, size_t count, unsigned channels, uint64_t *seen,
                                 uint64_t *colors) {
  const int has_alpha = channels == 2 || channels == 4;
  uint64_t last = 0;
  size_t found = 0;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    if (has_alpha && p3_sample(pixel + 2 * (channels - 1), 0) == 0) continue;
    // Zero marks a free place.
    uint64_t entry = color_of(pixel, channels) + 1;
    if (entry == last) continue;
    last = entry;
    uint64_t *place = seen + (entry * 0x9E3779B97F4A7C15u >> 52);
    if (*place == entry) continue;
    *place = entry;
    colors[found++] = entry - 1;
  }
  return found;
}

size_t p3_list_colors(const void *source, size_t count, unsigned channels, uint64_t seen[P3_SEEN_COLORS],
                      uint64_t *colors) {
  switch (channels) {
    case 1: return list_colors(source, count, 1, seen, colors);
    case 2: return list_colors(source, count, 2, seen, colors);
    case 3: return list_colors(source, count, 3, seen, colors);
    default: return list_colors(source, count, 4, seen, colors);
  }
}
