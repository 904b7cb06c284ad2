// Softening's second pass, against an oracle in Double that works pixel by pixel from a plan: no tokens, no integers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "p3_soften_kernels.h"

#define MOST_WIDTH 700
#define LABELS 6

/// What a pixel's row of tokens says about it.
typedef struct {
  /// Of its region: 0 invisible, 1 light, 2 ink; and its label.
  int kind;
  uint32_t region;
  /// Of its edge token: its kind, the label in hand, the grey side's label, and the share in fifteenths.
  int edge;
  uint32_t light, gray;
  unsigned share;
} plan;

static uint16_t panel[1024], fade[256];
static p3_soften_verdict regions[LABELS], components[LABELS];

// MARK: The oracle

/// The share of its loss that a light `gray` takes, 0 to 1; and what is left of it at `saturation`.
static double panel_of(double gray) { return gray < 0.5 ? 0 : (gray - 0.5) * 2; }
static double fade_of(double saturation) { return saturation > 0.8 ? 0 : 1 - saturation / 0.8; }

static double clamped(double share) { return share < 0 ? 0 : share > 1 ? 1 : share; }

/// What is to be taken from a pixel, as a share of the paper's loss, and how far integers may be off that share.
typedef struct {
  double share, tolerance;
} lowering;

static lowering mapped(const p3_soften_curves *k, const p3_soften_verdict *verdict, const uint16_t *p, int colors) {
  double least = 1;
  for (int c = 0; c < colors; c++) {
    const double paper = 65536.0 * 65536 / k->scale[c];
    least = fmin(least, p[c] * (65536.0 / 65535) / paper);
  }
  const double slope = verdict->slope / 65536.0;
  return (lowering){clamped(slope * least - verdict->offset / 65536.0), (3 * fabs(slope) + 2) / 65536};
}

static lowering panelled(const uint16_t *p, int colors) {
  if (colors == 1) return (lowering){panel_of(p[0] / 65536.0), 2.0 / 1024};
  const double most = fmax(p[0], fmax(p[1], p[2])), least = fmin(p[0], fmin(p[1], p[2]));
  const double left = most > 0 ? fade_of((most - least) / most) : 0;
  return (lowering){panel_of((most - (most - least) / 4) / 65536.0) * left, 2.0 / 1024 + 2.0 / 255};
}

static const p3_soften_verdict *side(uint32_t label) {
  return label & 1 ? regions + (label >> 1) : components + (label >> 1);
}

static lowering lowering_of(const p3_soften_curves *k, const plan *at, const uint16_t *p) {
  const int colors = k->channels <= 2 ? 1 : 3;
  const lowering none = {0, 0};
  if (at->kind == 0) return none;
  const p3_soften_verdict *own = regions + at->region;
  if (own->kind == P3_SOFTEN_MAPPED) return mapped(k, own, p, colors);
  if (own->kind == P3_SOFTEN_KEPT) return none;
  const lowering unknown = own->kind == P3_SOFTEN_MIXED ? panelled(p, colors) : none;
  if (at->edge == 0) return unknown;
  const p3_soften_verdict *light = side(at->light), *gray = side(at->gray);
  const int is_unknown = at->edge == 2 && at->share == 0;
  if (is_unknown) return unknown;
  if (light->kind == P3_SOFTEN_KEPT) return none;
  const lowering blend = {at->share / 15.0 * light->full / 32768, 2.0 / 65536};
  if (at->edge == 2) return light->kind == P3_SOFTEN_PANEL && light->full == 0 ? panelled(p, colors) : blend;
  if (at->edge == 1) return light->kind == P3_SOFTEN_MAPPED ? mapped(k, light, p, colors) : panelled(p, colors);
  if (gray->kind == P3_SOFTEN_PANEL) return panelled(p, colors);
  return gray->kind == P3_SOFTEN_KEPT ? blend : mapped(k, gray, p, colors);
}

// MARK: Plans as tokens

static uint8_t *put_number(uint8_t *to, uint64_t n) {
  while (n > 127) *to++ = (uint8_t)(n | 128), n >>= 7;
  *to++ = (uint8_t)n;
  return to;
}

static uint8_t *put_distance(uint8_t *to, uint32_t from, uint32_t label) {
  return put_number(to, label >= from ? (uint64_t)(label - from) << 1 : (uint64_t)(from - label) << 1 | 1);
}

/// How many pixels from `x` on lie in one region.
static size_t region_length(const plan *row, size_t x, size_t width) {
  size_t end = x + 1;
  while (end < width && row[end].kind == row[x].kind && row[end].region == row[x].region) end++;
  return end - x;
}

static int64_t write_regions(const plan *row, size_t width, uint8_t *tokens) {
  uint8_t *to = tokens;
  uint32_t last[3] = {0};
  for (size_t x = 0, n; x < width; x += n) {
    n = region_length(row, x, width);
    const int kind = row[x].kind, is_new = kind != 0 && row[x].region != last[kind];
    *to++ = (uint8_t)(kind << 6 | is_new << 5 | (n < 32 ? (int)n : 0));
    if (n >= 32) to = put_number(to, n);
    if (is_new) to = put_distance(to, last[kind], row[x].region), last[kind] = row[x].region;
  }
  return to - tokens;
}

/// How many pixels from `x` on one edge token can say, `most` at most.
static size_t edge_length(const plan *row, size_t x, size_t width, size_t most) {
  size_t end = x + 1;
  while (end < width && end - x < most && row[end].edge == row[x].edge && row[end].light == row[x].light &&
         row[end].gray == row[x].gray)
    end++;
  return end - x;
}

static int64_t write_edges(const plan *row, size_t width, uint8_t *tokens) {
  uint8_t *to = tokens;
  uint32_t label = 0, previous = 0, named = 0;
  for (size_t x = 0, n; x < width; x += n) {
    const plan *at = row + x;
    n = edge_length(row, x, width, at->edge >= 2 ? 62 : width);
    if (at->edge == 0 && x + n == width) break;  // the row's end needs no token
    if (at->edge != 0 && at->light != label) {
      const uint32_t before = label;
      if (at->light == previous) {
        *to++ = 3 << 6 | 63;
      } else {
        *to++ = 3 << 6;
        to = put_distance(to, named, at->light);
        named = at->light;
      }
      label = at->light, previous = before;
    }
    *to++ = (uint8_t)(at->edge << 6 | (n < 63 ? (int)n : 63));
    const uint32_t count = (uint32_t)n;
    if (n >= 63) memcpy(to, &count, 4), to += 4;
    if (at->edge == 3) memcpy(to, &at->gray, 4), to += 4;
    for (size_t i = 0; at->edge >= 2 && i < n; i += 2)
      *to++ = (uint8_t)(row[x + i].share | (i + 1 < n ? row[x + i + 1].share << 4 : 0));
  }
  return to - tokens;
}

// MARK: Trials

static p3_soften_verdict random_verdict(unsigned kind) {
  p3_soften_verdict verdict = {.kind = (uint16_t)kind, .full = (uint16_t)random_below(32769)};
  if (kind == P3_SOFTEN_MAPPED) {
    verdict.slope = (int32_t)(65536 + random_below(4 * 65536));
    verdict.offset = (int32_t)random_below((size_t)verdict.slope);
    verdict.full = 32768;
  }
  return verdict;
}

static void fill_tables(void) {
  for (int i = 0; i < 1024; i++) panel[i] = (uint16_t)fmin(65535, panel_of((i + 0.5) / 1024) * 65536 + 0.5);
  for (int i = 0; i < 256; i++) fade[i] = (uint16_t)(fade_of(i / 255.0) * 256 + 0.5);
  // Of both kinds of label there is one of each verdict; a light side is never of several inks. A region of light
  // greys is one with signs on it.
  static const unsigned region_kinds[LABELS] = {P3_SOFTEN_KEPT,  P3_SOFTEN_MIXED, P3_SOFTEN_MAPPED,
                                                P3_SOFTEN_PANEL, P3_SOFTEN_KEPT,  P3_SOFTEN_MAPPED};
  static const unsigned component_kinds[LABELS] = {P3_SOFTEN_KEPT,   P3_SOFTEN_PANEL, P3_SOFTEN_MAPPED,
                                                   P3_SOFTEN_MAPPED, P3_SOFTEN_PANEL, P3_SOFTEN_KEPT};
  for (int i = 0; i < LABELS; i++) {
    regions[i] = random_verdict(region_kinds[i]);
    components[i] = random_verdict(component_kinds[i]);
  }
  components[1].full = 0;
}

/// A label of a light side: of a component, or of a region that is no mixture.
static uint32_t random_side(void) {
  static const uint32_t whole[] = {2, 4, 5};
  if (random_below(2)) return p3_soften_light_label(whole[random_below(3)]);
  return p3_soften_smooth_label((uint32_t)(1 + random_below(LABELS - 1)));
}

static void fill_plan(plan *row, size_t width, unsigned longest) {
  for (size_t x = 0, end = 0, edge_end = 0; x < width; x++) {
    row[x] = x > 0 ? row[x - 1] : (plan){0};
    if (x == end) {
      end = x + 1 + random_below(longest);
      row[x].kind = (int)random_below(3);
      row[x].region = row[x].kind ? (uint32_t)(1 + random_below(LABELS - 1)) : 0;
    }
    if (x == edge_end) {
      edge_end = x + 1 + random_below(longest);
      row[x].edge = (int)random_below(4);
      row[x].light = row[x].edge ? random_side() : 0;
      row[x].gray = row[x].edge == 3 ? random_side() : 0;
    }
    row[x].share = (unsigned)random_below(16);
  }
}

static void check_pixels(const p3_soften_curves *k, const plan *row, const uint16_t *before, const uint16_t *after,
                         size_t width) {
  const int channels = k->channels, colors = channels <= 2 ? 1 : 3;
  for (size_t x = 0; x < width; x++, before += channels, after += channels) {
    const lowering wanted = lowering_of(k, row + x, before);
    for (int c = 0; c < colors; c++) {
      const double ideal = fmax(0, before[c] - wanted.share * k->loss[c]);
      check("a softened sample near the oracle's", fabs(after[c] - ideal) <= 1.01 + wanted.tolerance * k->loss[c]);
    }
    if (channels % 2 == 0) check("alpha as it was", before[channels - 1] == after[channels - 1]);
  }
}

static void test_row(int channels, size_t width, unsigned kind) {
  static plan row[MOST_WIDTH];
  p3_soften_curves k = {
      .panel = panel, .fade = fade, .channels = channels, .regions = regions, .components = components};
  for (int c = 0; c < 3; c++) {
    k.loss[c] = (uint16_t)random_below(12000);
    const uint32_t paper = kind % 2 ? 65536 : 55000 + (uint32_t)random_below(10000);
    k.scale[c] = (uint32_t)(65536.0 * 65536 / paper);
  }
  fill_plan(row, width, kind % 3 ? 9 : 150);
  const size_t size = width * (size_t)channels * 2;
  uint16_t *before = guarded(size, 0), *after = guarded(size, 2 * (kind % 4));
  fill_samples(before, width * (size_t)channels, (unsigned)channels, kind);
  memcpy(after, before, size);
  uint8_t *region_tokens = guarded(P3_SOFTEN_REGION_TOKENS(width), 0), *edges = guarded(P3_SOFTEN_TOKENS(width), 0);
  const int64_t region_count = write_regions(row, width, region_tokens), edge_count = write_edges(row, width, edges);
  p3_soften_apply_row(&k, region_tokens, region_count, edges, edge_count, after, (int64_t)width);
  check_guards(after);
  check_pixels(&k, row, before, after, width);
  add_to_digest(after, size);
  release(before), release(after), release(region_tokens), release(edges);
}

void test_soften_apply(void) {
  begin_family("soften apply", P3_TARGET_SCALAR);
  for (unsigned kind = 0; kind < 24; kind++) {
    fill_tables();
    for (int channels = 1; channels <= 4; channels++) {
      for (size_t width = 1; width <= MOST_WIDTH; width += width < 80 ? 1 : 61) {
        describe_case("%zu pixels of %d channels, kind %u", width, channels, kind);
        test_row(channels, width, kind);
      }
    }
  }
  end_family();
}
