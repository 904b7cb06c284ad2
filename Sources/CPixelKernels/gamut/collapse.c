#include "p3_collapse.h"

#include <string.h>

#include "cpu/memory.h"
#include "p3_pixel_bits.h"

enum {
  /// Floats before each plane that stand for pixels left of the row, and behind it for those right of it.
  LEAD = 16,
  /// What is known of 64 pixels of a row: their colours, how they compare with those to the left, and with those above.
  FILLED = 1,
  LEFT = 2,
  ABOVE = 4,
  SPANS = P3_MOST_EDGE - P3_LEAST_EDGE + 1,
};

/// Bits of the remembered rows.
typedef enum { OUT, VISIBLE, SAME_LEFT, SAME_ABOVE, GOES_ON_DOWN, KINDS } kind;

/// Words for the caller, and those that are 0 in a row without any.
typedef enum { ACROSS, DOWN, ALONG, STEP, MEASURED, BEGIN, EDGES, RESULTS = EDGES + 2 * SPANS } result;

struct p3_collapse {
  /// Words of a row's bits, floats of a plane, samples of a row.
  size_t width, words, stride, samples_per_row;
  unsigned channels;
  p3_target target;
  float matrix[9];
  /// The ring's slot of the newest row, how many rows came, and how many since the last one with a pixel out of gamut.
  size_t newest;
  int64_t count, quiet;
  uint16_t *samples;
  uint64_t *bits[KINDS];
  uint8_t *known;
  p3_pair_bits *left, *above;
  float *planes;
  int is_compared[P3_COLLAPSE_ROWS];
  /// By word, the last row that had a pixel out of gamut; −P3_COLLAPSE_ROWS before the first.
  int64_t *last_out;
  uint64_t *results[RESULTS], any[RESULTS];
  /// Columns with a walk, and those whose walk has been measured; the colours of the first pixels, the row of each, and
  /// the CIE94 from there on which the walk is to be measured.
  uint64_t *walking, *measured;
  float *starts, *least;
  uint16_t *start_samples;
  int64_t *start_rows;
};

// MARK: Making and freeing

static uint64_t *words_of(const p3_collapse *rows, size_t count) {
  return p3_allocated((count * rows->words + 1) * sizeof(uint64_t));
}

static int walks_create(p3_collapse *rows) {
  rows->walking = words_of(rows, 1);
  rows->measured = words_of(rows, 1);
  rows->starts = calloc(P3_LAB_PLANES * rows->stride, sizeof(float));
  rows->least = calloc(rows->stride, sizeof(float));
  rows->start_samples = calloc(3 * rows->stride, sizeof(uint16_t));
  rows->start_rows = calloc(rows->stride, sizeof(int64_t));
  return rows->walking && rows->measured && rows->starts && rows->least && rows->start_samples && rows->start_rows;
}

static int rows_create(p3_collapse *rows) {
  const size_t count = P3_COLLAPSE_ROWS;
  rows->samples = calloc(count * rows->samples_per_row, sizeof(uint16_t));
  for (int i = 0; i < KINDS; i++)
    if (!(rows->bits[i] = words_of(rows, count))) return 0;
  for (int i = 0; i < RESULTS; i++)
    if (!(rows->results[i] = words_of(rows, 1))) return 0;
  rows->known = calloc(count * rows->words, 1);
  rows->left = calloc(count * rows->words, sizeof(p3_pair_bits));
  rows->above = calloc(count * rows->words, sizeof(p3_pair_bits));
  rows->last_out = calloc(rows->words + 2, sizeof(int64_t));
  // The system maps zeros when they are touched: rows without a pixel out of gamut take none.
  rows->planes = calloc(count * P3_LAB_PLANES * rows->stride, sizeof(float));
  if (!rows->last_out) return 0;
  for (size_t i = 0; i < rows->words + 2; i++) rows->last_out[i] = -P3_COLLAPSE_ROWS;
  return rows->samples && rows->known && rows->left && rows->above && rows->planes;
}

p3_collapse *p3_collapse_create(size_t width, unsigned channels, const float matrix[9], p3_target target) {
  p3_collapse *rows = calloc(1, sizeof *rows);
  if (!rows) return NULL;
  rows->width = width;
  rows->words = (width + 63) / 64;
  rows->stride = LEAD + 64 * rows->words + LEAD;
  rows->samples_per_row = width * channels;
  rows->channels = channels;
  rows->target = target;
  memcpy(rows->matrix, matrix, sizeof rows->matrix);
  rows->quiet = P3_COLLAPSE_ROWS;
  if (rows_create(rows) && walks_create(rows)) return rows;
  p3_collapse_free(rows);
  return NULL;
}

void p3_collapse_free(p3_collapse *rows) {
  if (!rows) return;
  free(rows->samples);
  for (int i = 0; i < KINDS; i++) free(rows->bits[i]);
  for (int i = 0; i < RESULTS; i++) free(rows->results[i]);
  free(rows->known);
  free(rows->left);
  free(rows->above);
  free(rows->planes);
  free(rows->last_out);
  free(rows->walking);
  free(rows->measured);
  free(rows->starts);
  free(rows->least);
  free(rows->start_samples);
  free(rows->start_rows);
  free(rows);
}

// MARK: Rows

static size_t slot_of(const p3_collapse *rows, size_t back) {
  return (rows->newest + P3_COLLAPSE_ROWS - back) % P3_COLLAPSE_ROWS;
}

static uint64_t *bits_of(const p3_collapse *rows, kind kind, size_t back) {
  return rows->bits[kind] + slot_of(rows, back) * rows->words;
}

/// A word of a row's bits, and the word whose bit of pixel x says what pixel x − `distance` (1 to 63) is.
static uint64_t word_of(const p3_collapse *rows, kind kind, size_t back, size_t word) {
  return bits_of(rows, kind, back)[word];
}

static uint64_t shifted(const uint64_t *bits, size_t word, unsigned distance) {
  return bits[word] << distance | (word > 0 ? bits[word - 1] >> (64 - distance) : 0);
}

size_t p3_collapse_at_hand(const p3_collapse *rows) {
  return rows->count < P3_COLLAPSE_ROWS ? (size_t)rows->count : P3_COLLAPSE_ROWS;
}

/// Up to 64 bits from bit `first` on; nothing beyond them is read.
static uint64_t bits_from(const uint8_t *bits, size_t first, size_t count) {
  const size_t bytes = (first % 8 + count + 7) / 8;
  uint64_t words[2] = {0};
  memcpy(words, bits + first / 8, bytes);
  const unsigned shift = first % 8;
  const uint64_t word = shift == 0 ? words[0] : words[0] >> shift | words[1] << (64 - shift);
  return word & UINT64_MAX >> (64 - count);
}

void p3_collapse_take(p3_collapse *rows, const uint16_t *pixels, const uint8_t *outside, size_t first_bit) {
  const int64_t y = rows->count++;
  rows->newest = (rows->newest + 1) % P3_COLLAPSE_ROWS;
  memcpy(rows->samples + rows->newest * rows->samples_per_row, pixels, rows->samples_per_row * sizeof *pixels);
  rows->is_compared[rows->newest] = 0;
  memset(rows->known + rows->newest * rows->words, 0, rows->words);
  memset(bits_of(rows, GOES_ON_DOWN, 0), 0, rows->words * sizeof(uint64_t));
  uint64_t *out = bits_of(rows, OUT, 0), any = 0;
  for (size_t word = 0; word < rows->words; word++) {
    const size_t count = rows->width - 64 * word < 64 ? rows->width - 64 * word : 64;
    out[word] = bits_from(outside, first_bit + 64 * word, count);
    if (out[word]) rows->last_out[word + 1] = y;
    any |= out[word];
  }
  rows->quiet = any ? 0 : rows->quiet + 1;
}

/// Finds the bits of all rows that `p3_collapse_take` leaves out.
static void compare_rows(p3_collapse *rows) {
  const size_t at_hand = p3_collapse_at_hand(rows);
  for (size_t back = at_hand; back-- > 0;) {
    if (rows->is_compared[slot_of(rows, back)]) continue;
    rows->is_compared[slot_of(rows, back)] = 1;
    const uint16_t *row = p3_collapse_pixel(rows, 0, back);
    uint64_t *visible = bits_of(rows, VISIBLE, back);
    p3_visible_pixels(row, rows->width, rows->channels, visible);
    p3_same_neighbours(row, rows->width, rows->channels, visible, bits_of(rows, SAME_LEFT, back));
    if (back + 1 == at_hand) continue;
    p3_same_pixels(row, p3_collapse_pixel(rows, 0, back + 1), rows->width, rows->channels, visible,
                   bits_of(rows, VISIBLE, back + 1), bits_of(rows, SAME_ABOVE, back));
  }
}

// MARK: Pixels

const uint16_t *p3_collapse_pixel(const p3_collapse *rows, size_t x, size_t back) {
  return rows->samples + slot_of(rows, back) * rows->samples_per_row + x * rows->channels;
}

static int contains(const p3_collapse *rows, kind kind, size_t x, size_t back) {
  return word_of(rows, kind, back, x / 64) >> x % 64 & 1;
}

int p3_collapse_is_visible(const p3_collapse *rows, size_t x, size_t back) { return contains(rows, VISIBLE, x, back); }

int p3_collapse_is_same_as_left(const p3_collapse *rows, size_t x, size_t back) {
  return contains(rows, SAME_LEFT, x, back);
}

int p3_collapse_is_same_as_above(const p3_collapse *rows, size_t x, size_t back) {
  return contains(rows, SAME_ABOVE, x, back);
}

int p3_collapse_is_half_opaque(const p3_collapse *rows, size_t x, size_t back) {
  return rows->channels != 4 || p3_collapse_pixel(rows, x, back)[3] >= 0x8000;
}

// MARK: Colours

/// The first plane of a block of a row.
static float *planes_of(const p3_collapse *rows, size_t word, size_t back) {
  return rows->planes + slot_of(rows, back) * P3_LAB_PLANES * rows->stride + LEAD + 64 * word;
}

static uint8_t *known_of(const p3_collapse *rows, size_t word, size_t back) {
  return rows->known + slot_of(rows, back) * rows->words + word;
}

static void fill(p3_collapse *rows, const p3_plan *plan, size_t word, size_t back) {
  uint8_t *known = known_of(rows, word, back);
  if (*known & FILLED) return;
  *known |= FILLED;
  const size_t count = rows->width - 64 * word < 64 ? rows->width - 64 * word : 64;
  p3_clip_labs(rows->target, plan, rows->matrix, p3_collapse_pixel(rows, 64 * word, back), count, rows->channels,
               planes_of(rows, word, back), rows->stride);
}

/// The pixels of a block out of gamut in a row, none where that is not at hand.
static uint64_t out_of(const p3_collapse *rows, size_t word, size_t back) {
  return back < p3_collapse_at_hand(rows) ? word_of(rows, OUT, back, word) : 0;
}

/// Pairs of a block with the pixel to the left that are asked for: one of them is out of gamut, or one of a pair
/// beside.
static uint64_t wanted_left(const p3_collapse *rows, size_t word, size_t back) {
  const uint64_t *out = bits_of(rows, OUT, back);
  const uint64_t next = word + 1 < rows->words ? out[word + 1] : 0;
  return out[word] | shifted(out, word, 1) | shifted(out, word, 2) | out[word] >> 1 | next << 63;
}

/// How the pixels of a block compare with those to their left. Pixels beyond the row are not apart from any.
static const p3_pair_bits *compared_left(p3_collapse *rows, const p3_plan *plan, size_t word, size_t back) {
  p3_pair_bits *bits = rows->left + slot_of(rows, back) * rows->words + word;
  uint8_t *known = known_of(rows, word, back);
  if (*known & LEFT) return bits;
  *known |= LEFT;
  if (word > 0) fill(rows, plan, word - 1, back);
  fill(rows, plan, word, back);
  const float *here = planes_of(rows, word, back);
  p3_compare_pairs(rows->target, here - 1, here, rows->stride, P3_COLLAPSE_VISIBLE, wanted_left(rows, word, back),
                   bits);
  if (word == 0) bits->apart &= ~UINT64_C(1);
  if (rows->width - 64 * word < 64) bits->apart &= UINT64_MAX >> (64 - rows->width % 64);
  return bits;
}

/// How they compare with those above, which are there: where one of them or of a pair beside is out of gamut.
static const p3_pair_bits *compared_above(p3_collapse *rows, const p3_plan *plan, size_t word, size_t back) {
  p3_pair_bits *bits = rows->above + slot_of(rows, back) * rows->words + word;
  uint8_t *known = known_of(rows, word, back);
  if (*known & ABOVE) return bits;
  *known |= ABOVE;
  fill(rows, plan, word, back + 1);
  fill(rows, plan, word, back);
  const uint64_t lower = out_of(rows, word, back) | (back > 0 ? out_of(rows, word, back - 1) : 0);
  const uint64_t upper = out_of(rows, word, back + 1) | out_of(rows, word, back + 2);
  p3_compare_pairs(rows->target, planes_of(rows, word, back + 1), planes_of(rows, word, back), rows->stride,
                   P3_COLLAPSE_VISIBLE, lower | upper, bits);
  return bits;
}

// MARK: Neighbours

static void put(p3_collapse *rows, result result, size_t word, uint64_t bits) {
  rows->results[result][word] = bits;
  rows->any[result] |= bits;
}

/// Pixels of the newest row with those to their left.
static uint64_t find_across(p3_collapse *rows, const p3_plan *plan, size_t word, uint64_t differ) {
  const p3_pair_bits *here = compared_left(rows, plan, word, 0);
  uint64_t pairs = differ & here->lost;
  // The colours go on in the pixels beyond the pair; where the row ends, nothing is asked.
  const uint64_t before = word > 0 && *known_of(rows, word - 1, 0) & LEFT ? here[-1].apart >> 63 : 0;
  pairs &= ~(here->apart << 1 | before | here->apart >> 1);
  if (pairs == 0) return 0;
  const float *planes = planes_of(rows, word, 0);
  pairs = p3_lost_pairs(rows->target, planes - 1, planes, rows->stride, P3_COLLAPSE_VISIBLE, pairs);
  const uint64_t has_before = word > 0 ? pairs : pairs & ~UINT64_C(3);
  const size_t count = rows->width - 64 * word < 64 ? rows->width - 64 * word : 64;
  const uint64_t has_after = pairs & ~(UINT64_MAX << (count - 1));
  pairs &=
      ~has_before | p3_alike_pairs(rows->target, planes - 2, planes - 1, rows->stride, P3_COLLAPSE_VISIBLE, has_before);
  return pairs &
         (~has_after | p3_alike_pairs(rows->target, planes, planes + 1, rows->stride, P3_COLLAPSE_VISIBLE, has_after));
}

/// Pixels of the row `below` rows above the newest, 1 or, at the end of the image, 0, with those above.
static uint64_t find_down(p3_collapse *rows, const p3_plan *plan, size_t word, size_t below) {
  const size_t lower = below, upper = below + 1, at_hand = p3_collapse_at_hand(rows);
  if (at_hand <= upper) return 0;
  const uint64_t visible = word_of(rows, VISIBLE, lower, word) & word_of(rows, VISIBLE, upper, word);
  const uint64_t out = word_of(rows, OUT, lower, word) | word_of(rows, OUT, upper, word);
  const uint64_t differ = visible & out & ~word_of(rows, SAME_ABOVE, lower, word);
  if (differ == 0) return 0;
  uint64_t pairs = differ & compared_above(rows, plan, word, lower)->lost;
  if (pairs && at_hand > upper + 1) pairs &= ~compared_above(rows, plan, word, upper)->apart;
  if (pairs && below > 0) pairs &= ~compared_above(rows, plan, word, 0)->apart;
  if (pairs == 0) return 0;
  const float *planes[2] = {planes_of(rows, word, upper), planes_of(rows, word, lower)};
  pairs = p3_lost_pairs(rows->target, planes[0], planes[1], rows->stride, P3_COLLAPSE_VISIBLE, pairs);
  if (pairs && at_hand > upper + 1) {
    pairs &= p3_alike_pairs(rows->target, planes_of(rows, word, upper + 1), planes[0], rows->stride,
                            P3_COLLAPSE_VISIBLE, pairs);
  }
  if (pairs && below > 0) {
    pairs &=
        p3_alike_pairs(rows->target, planes[1], planes_of(rows, word, 0), rows->stride, P3_COLLAPSE_VISIBLE, pairs);
  }
  return pairs;
}

// MARK: Edges

/// The word of the bit of each pixel's neighbour `distance` pixels to the left, or above.
static uint64_t neighbour(const p3_collapse *rows, kind kind, size_t word, unsigned distance, int is_column) {
  if (is_column) return word_of(rows, kind, distance, word);
  const uint64_t *bits = bits_of(rows, kind, 0);
  return distance == 0 ? bits[word] : shifted(bits, word, distance);
}

/// Where the second flat colour of an edge goes on: the first colour ends `span` + 1 pixels before, the second begins
/// one pixel before, and the colours between change at each pixel.
static uint64_t find_edges(const p3_collapse *rows, size_t word, unsigned span, int is_column) {
  const kind same = is_column ? SAME_ABOVE : SAME_LEFT;
  // The first flat colour needs a row above.
  if (is_column && p3_collapse_at_hand(rows) <= span + 2) return 0;
  uint64_t bits = neighbour(rows, same, word, 0, is_column);
  if (bits) bits &= neighbour(rows, same, word, span + 1, is_column);
  for (unsigned distance = 1; bits && distance <= span; distance++) {
    bits &= ~neighbour(rows, same, word, distance, is_column) & neighbour(rows, VISIBLE, word, distance, is_column);
  }
  if (bits == 0) return 0;
  return bits & (neighbour(rows, OUT, word, 1, is_column) | neighbour(rows, OUT, word, span + 1, is_column));
}

// MARK: Walks down

/// Copies the colours of the pixels of a block that have a bit set to the starts of their columns' walks.
static void begin_walks(p3_collapse *rows, size_t word, size_t back, uint64_t columns) {
  const float *planes = planes_of(rows, word, back);
  float *starts = rows->starts + LEAD + 64 * word;
  rows->measured[word] &= ~columns;
  for (; columns != 0; columns &= columns - 1) {
    const size_t column = (unsigned)__builtin_ctzll(columns), x = 64 * word + column;
    for (int plane = 0; plane < P3_LAB_PLANES; plane++)
      starts[(size_t)plane * rows->stride + column] = planes[(size_t)plane * rows->stride + column];
    memcpy(rows->start_samples + 3 * x, p3_collapse_pixel(rows, x, back), 3 * sizeof(uint16_t));
    rows->least[LEAD + x] = P3_COLLAPSE_LEAST;
    rows->start_rows[x] = rows->count - 1 - (int64_t)back;
  }
}

/// Carries the walks down some columns on to a row. Returns those that the caller has to carry on.
static uint64_t walk_down(p3_collapse *rows, const p3_plan *plan, size_t word, size_t back, uint64_t columns) {
  const uint64_t asked = columns & ~word_of(rows, SAME_ABOVE, back, word);
  if (asked == 0) return 0;
  const uint64_t near = compared_above(rows, plan, word, back)->surely_near;
  uint64_t ends;
  const uint64_t goes = p3_walk_down(rows->target, rows->starts + LEAD + 64 * word, rows->least + LEAD + 64 * word,
                                     planes_of(rows, word, back), rows->stride, P3_COLLAPSE_VISIBLE, asked, &ends);
  const uint64_t ended = ends & ~rows->measured[word];
  if (ended) begin_walks(rows, word, back, ended);
  return asked & ~(goes & near) & ~ended;
}

/// Columns of a block that have carried on a ramp for as many rows as a plateau needs.
static uint64_t went_on(const p3_collapse *rows, size_t word) {
  if (p3_collapse_at_hand(rows) <= P3_PLATEAU_STEPS) return 0;
  uint64_t bits = UINT64_MAX;
  for (size_t back = 0; back < P3_PLATEAU_STEPS && bits; back++) bits &= word_of(rows, GOES_ON_DOWN, back, word);
  return bits;
}

/// Carries the walks down the columns of a block on to the newest row. A walk begins where enough pixels below each
/// other may belong to one ramp, with the first of them: in a noisy image that is nearly nowhere.
static void walk_columns(p3_collapse *rows, const p3_plan *plan, size_t word, uint64_t goes_on) {
  bits_of(rows, GOES_ON_DOWN, 0)[word] = goes_on;
  rows->walking[word] &= goes_on;
  if (goes_on == 0) return;
  const uint64_t walking = rows->walking[word];
  if (walking) {
    const uint64_t steps = walk_down(rows, plan, word, 0, walking);
    put(rows, STEP, word, steps);
    put(rows, MEASURED, word, walking & rows->measured[word] & ~steps);
  }
  const uint64_t begins = went_on(rows, word) & ~walking;
  if (begins == 0) return;
  for (size_t back = 0; back <= P3_PLATEAU_STEPS; back++) fill(rows, plan, word, back);
  begin_walks(rows, word, P3_PLATEAU_STEPS, begins);
  uint64_t unsure = 0;
  for (size_t back = P3_PLATEAU_STEPS; back-- > 0;) unsure |= walk_down(rows, plan, word, back, begins & ~unsure);
  if (unsure) begin_walks(rows, word, P3_PLATEAU_STEPS, unsure);
  put(rows, BEGIN, word, unsure);
  rows->walking[word] |= begins;
}

// MARK: The search

/// Whether a pixel of a block or of one beside it was out of gamut in one of the rows at hand.
static int is_active(const p3_collapse *rows, size_t word) {
  const int64_t *last = rows->last_out + word, oldest = rows->count - P3_COLLAPSE_ROWS;
  return last[0] >= oldest || last[1] >= oldest || last[2] >= oldest;
}

static void search_block(p3_collapse *rows, const p3_plan *plan, size_t word) {
  const uint64_t *outs = bits_of(rows, OUT, 0), *seen = bits_of(rows, VISIBLE, 0);
  const uint64_t out = outs[word], out_left = shifted(outs, word, 1);
  const uint64_t same = word_of(rows, SAME_LEFT, 0, word);
  const uint64_t differ = ~same & (out | out_left) & seen[word] & shifted(seen, word, 1);
  const uint64_t along = out & out_left;
  if (differ) put(rows, ACROSS, word, find_across(rows, plan, word, differ));
  if (along) {
    put(rows, ALONG, word, along & ~same ? along & (same | compared_left(rows, plan, word, 0)->near) : along);
  }
  put(rows, DOWN, word, find_down(rows, plan, word, 1));
  for (unsigned span = P3_LEAST_EDGE; span <= P3_MOST_EDGE; span++) {
    put(rows, EDGES + span - P3_LEAST_EDGE, word, find_edges(rows, word, span, 0));
    put(rows, EDGES + SPANS + span - P3_LEAST_EDGE, word, find_edges(rows, word, span, 1));
  }
  uint64_t down = 0;
  if (rows->count > 1) {
    const uint64_t equal = word_of(rows, SAME_ABOVE, 0, word);
    down = out & word_of(rows, OUT, 1, word);
    if (down & ~equal) down &= equal | compared_above(rows, plan, word, 0)->near;
  }
  walk_columns(rows, plan, word, down);
}

static void clear(p3_collapse *rows) {
  for (int i = 0; i < RESULTS; i++) {
    if (rows->any[i]) memset(rows->results[i], 0, rows->words * sizeof(uint64_t));
    rows->any[i] = 0;
  }
}

static const uint64_t *found(const p3_collapse *rows, result result) {
  return rows->any[result] ? rows->results[result] : NULL;
}

static p3_collapse_places places_of(const p3_collapse *rows) {
  p3_collapse_places places = {.across = found(rows, ACROSS),
                               .down = found(rows, DOWN),
                               .along = found(rows, ALONG),
                               .step_down = found(rows, STEP),
                               .measured_down = found(rows, MEASURED),
                               .begin_down = found(rows, BEGIN)};
  for (int i = 0; i < SPANS; i++) {
    places.edges_across[i] = found(rows, EDGES + i);
    places.edges_down[i] = found(rows, EDGES + SPANS + i);
  }
  return places;
}

p3_collapse_places p3_collapse_search(p3_collapse *rows, const p3_plan *plan) {
  clear(rows);
  if (rows->quiet >= P3_COLLAPSE_ROWS) return places_of(rows);
  compare_rows(rows);
  for (size_t word = 0; word < rows->words; word++) {
    if (is_active(rows, word))
      search_block(rows, plan, word);
    else
      rows->walking[word] = 0;
  }
  return places_of(rows);
}

p3_collapse_places p3_collapse_finish(p3_collapse *rows, const p3_plan *plan) {
  clear(rows);
  if (rows->quiet >= P3_COLLAPSE_ROWS) return places_of(rows);
  for (size_t word = 0; word < rows->words; word++) put(rows, DOWN, word, find_down(rows, plan, word, 0));
  return places_of(rows);
}

// MARK: Walks for the caller

p3_collapse_point p3_collapse_point_at(const p3_collapse *rows, size_t x, size_t back) {
  p3_collapse_point point;
  memcpy(point.samples, p3_collapse_pixel(rows, x, back), sizeof point.samples);
  const float *planes = planes_of(rows, 0, back) + x;
  for (int plane = 0; plane < P3_LAB_PLANES; plane++) point.lab[plane] = planes[(size_t)plane * rows->stride];
  return point;
}

p3_collapse_point p3_collapse_start_of(const p3_collapse *rows, size_t x, int64_t *length, int *is_measured) {
  p3_collapse_point point;
  memcpy(point.samples, rows->start_samples + 3 * x, sizeof point.samples);
  const float *starts = rows->starts + LEAD + x;
  for (int plane = 0; plane < P3_LAB_PLANES; plane++) point.lab[plane] = starts[(size_t)plane * rows->stride];
  *length = rows->count - rows->start_rows[x];
  *is_measured = rows->measured[x / 64] >> x % 64 & 1;
  return point;
}

void p3_collapse_begin(p3_collapse *rows, size_t x, size_t back) {
  begin_walks(rows, x / 64, back, UINT64_C(1) << x % 64);
}

void p3_collapse_set_measured(p3_collapse *rows, size_t x, float least) {
  rows->measured[x / 64] |= UINT64_C(1) << x % 64;
  rows->least[LEAD + x] = least;
}

/// 64 bits from pixel `x` on.
static uint64_t bits_at(const uint64_t *words, size_t count, size_t x) {
  const uint64_t low = words[x / 64] >> x % 64;
  return x % 64 == 0 || x / 64 + 1 == count ? low : low | words[x / 64 + 1] << (64 - x % 64);
}

static uint64_t near_at(const p3_collapse *rows, size_t x) {
  const p3_pair_bits *left = rows->left + rows->newest * rows->words;
  const uint8_t *known = known_of(rows, 0, 0);
  const size_t word = x / 64;
  uint64_t near = known[word] & LEFT ? left[word].surely_near >> x % 64 : 0;
  if (x % 64 != 0 && word + 1 < rows->words && known[word + 1] & LEFT)
    near |= left[word + 1].surely_near << (64 - x % 64);
  return near;
}

size_t p3_collapse_walk(p3_collapse *rows, const p3_plan *plan, size_t *start, size_t x, size_t end, float least,
                        int is_measured) {
  const float *planes = planes_of(rows, 0, 0);
  while (x < end) {
    const unsigned count = end - x < 64 ? (unsigned)(end - x) : 64;
    const uint64_t same = bits_at(bits_of(rows, SAME_LEFT, 0), rows->words, x);
    // What is of one colour goes on; of the rest colours are asked for.
    if ((~same & UINT64_MAX >> (64 - count)) == 0) {
      x += count;
      continue;
    }
    fill(rows, plan, *start / 64, 0);
    fill(rows, plan, x / 64, 0);
    fill(rows, plan, (x + count - 1) / 64, 0);
    uint64_t ends;
    const uint64_t goes = p3_walk_along(rows->target, planes + *start, planes + x, rows->stride, P3_COLLAPSE_VISIBLE,
                                        least, count, &ends);
    const uint64_t stops = ~(same | (goes & near_at(rows, x)));
    const unsigned steps = stops ? (unsigned)__builtin_ctzll(stops) : 64;
    if (steps >= count) {
      x += count;
    } else if (!is_measured && ends >> steps & 1) {
      *start = x + steps;
      x += steps + 1;
    } else {
      return x + steps;
    }
  }
  return end;
}
