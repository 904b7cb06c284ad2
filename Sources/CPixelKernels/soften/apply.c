// The second pass: lowers the pixels that the tokens of the first one name.

#include "soften/pixel.h"

#include <string.h>

void p3_soften_tone_row(const p3_soften_decoder *decoder, const uint16_t *const encoded[3], const p3_soften_tone *tone,
                        uint16_t *samples, int64_t width) {
  decoder->kernels->tone_run(decoder, encoded, tone, samples, width);
}

// MARK: Pixels

/// How many of `n` pixels from `p` on equal the first one, at least 1: eight bytes at a time.
static inline int64_t count_equal(const uint16_t *p, int64_t n, int channels) {
  const int64_t bytes = (n - 1) * channels * 2;
  const char *here = (const char *)p, *next = (const char *)(p + channels);
  int64_t at = 0;
  for (; at + 8 <= bytes; at += 8) {
    uint64_t a, b;
    memcpy(&a, here + at, 8);
    memcpy(&b, next + at, 8);
    if (a != b) break;
  }
  while (at + 2 <= bytes && memcmp(here + at, next + at, 2) == 0) at += 2;
  return 1 + at / (2 * channels);
}

/// Copies the pixel at `p` over the `n - 1` behind it.
static inline void repeat(uint16_t *p, int64_t n, int channels) {
  const int64_t size = channels * 2;
  for (int64_t done = 1; done < n; done *= 2) {
    const int64_t more = done < n - done ? done : n - done;
    memcpy(p + done * channels, p, (size_t)(more * size));
  }
}

/// Takes `share` / 65,536 of the paper's loss from a pixel.
static inline void lower(const p3_soften_curves *k, uint32_t share, uint16_t *p, int colors) {
  for (int c = 0; c < colors; c++) {
    const uint32_t less = (k->loss[c] * share + 32768u) >> 16;
    p[c] = p[c] > less ? (uint16_t)(p[c] - less) : 0;
  }
}

/// The least of a pixel's samples in units of the paper, 65,536 for paper and all that is lighter.
static inline uint32_t whiteness_of(const p3_soften_curves *k, const uint16_t *p, int colors) {
  uint64_t least = 65536;
  for (int c = 0; c < colors; c++) {
    // One more for the upper half of the codes: 65,535 becomes 65,536.
    const uint64_t value = ((uint64_t)(p[c] + (p[c] >> 15)) * k->scale[c]) >> 16;
    if (value < least) least = value;
  }
  return (uint32_t)least;
}

static inline uint32_t mapped_share(const p3_soften_curves *k, const p3_soften_verdict *verdict, const uint16_t *p,
                                    int colors) {
  const int64_t share = ((int64_t)verdict->slope * whiteness_of(k, p, colors) >> 16) - verdict->offset;
  return (uint32_t)(share < 0 ? 0 : share > 65536 ? 65536 : share);
}

static inline uint32_t panel_share(const p3_soften_curves *k, const uint16_t *p, int colors) {
  if (colors == 1) return k->panel[p[0] >> 6];
  int most;
  const int range = p3_soften_range(p, &most);
  const uint32_t share = k->panel[(most - range / 4) >> 6];
  if (share == 0) return 0;
  return most ? (share * k->fade[range * 255 / most]) >> 8 : 0;
}

/// Lowers `n` pixels, all by `verdict` or, without one, as light greys and pastels. Equal ones in a row are lowered
/// once.
static inline __attribute__((always_inline)) void lower_run(const p3_soften_curves *k, const p3_soften_verdict *verdict,
                                                            uint16_t *p, int64_t n, int channels) {
  const int colors = channels <= 2 ? 1 : 3;
  while (n > 0) {
    const int64_t count = count_equal(p, n, channels);
    lower(k, verdict ? mapped_share(k, verdict, p, colors) : panel_share(k, p, colors), p, colors);
    repeat(p, count, channels);
    p += count * channels, n -= count;
  }
}

void p3_soften_map_run(const p3_soften_curves *k, const p3_soften_verdict *verdict, uint16_t *samples, int64_t n) {
  switch (k->channels) {
    case 1: lower_run(k, verdict, samples, n, 1); break;
    case 2: lower_run(k, verdict, samples, n, 2); break;
    case 3: lower_run(k, verdict, samples, n, 3); break;
    default: lower_run(k, verdict, samples, n, 4); break;
  }
}

void p3_soften_panel_run(const p3_soften_curves *k, uint16_t *samples, int64_t n) {
  p3_soften_map_run(k, 0, samples, n);
}

static inline uint32_t share_at(const uint8_t *shares, int64_t i) { return shares[i / 2] >> (4 * (i & 1)) & 15; }

/// Takes from the `n` pixels from `p` on their shares of `full` / 32,768 of the paper's loss; the first one's nibble is
/// number `first`.
static inline void shift_run(const p3_soften_curves *k, uint32_t full, const uint8_t *shares, int64_t first,
                             uint16_t *p, int64_t n) {
  const int colors = k->channels <= 2 ? 1 : 3;
  for (int64_t i = first; i < first + n; i++, p += k->channels) {
    lower(k, (share_at(shares, i) * full * 2 + 7) / 15, p, colors);
  }
}

// MARK: Regions

/// The regions of a row, one after the other: the one in hand ends at `end`.
typedef struct {
  const uint8_t *at, *stop;
  uint32_t labels[4];
  int64_t end;
  int kind;
} regions_reader;

static inline const uint8_t *take_number(const uint8_t *from, uint64_t *number) {
  uint64_t value = 0;
  int shift = 0;
  do value |= (uint64_t)(*from & 127) << shift, shift += 7;
  while (*from++ & 128);
  *number = value;
  return from;
}

static inline uint32_t moved(uint32_t label, uint64_t distance) {
  return (uint32_t)(label + (distance & 1 ? -(int64_t)(distance >> 1) : (int64_t)(distance >> 1)));
}

static inline int next_region(regions_reader *r) {
  if (r->at >= r->stop) return 0;
  const uint8_t head = *r->at++;
  uint64_t n = head & 31, distance;
  r->kind = head >> 6;
  if (n == 0) r->at = take_number(r->at, &n);
  if (head & 32) {
    r->at = take_number(r->at, &distance);
    r->labels[r->kind] = moved(r->labels[r->kind], distance);
  }
  r->end += (int64_t)n;
  return 1;
}

static inline const p3_soften_verdict *region_verdict(const p3_soften_curves *k, const regions_reader *r) {
  static const p3_soften_verdict kept = {0};
  return r->kind == 0 ? &kept : k->regions + r->labels[r->kind];
}

/// Lowers the regions that are decided as a whole, and returns whether any other is left.
static int apply_regions(const p3_soften_curves *k, regions_reader r, uint16_t *samples, int64_t width) {
  int is_mixed = 0;
  for (int64_t x = 0; x < width && next_region(&r); x = r.end) {
    const p3_soften_verdict *verdict = region_verdict(k, &r);
    is_mixed |= verdict->kind >= P3_SOFTEN_PANEL;
    if (verdict->kind == P3_SOFTEN_MAPPED) p3_soften_map_run(k, verdict, samples + x * k->channels, r.end - x);
  }
  return is_mixed;
}

// MARK: Edges

static inline const p3_soften_verdict *verdict_of(const p3_soften_curves *k, uint32_t label) {
  return label & 1 ? k->regions + (label >> 1) : k->components + (label >> 1);
}

static inline const uint8_t *take_word(const uint8_t *from, uint32_t *word) {
  memcpy(word, from, 4);
  return from + 4;
}

/// A stretch of pixels of one token.
typedef struct {
  int kind;
  const p3_soften_verdict *light;
  /// The dark side of an edge between light and light grey (kind 3); of no meaning for the other kinds.
  const p3_soften_verdict *dark;
  const uint8_t *shares;
} stretch;

/// Lowers `n` solved edge pixels by their shares of what the light side loses. A share of 0 is that of a pixel of which
/// nothing is known, between others: on a plate (`is_plate`) it stays.
static inline void apply_edges(const p3_soften_curves *k, const stretch *s, int is_plate, int64_t first, uint16_t *p,
                               int64_t n) {
  const uint32_t full = s->light->kind == P3_SOFTEN_KEPT ? 0 : s->light->full;
  // What the light side loses is told by its largest and least channel, for each of its pixels, where its colours
  // differ much.
  const int is_panel = s->light->kind == P3_SOFTEN_PANEL && full == 0;
  for (int64_t i = 0, next; i < n; i = next) {
    const int is_known = share_at(s->shares, first + i) != 0;
    for (next = i + 1; next < n && (share_at(s->shares, first + next) != 0) == is_known;) next++;
    if (is_known ? is_panel : !is_plate)
      p3_soften_panel_run(k, p + i * k->channels, next - i);
    else if (is_known && full)
      shift_run(k, full, s->shares, first + i, p + i * k->channels, next - i);
  }
}

/// Lowers `n` pixels of a stretch, from its pixel number `first` on.
static inline void apply_stretch(const p3_soften_curves *k, const stretch *s, int is_plate, int64_t first, uint16_t *p,
                                 int64_t n) {
  if (s->kind == 0 && is_plate) return;
  const p3_soften_verdict *map = s->kind == 1 ? s->light : s->kind == 3 ? s->dark : 0;
  if (s->kind == 2)
    apply_edges(k, s, is_plate, first, p, n);
  else if (s->kind != 0 && s->light->kind == P3_SOFTEN_KEPT)
    return;
  else if (map && map->kind == P3_SOFTEN_KEPT)
    shift_run(k, s->light->full, s->shares, first, p, n);
  else if (map && map->kind == P3_SOFTEN_MAPPED)
    p3_soften_map_run(k, map, p, n);
  else
    // Of a pixel nothing is known, or it lies between light and a light grey that is itself lowered: all that is pale
    // is lowered, continuously.
    p3_soften_panel_run(k, p, n);
}

/// Whether a pixel is a mixture of paper and a grey of its hue.
static inline int is_gray(const p3_soften_curves *k, const uint16_t *p) {
  return k->channels <= 2 || p3_soften_takes_gray(k->loss, p);
}

/// Lowers `n` pixels of a stretch, from its pixel number `first` on: the greys among them by `grays`.
static void apply_grays(const p3_soften_curves *k, const stretch *s, const p3_soften_verdict *grays, int64_t first,
                        uint16_t *p, int64_t n) {
  for (int64_t i = 0, next; i < n; i = next) {
    const int gray = is_gray(k, p + i * k->channels);
    for (next = i + 1; next < n && is_gray(k, p + next * k->channels) == gray;) next++;
    if (gray)
      p3_soften_map_run(k, grays, p + i * k->channels, next - i);
    else
      apply_stretch(k, s, 0, first + i, p + i * k->channels, next - i);
  }
}

/// Lowers those pixels of a stretch from `x` up to `end` that lie in regions of several inks.
static void apply_within(const p3_soften_curves *k, const stretch *s, regions_reader *r, int64_t x, int64_t end,
                         uint16_t *samples) {
  const int64_t start = x;
  while (x < end) {
    while (r->end <= x)
      if (!next_region(r)) return;
    const int64_t stop = r->end < end ? r->end : end;
    const p3_soften_verdict *verdict = region_verdict(k, r);
    if (verdict->kind == P3_SOFTEN_GRAYS)
      apply_grays(k, s, verdict, x - start, samples + x * k->channels, stop - x);
    else if (verdict->kind >= P3_SOFTEN_PANEL)
      apply_stretch(k, s, verdict->kind == P3_SOFTEN_PANEL, x - start, samples + x * k->channels, stop - x);
    x = stop;
  }
}

void p3_soften_apply_row(const p3_soften_curves *k, const uint8_t *region_tokens, int64_t region_count,
                         const uint8_t *tokens, int64_t token_count, uint16_t *samples, int64_t width) {
  regions_reader r = {.at = region_tokens, .stop = region_tokens + region_count};
  if (!apply_regions(k, r, samples, width)) return;
  const uint8_t *at = tokens, *end = tokens + token_count;
  uint32_t label = 0, previous = 0, named = 0;
  int64_t x = 0;
  while (at < end && x < width) {
    const int kind = *at >> 6;
    uint32_t n = *at++ & 63, other = 0;
    if (kind == 3 && (n == 0 || n == 63)) {
      const uint32_t before = label;
      uint64_t distance = 0;
      if (n == 0) at = take_number(at, &distance), named = moved(named, distance);
      label = n == 0 ? named : previous;
      previous = before;
      continue;
    }
    if (n == 63) at = take_word(at, &n);
    if (kind == 3) at = take_word(at, &other);
    const stretch s = {kind, verdict_of(k, label), verdict_of(k, other), at};
    apply_within(k, &s, &r, x, x + n, samples);
    if (kind >= 2) at += (n + 1) / 2;
    x += n;
  }
  // Of the row's end nothing is known.
  const stretch rest = {0, verdict_of(k, 0), 0, 0};
  apply_within(k, &rest, &r, x, width, samples);
}
