// Collects the colours that a gamut mapping may move, and encodes those that it moves.

#include <math.h>

#include "convert/exact.h"
#include "cpu/choose.h"
#include "cpu/memory.h"
#include "cpu/pixels.h"
#include "cpu/samples.h"
#include "gamut/mapping_tile.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 2
#define NAME(step) p3_##step##_baseline
#include "gamut/mapping.inl"

p3_mapped_colors *p3_mapped_allocate(void) { return p3_allocated(sizeof(p3_mapped_colors)); }

void p3_mapped_destroy(p3_mapped_colors *colors) { free(colors); }

// MARK: Collecting

static inline int may_move(const uint32_t *untouched, uint64_t color) {
  const unsigned red = color >> 11 & 31, green = color >> 27 & 31, blue = color >> 43 & 31;
  return !(untouched[red << 5 | green] >> blue & 1);
}

/// Lists runs of pixels of one colour and alpha that may move: fills `first`, `pixels`, `alphas` and, with their
/// colours, `packed`. Returns how many pixels were read. No branch depends on the colours, which in noise would be
/// unpredictable.
static inline __attribute__((always_inline)) size_t collect(const uint32_t *untouched, const uint8_t *pixels,
                                                            size_t count, p3_mapped_colors *colors,
                                                            uint64_t packed[P3_MAPPED_COLORS],
                                                            const unsigned channels) {
  // The end of each run, from index 1 on.
  uint32_t ends[P3_MAPPED_COLORS + 1], end = 0;
  size_t found = 0, pixel = 0;
  uint64_t last = UINT64_MAX;
  uint16_t last_alpha = 0;
  for (; pixel < count && found < P3_MAPPED_COLORS; pixel++, pixels += 2 * channels) {
    const uint64_t color = p3_packed_color(pixels);
    const uint16_t alpha = channels == 3 ? P3_OPAQUE : p3_sample(pixels + 6);
    const int is_visible = alpha != 0;
    const int moves = is_visible & may_move(untouched, color);
    colors->first[found] = (uint32_t)pixel;
    colors->alphas[found] = alpha;
    packed[found] = color;
    found += (size_t)(moves & ((color != last) | (alpha != last_alpha)));
    end = moves ? (uint32_t)pixel + 1 : end;
    ends[found] = end;
    last = is_visible ? color : UINT64_MAX;
    last_alpha = alpha;
  }
  for (size_t i = 0; i < found; i++) colors->pixels[i] = ends[i + 1] - colors->first[i];
  colors->count = found;
  return pixel;
}

/// Fills `source` with the codes and `before` with the decoded values.
static void decode(const p3_plan *plan, const uint64_t *packed, p3_mapped_colors *colors) {
  const double *red = plan->decoders[0]->exact, *green = plan->decoders[1]->exact, *blue = plan->decoders[2]->exact;
  for (size_t i = 0; i < colors->count; i++) {
    const uint16_t source[3] = {(uint16_t)packed[i], (uint16_t)(packed[i] >> 16), (uint16_t)(packed[i] >> 32)};
    memcpy(colors->source[i], source, sizeof source);
    colors->before[0][i] = red[source[0]];
    colors->before[1][i] = green[source[1]];
    colors->before[2][i] = blue[source[2]];
  }
}

/// Sets the unused colours of the last vector to black.
static void pad_with_black(p3_mapped_colors *colors) {
  for (size_t i = colors->count; i < P3_MAPPED_COLORS && i < colors->count + 16; i++) {
    for (unsigned row = 0; row < 3; row++) colors->before[row][i] = 0;
  }
}

// MARK: Encoding

/// Whether `y` ± `error` surely has the code `code`.
static inline int is_sure(const p3_encoder *encoder, double y, double error, uint16_t code) {
  return y - error >= encoder->levels[(int)code - 1] && y + error < encoder->levels[code];
}

static void encode_exactly(const p3_plan *plan, p3_mapped_colors *colors, double error, unsigned row, size_t i) {
  const double y = colors->after[row][i];
  const uint16_t code = p3_exact_code(plan->encoders[row], y);
  colors->codes[i][row] = code;
  if (!is_sure(plan->encoders[row], y, error, code)) colors->states[i] = P3_COLOR_UNDECIDED;
}

/// Checks a code that the kernel computed and that is mostly right.
static void check_code(const p3_plan *plan, p3_mapped_colors *colors, double error, unsigned row, size_t i) {
  const int sure = is_sure(plan->encoders[row], colors->after[row][i], error, colors->codes[i][row]);
  if (!sure) encode_exactly(plan, colors, error, row, i);
}

static void encode_all(const p3_plan *plan, p3_mapped_colors *colors, double error) {
  for (size_t i = 0; i < colors->count; i++) {
    for (unsigned row = 0; row < 3 && colors->states[i] == P3_COLOR_MOVES; row++) {
      encode_exactly(plan, colors, error, row, i);
    }
  }
}

/// Encodes all colours with the plan's kernel, whose error bound leaves room for that of mapped values.
static void encode_tile(p3_target target, const p3_plan *plan, p3_mapped_colors *colors, double error) {
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  const p3_linear_stage *stage = p3_stage(plan);
  p3_tile tile;
  for (unsigned row = 0; row < 3; row++) {
    P3_CHOOSE(p3_scale_mapped, target)(colors, row, stage->scale[row], stage->offset[row], tile.planes[row]);
  }
  memset(tile.planes[3], 0, sizeof tile.planes[3]);
  const size_t padded = (colors->count + kernel->step - 1) / kernel->step * kernel->step;
  kernel->encode(plan, &tile, colors->source, colors->codes, padded, 3);
  for (unsigned row = 0; row < 3; row++) {
    for (size_t word = 0; word * 64 < colors->count; word++) {
      for (uint64_t doubts = tile.doubts[row][word]; doubts != 0; doubts &= doubts - 1) {
        const size_t i = word * 64 + (unsigned)__builtin_ctzll(doubts);
        if (i < colors->count && colors->states[i] == P3_COLOR_MOVES) check_code(plan, colors, error, row, i);
      }
    }
  }
}

/// Whether the kernel's error bound leaves room for the error of a mapped value.
static int has_room(const p3_plan *plan) {
  return plan->kernel != P3_KERNEL_EXACT && p3_stage(plan)->constant >= 4 * p3_mapping_error;
}

// MARK: Decisions

static uint64_t entry_of(const uint16_t source[3]) {
  return ((uint64_t)source[2] << 32 | (uint64_t)source[1] << 16 | source[0]) + 1;
}

static p3_decision *decision_of(p3_mapped_colors *colors, uint64_t entry) {
  return &colors->decisions[entry * 0x9E3779B97F4A7C15u >> (64 - __builtin_ctz(P3_DECISIONS))];
}

static void follow(p3_mapped_colors *colors, size_t i, const p3_decision *decision) {
  for (unsigned row = 0; row < 3; row++) colors->after[row][i] = decision->linear[row];
  memcpy(colors->codes[i], decision->codes, sizeof decision->codes);
  colors->states[i] = decision->state;
}

/// Advances to the first undecided colour from `i` on, and applies remembered decisions on the way.
static void skip_decided(p3_mapped_colors *colors, size_t i) {
  for (; i < colors->count; i++) {
    if (colors->states[i] != P3_COLOR_UNDECIDED) continue;
    const uint64_t entry = entry_of(colors->source[i]);
    const p3_decision *decision = decision_of(colors, entry);
    if (decision->entry != entry) break;
    follow(colors, i, decision);
  }
  colors->undecided = i;
}

/// Collects the colours that may move, as linear values. Returns how many pixels were read.
static size_t gather(p3_target target, const p3_plan *plan, const uint32_t *untouched, const void *pixels, size_t count,
                     unsigned channels, p3_mapped_colors *colors) {
  uint64_t packed[P3_MAPPED_COLORS];
  const size_t seen = channels == 4 ? collect(untouched, pixels, count, colors, packed, 4)
                                    : collect(untouched, pixels, count, colors, packed, 3);
  decode(plan, packed, colors);
  pad_with_black(colors);
  P3_CHOOSE(p3_linearize, target)(plan->matrix, colors);
  return seen;
}

size_t p3_map_colors(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *untouched,
                     const void *pixels, size_t count, unsigned channels, p3_mapped_colors *colors) {
  const size_t seen = gather(target, plan, untouched, pixels, count, channels, colors);
  colors->undecided = 0;
  if (colors->count == 0) return seen;
  P3_CHOOSE(p3_map_linear, target)(mapping, colors);
  const double error = mapping->method == P3_MAP_SOFT ? 0 : p3_mapping_error;
  if (has_room(plan)) {
    encode_tile(target, plan, colors, error);
  } else {
    encode_all(plan, colors, error);
  }
  skip_decided(colors, 0);
  return seen;
}

size_t p3_find_reach(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *inside,
                     const void *pixels, size_t count, unsigned channels, double tolerance, p3_mapped_colors *colors,
                     double *reach) {
  const size_t seen = gather(target, plan, inside, pixels, count, channels, colors);
  const double found = P3_CHOOSE(p3_find_reach, target)(mapping, colors, tolerance);
  if (found > *reach) *reach = found;
  return seen;
}

void p3_soften_color(const p3_gamut_mapping *mapping, double rgb[3]) {
  const triple mapped = softened(mapping, (triple){set(rgb[0]), set(rgb[1]), set(rgb[2])});
  rgb[0] = mapped.x[0];
  rgb[1] = mapped.y[0];
  rgb[2] = mapped.z[0];
}

double p3_reach_of_color(const p3_gamut_mapping *mapping, const double rgb[3]) {
  return reach_of(mapping, (triple){set(rgb[0]), set(rgb[1]), set(rgb[2])})[0];
}

// MARK: Results

size_t p3_next_undecided(const p3_mapped_colors *colors) {
  return colors->undecided < colors->count ? colors->first[colors->undecided] : SIZE_MAX;
}

void p3_decide(p3_mapped_colors *colors, int moves, const double linear[3], const uint16_t codes[3]) {
  const size_t i = colors->undecided;
  const uint64_t entry = entry_of(colors->source[i]);
  p3_decision *decision = decision_of(colors, entry);
  decision->entry = entry;
  memcpy(decision->linear, linear, sizeof decision->linear);
  memcpy(decision->codes, codes, sizeof decision->codes);
  decision->state = moves ? P3_COLOR_MOVES : P3_COLOR_STAYS;
  skip_decided(colors, i);
}

void p3_write_mapped(const p3_mapped_colors *colors, void *pixels, unsigned channels) {
  for (size_t i = 0; i < colors->count; i++) {
    if (colors->states[i] != P3_COLOR_MOVES) continue;
    uint8_t *pixel = (uint8_t *)pixels + 2 * channels * (size_t)colors->first[i];
    for (uint32_t left = colors->pixels[i]; left != 0; left--, pixel += 2 * channels) {
      memcpy(pixel, colors->codes[i], sizeof *colors->codes);
    }
  }
}

size_t p3_list_moved(p3_target target, const p3_mapped_colors *colors, size_t first_pixel, double tolerance,
                     float *before, float *after, uint16_t *alphas, uint32_t *pixels, uint8_t *are_outside) {
  p3_color_moves moves;
  P3_CHOOSE(p3_compare_mapped, target)(colors, tolerance, &moves);
  size_t listed = 0;
  for (size_t i = 0; i < colors->count; i++) {
    const size_t first = colors->first[i], end = first + colors->pixels[i];
    for (unsigned row = 0; row < 3; row++) {
      before[row * P3_MAPPED_COLORS + listed] = moves.before[row][i];
      after[row * P3_MAPPED_COLORS + listed] = moves.after[row][i];
    }
    alphas[listed] = colors->alphas[i];
    pixels[listed] = (uint32_t)(end - (first < first_pixel ? first_pixel : first));
    are_outside[listed] = moves.is_outside[i];
    listed += (colors->states[i] == P3_COLOR_MOVES) & moves.counts[i] & (end > first_pixel);
  }
  return listed;
}

void p3_sum_moved(const float *differences, const uint32_t *pixels, const uint8_t *are_outside, size_t count,
                  p3_moved_sums *sums) {
  for (size_t i = 0; i < count; i++) {
    const float difference = differences[i];
    // Adding a half loses no bits at this size.
    sums->difference += (uint64_t)(uint32_t)(int32_t)((double)difference * P3_DIFFERENCE_UNITS + 0.5) * pixels[i];
    sums->in_gamut += are_outside[i] ? 0 : pixels[i];
    sums->noticed += difference >= P3_NOTICED_DIFFERENCE ? pixels[i] : 0;
    sums->most = difference > sums->most ? difference : sums->most;
  }
}
