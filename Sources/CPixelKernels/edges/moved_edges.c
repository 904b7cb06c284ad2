// p3_moved_edges.h has the problem, the idea and the definition. This file computes the definition pixel by pixel:
//
//   for each asked pixel:    reached = is between its counterpart and what the 3 × 3 pixels around that one span
//   for each reached pixel:  moved = the differences in its window cancel, or the edge still has both of its sides
//
// A colour is computed only near asked pixels, once, and kept for the rows of a window. The sum over a window adds sums
// of columns, each computed once per row. So the work on a pixel is bounded for all images.
//
// The curve of sRGB uses roots in place of a power: 1/2.4 = 1/4 + 1/6. All operations are those that IEEE 754 defines
// to the last bit.

#include "p3_moved_edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convert/plan.h"
#include "cpu/memory.h"
#include "cpu/pixels.h"

// Fused operations would give other bits on some machines.
#pragma STDC FP_CONTRACT OFF

enum {
  /// Rows kept of each image; row y is in place y modulo ROWS.
  ROWS = P3_EDGE_ROWS,
  /// Red, green and blue times alpha, and alpha.
  CHANNELS = 4,
};

typedef double color __attribute__((ext_vector_type(CHANNELS)));
typedef int64_t mask __attribute__((ext_vector_type(CHANNELS)));

typedef struct {
  const p3_plan *plan;
  unsigned channels;
  /// The colours of ROWS rows of pixels.
  color *colors;
  /// For each pixel of `colors` the row of the image that its colour comes from, plus 1; 0 if it has no colour yet.
  int64_t *known;
} image;

/// The differences in a column of a window.
typedef struct {
  color sum, amounts;
  /// The row in the middle of the window, plus 1; 0 before the first.
  int64_t known;
} column;

struct p3_moved_edges {
  size_t width;
  double to_srgb[9];
  image images[2];
  column *columns;
};

/// The rows of a window, of both images.
typedef const void *const *window[2];

// MARK: Making and freeing

p3_moved_edges *p3_moved_edges_create(const p3_edge_image images[2], const double to_srgb[9], size_t width) {
  p3_moved_edges *edges = calloc(1, sizeof *edges);
  if (!edges) return NULL;
  edges->width = width;
  memcpy(edges->to_srgb, to_srgb, sizeof edges->to_srgb);
  int is_complete = 1;
  for (int i = 0; i < 2; i++) {
    image *image = &edges->images[i];
    image->plan = images[i].plan;
    image->channels = images[i].channels;
    image->colors = p3_allocated(ROWS * width * sizeof *image->colors);
    image->known = calloc(ROWS * width, sizeof *image->known);
    is_complete &= image->colors && image->known;
  }
  edges->columns = p3_allocated(width * sizeof *edges->columns);
  if (edges->columns) memset(edges->columns, 0, width * sizeof *edges->columns);
  is_complete &= edges->columns != NULL;
  if (is_complete) return edges;
  p3_moved_edges_free(edges);
  return NULL;
}

void p3_moved_edges_free(p3_moved_edges *edges) {
  if (!edges) return;
  for (int i = 0; i < 2; i++) {
    free(edges->images[i].colors);
    free(edges->images[i].known);
  }
  free(edges->columns);
  free(edges);
}

// MARK: Colours

static double dot(const double m[3], const double v[3]) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2]; }

// Colours are passed by their address: as arguments vectors of four doubles need a CPU that has them.

/// Cube roots of values ≥ 0. A third of the exponent gives five bits; each of Halley's steps triples them.
static void take_cubic_root(color *values) {
  const color value = *values;
  uint64_t bits[CHANNELS];
  memcpy(bits, values, sizeof bits);
  for (int i = 0; i < CHANNELS; i++) bits[i] = bits[i] / 3 + 0x2a9f84fe36d22425;
  memcpy(values, bits, sizeof bits);
  for (int step = 0; step < 3; step++) {
    const color root = *values, cube = root * root * root;
    *values = root * (cube + 2 * value) / (2 * cube + value);
  }
}

/// The curve of sRGB, mirrored below 0.
static void encode(color *linear) {
  const color magnitude = __builtin_elementwise_abs(*linear);
  // Below 0.0031308 the root is not used; 1 avoids slow roots of tiny numbers.
  const color root = __builtin_elementwise_sqrt(magnitude <= 0.0031308 ? (color)1 : magnitude);
  color cubic = root;
  take_cubic_root(&cubic);
  const color curved = 1.055 * __builtin_elementwise_sqrt(root) * cubic - 0.055;
  const color value = magnitude <= 0.0031308 ? 12.92 * magnitude : curved;
  *linear = __builtin_elementwise_copysign(value, *linear);
}

static void compute_color(const p3_moved_edges *edges, const image *image, const uint8_t *pixel, color *result) {
  uint64_t code;
  p3_expand_pixels(pixel, image->channels, &code, 1);
  const p3_plan *plan = image->plan;
  const double decoded[3] = {plan->decoders[0]->exact[code & 0xffff], plan->decoders[1]->exact[code >> 16 & 0xffff],
                             plan->decoders[2]->exact[code >> 32 & 0xffff]};
  double ratio[3];
  *result = (color){0};
  for (int i = 0; i < 3; i++) ratio[i] = dot(plan->matrix + 3 * i, decoded);
  for (int i = 0; i < 3; i++) (*result)[i] = dot(edges->to_srgb + 3 * i, ratio);
  encode(result);
  const double alpha = (double)(code >> 48) / 65535;
  *result *= alpha;
  (*result)[3] = alpha;
}

/// Computes the missing colours of columns `first` to `last` of row `y`, equal neighbours once. Returns the row of
/// colours.
static const color *colors_of(p3_moved_edges *edges, image *image, const void *row, int64_t y, size_t first,
                              size_t last) {
  const size_t start = (size_t)(y % ROWS) * edges->width, bytes = 2 * image->channels;
  color *colors = image->colors + start;
  int64_t *known = image->known + start;
  for (size_t x = first; x <= last; x++) {
    if (known[x] == y + 1) continue;
    known[x] = y + 1;
    const uint8_t *pixel = (const uint8_t *)row + x * bytes;
    const int is_alike = x > 0 && known[x - 1] == y + 1 && memcmp(pixel, pixel - bytes, bytes) == 0;
    if (is_alike) {
      colors[x] = colors[x - 1];
    } else {
      compute_color(edges, image, pixel, &colors[x]);
    }
  }
  return colors;
}

// MARK: Neighbours

static size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

static int holds(const mask *lanes) { return (*lanes)[0] & (*lanes)[1] & (*lanes)[2] & (*lanes)[3] & 1; }

/// Whether pixel `x` of the other image is reached from image `i`: from its counterpart there and that one's
/// neighbours.
static int is_reached(p3_moved_edges *edges, int i, const window rows, int64_t y, size_t x) {
  const size_t first = max_size(x, 1) - 1, last = x + 1 < edges->width ? x + 1 : x;
  const color center = colors_of(edges, &edges->images[i], rows[i][P3_EDGE_WINDOW], y, x, x)[x];
  const color step = colors_of(edges, &edges->images[1 - i], rows[1 - i][P3_EDGE_WINDOW], y, x, x)[x] - center;
  color low = center, high = center;
  for (int row = -1; row <= 1; row++) {
    const void *samples = rows[i][P3_EDGE_WINDOW + row];
    if (!samples) continue;
    const color *colors = colors_of(edges, &edges->images[i], samples, y + row, first, last);
    for (size_t column = first; column <= last; column++) {
      low = colors[column] < low ? colors[column] : low;
      high = colors[column] > high ? colors[column] : high;
    }
  }
  const mask is_within = (step >= (low - center) * P3_EDGE_REACH - P3_EDGE_TOLERANCE) &
                         (step <= (high - center) * P3_EDGE_REACH + P3_EDGE_TOLERANCE);
  return holds(&is_within);
}

/// Whether both colours of pixel `x` lie between colours of nearby pixels that are the same in both images.
static int has_sides(p3_moved_edges *edges, const window rows, int64_t y, size_t x) {
  const size_t first = max_size(x, P3_EDGE_SIDES) - P3_EDGE_SIDES;
  const size_t last = x + P3_EDGE_SIDES < edges->width ? x + P3_EDGE_SIDES : edges->width - 1;
  color low = (color){2, 2, 2, 2}, high = -low, here[2] = {0};
  for (int row = -P3_EDGE_SIDES; row <= P3_EDGE_SIDES; row++) {
    const int place = P3_EDGE_WINDOW + row;
    if (!rows[0][place]) continue;
    const color *one = colors_of(edges, &edges->images[0], rows[0][place], y + row, first, last);
    const color *two = colors_of(edges, &edges->images[1], rows[1][place], y + row, first, last);
    if (row == 0) here[0] = one[x], here[1] = two[x];
    for (size_t column = first; column <= last; column++) {
      const mask is_same = __builtin_elementwise_abs(two[column] - one[column]) <= P3_EDGE_SAME;
      if (!holds(&is_same)) continue;
      low = one[column] < low ? one[column] : low;
      high = one[column] > high ? one[column] : high;
    }
  }
  low -= P3_EDGE_OVERSHOOT;
  high += P3_EDGE_OVERSHOOT;
  const mask is_between = (here[0] >= low) & (here[0] <= high) & (here[1] >= low) & (here[1] <= high);
  return holds(&is_between);
}

/// Computes the missing sums of columns `first` to `last` of the window around row `y`. Pixels are examined from
/// left to right, so only columns at the start can be present.
static void sum_columns(p3_moved_edges *edges, const window rows, int64_t y, size_t first, size_t last) {
  column *columns = edges->columns;
  while (first <= last && columns[first].known == y + 1) first++;
  if (first > last) return;
  for (size_t x = first; x <= last; x++) columns[x] = (column){.known = y + 1};
  for (int row = 0; row < P3_EDGE_ROWS; row++) {
    if (!rows[0][row]) continue;
    const int64_t number = y + row - P3_EDGE_WINDOW;
    const color *one = colors_of(edges, &edges->images[0], rows[0][row], number, first, last);
    const color *two = colors_of(edges, &edges->images[1], rows[1][row], number, first, last);
    for (size_t x = first; x <= last; x++) {
      const color difference = two[x] - one[x];
      columns[x].sum += difference;
      columns[x].amounts += __builtin_elementwise_abs(difference);
    }
  }
}

static size_t window_start(size_t x) { return max_size(x, P3_EDGE_WINDOW) - P3_EDGE_WINDOW; }

static size_t window_end(const p3_moved_edges *edges, size_t x) {
  return x + P3_EDGE_WINDOW < edges->width ? x + P3_EDGE_WINDOW : edges->width - 1;
}

/// Whether the differences in the window around pixel `x`, whose columns are summed, point the same way.
static int is_one_way(const p3_moved_edges *edges, size_t x) {
  color sum = {0}, amounts = {0};
  for (size_t column = window_start(x); column <= window_end(edges, x); column++) {
    sum += edges->columns[column].sum;
    amounts += edges->columns[column].amounts;
  }
  sum = __builtin_elementwise_abs(sum);
  const double total = amounts[0] + amounts[1] + amounts[2] + amounts[3];
  return total > P3_EDGE_LEAST_SUM && sum[0] + sum[1] + sum[2] + sum[3] > P3_EDGE_KEPT * total;
}

/// The bits of those asked pixels among 64, from column `start` on, that are at moved edges.
static uint64_t find_word(p3_moved_edges *edges, const window rows, int64_t y, size_t start, uint64_t asked) {
  uint64_t reached = 0, moved = 0;
  for (uint64_t rest = asked; rest != 0; rest &= rest - 1) {
    const size_t x = start + (size_t)__builtin_ctzll(rest);
    if (is_reached(edges, 0, rows, y, x) || is_reached(edges, 1, rows, y, x)) reached |= rest & (0 - rest);
  }
  if (reached == 0) return 0;
  const size_t first = start + (size_t)__builtin_ctzll(reached), last = start + 63 - (size_t)__builtin_clzll(reached);
  sum_columns(edges, rows, y, window_start(first), window_end(edges, last));
  for (uint64_t rest = reached; rest != 0; rest &= rest - 1) {
    const size_t x = start + (size_t)__builtin_ctzll(rest);
    if (!is_one_way(edges, x) || has_sides(edges, rows, y, x)) moved |= rest & (0 - rest);
  }
  return moved;
}

void p3_moved_edges_find(p3_moved_edges *edges, const void *const first[P3_EDGE_ROWS],
                         const void *const second[P3_EDGE_ROWS], int64_t y, const uint64_t *asked, uint64_t *moved) {
  const window rows = {first, second};
  for (size_t word = 0; word * 64 < edges->width; word++) {
    moved[word] = asked[word] == 0 ? 0 : find_word(edges, rows, y, word * 64, asked[word]);
  }
}
