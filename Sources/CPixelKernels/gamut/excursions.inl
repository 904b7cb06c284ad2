// No include guard: included once per target, with LANES doubles to a vector and TARGETED(name), the target's name for
// a function.
//
// Exact linear values of colours out of gamut, whether rounding can have put them there, and sums: IEEE operations
// only, none fused.

#include "gamut/excursions_targets.h"

#include <string.h>

#include "convert/plan.h"
#include "gamut/rounding.h"

#pragma STDC FP_CONTRACT OFF

typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t masks __attribute__((vector_size(LANES * sizeof(int64_t))));
typedef uint64_t counts __attribute__((vector_size(LANES * sizeof(uint64_t))));
typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t ints __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef uint32_t words __attribute__((vector_size(LANES * sizeof(uint32_t))));
typedef _Bool flags __attribute__((ext_vector_type(LANES)));

static inline unsigned bits_of(masks mask) {
  flags set = __builtin_convertvector(mask, flags);
  uint8_t bits = 0;
  memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

/// The entry of each colour in `table`; its index is `size` bits of the colour from bit `shift` on.
static inline doubles looked_up(const double *table, const uint64_t *colors, unsigned shift, unsigned size) {
  doubles values;
  for (unsigned lane = 0; lane < LANES; lane++) values[lane] = table[colors[lane] >> shift & ((1u << size) - 1)];
  return values;
}

// MARK: Linear values

static inline doubles row_of(const double *m, const doubles v[3]) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2]; }

static inline void store_single(float *values, doubles value, size_t count) {
  floats single = __builtin_convertvector(value, floats);
  if (count == LANES) {
    memcpy(values, &single, sizeof single);
  } else {
    memcpy(values, &single, count * sizeof *values);
  }
}

// MARK: Rounding

/// Lanes with a channel that stays outside if the source's linear values move by (red, green, blue).
static inline masks stays_out(const p3_plan *plan, const doubles y[3], doubles red, doubles green, doubles blue) {
  masks out = {0};
  for (unsigned row = 0; row < 3; row++) {
    doubles reach = P3_ROUNDING_REACH(plan->matrix + 3 * row, red, green, blue);
    out |= (y[row] + reach < 0) | (y[row] - reach > 1);
  }
  return out;
}

/// Bits of lanes that are surely within half an 8-bit code of the gamut (and not within half a 16-bit code), and of
/// lanes that need the steps of their own codes.
typedef struct {
  unsigned within, unsure;
} verdict;

static inline verdict rounding_of(const p3_plan *plan, const uint64_t *colors, const doubles y[3]) {
  const p3_rounding_steps *steps[3];
  for (unsigned i = 0; i < 3; i++) steps[i] = &plan->decoders[i]->steps;
  const doubles zero = {0};
  masks far8 = stays_out(plan, y, zero + steps[0]->widest8, zero + steps[1]->widest8, zero + steps[2]->widest8);
  unsigned near = ~bits_of(far8) & ((1u << LANES) - 1);
  if (near == 0) return (verdict){0, 0};
  doubles most[3], least[3];
  for (unsigned i = 0; i < 3; i++) {
    most[i] = looked_up(steps[i]->most8, colors, 16 * i + 8, 8);
    least[i] = looked_up(steps[i]->least8, colors, 16 * i + 8, 8);
  }
  masks far16 = stays_out(plan, y, zero + steps[0]->widest16, zero + steps[1]->widest16, zero + steps[2]->widest16);
  near &= ~bits_of(stays_out(plan, y, most[0], most[1], most[2]));
  unsigned within = near & ~bits_of(stays_out(plan, y, least[0], least[1], least[2])) & bits_of(far16);
  return (verdict){within, near & ~within};
}

static void store_rounding(const p3_plan *plan, const uint64_t *colors, const doubles y[3], size_t count,
                           uint8_t *rounding) {
  verdict verdict = rounding_of(plan, colors, y);
  memset(rounding, 0, count);
  if ((verdict.within | verdict.unsure) == 0) return;
  for (unsigned lane = 0; lane < count; lane++) {
    if (verdict.within >> lane & 1) rounding[lane] = P3_WITHIN_ROUNDING_8;
    if (!(verdict.unsure >> lane & 1)) continue;
    const uint16_t codes[3] = {(uint16_t)colors[lane], (uint16_t)(colors[lane] >> 16), (uint16_t)(colors[lane] >> 32)};
    rounding[lane] = p3_rounding_of(plan, (double[]){y[0][lane], y[1][lane], y[2][lane]}, codes);
  }
}

void TARGETED(p3_describe_colors)(const p3_plan *plan, const uint64_t *colors, size_t count,
                                  const p3_excursions *excursions, size_t first) {
  for (size_t i = 0; i < count; i += LANES, first += LANES) {
    const size_t size = count - i < LANES ? count - i : LANES;
    doubles v[3], y[3];
    for (unsigned channel = 0; channel < 3; channel++) {
      v[channel] = looked_up(plan->decoders[channel]->exact, colors + i, 16 * channel, 16);
    }
    for (unsigned row = 0; row < 3; row++) y[row] = row_of(plan->matrix + 3 * row, v);
    store_single(excursions->red + first, y[0], size);
    store_single(excursions->green + first, y[1], size);
    store_single(excursions->blue + first, y[2], size);
    store_rounding(plan, colors + i, y, size, excursions->rounding + first);
  }
}

// MARK: Sums

typedef struct {
  counts difference, within8, within16, noticed;
  floats most;
} sums;

static inline void add(sums *sums, const float *difference, const uint32_t *length, const uint8_t *rounding) {
  floats d;
  words n;
  memcpy(&d, difference, sizeof d);
  memcpy(&n, length, sizeof n);
  // Rounded half up. P3_MOST_DIFFERENCE in units fits 31 bits, and everything else here is exact.
  floats units = d * (float)P3_DIFFERENCE_UNITS;
  ints whole = __builtin_convertvector(units, ints);
  whole -= units - __builtin_convertvector(whole, floats) >= 0.5f;
  const counts lengths = __builtin_convertvector(n, counts);
  sums->difference += __builtin_convertvector((words)whole, counts) * lengths;
  sums->noticed += __builtin_convertvector(n & (words)(d >= P3_NOTICED_DIFFERENCE), counts);
  sums->most = (floats)(((ints)d & (d > sums->most)) | ((ints)sums->most & ~(d > sums->most)));
  uint64_t word = 0;
  memcpy(&word, rounding, LANES);
  if (word == 0) return;
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (rounding[lane] & P3_WITHIN_ROUNDING_8) sums->within8[lane] += length[lane];
    if (rounding[lane] & P3_WITHIN_ROUNDING_16) sums->within16[lane] += length[lane];
  }
}

void TARGETED(p3_sum_excursions)(const p3_excursions *excursions, size_t count, p3_excursion_sums *result) {
  sums sums = {0};
  const float *difference = excursions->difference;
  const size_t whole = count / LANES * LANES, rest = count - whole;
  for (size_t i = 0; i < whole; i += LANES) {
    add(&sums, difference + i, excursions->length + i, excursions->rounding + i);
  }
  if (rest > 0) {
    float last_difference[LANES] = {0};
    uint32_t last_length[LANES] = {0};
    uint8_t last_rounding[LANES] = {0};
    memcpy(last_difference, difference + whole, rest * sizeof *last_difference);
    memcpy(last_length, excursions->length + whole, rest * sizeof *last_length);
    memcpy(last_rounding, excursions->rounding + whole, rest);
    add(&sums, last_difference, last_length, last_rounding);
  }
  *result = (p3_excursion_sums){0};
  for (unsigned lane = 0; lane < LANES; lane++) {
    result->difference += sums.difference[lane];
    result->within8 += sums.within8[lane];
    result->within16 += sums.within16[lane];
    result->noticed += sums.noticed[lane];
    if (sums.most[lane] > result->most) result->most = sums.most[lane];
  }
}
