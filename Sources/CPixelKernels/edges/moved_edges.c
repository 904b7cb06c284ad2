// Keeps the colours of three rows of both images, as far as somebody asked for what is near them, and asks the kernels
// of colors.inl and reached.inl about words of pixels.

#include "p3_moved_edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "convert/curves.h"
#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/pixels.h"
#include "edges/targets.h"

enum {
  /// Rows that are kept of an image, each in the place of its number modulo as many.
  ROWS = 3,
  /// Columns that are computed together. Where few pixels differ, most of more would be computed for nothing.
  BLOCK = 16,
  BLOCKS = P3_EDGE_PIXELS / BLOCK,
  /// What vectors of all targets divide.
  STEP = 16,
  /// Where more than one pixel of so many was in doubt, the next rows are decided in double at once.
  MOST_DOUBTS = 16,
  ROWS_WITHOUT = 31,
};

/// Colours in float, which decide about most pixels, and in double.
typedef enum { ROUGH, EXACT, KINDS } kind;

static const size_t sizes[KINDS] = {sizeof(float), sizeof(double)};

typedef struct {
  /// Rows of planes of columns, with a pad before and behind the columns of each.
  char *colors;
  /// For each block of each row the number after that of the image's row whose colours it has; 0 for none.
  int64_t *known;
} ring;

typedef struct {
  const p3_plan *plan;
  unsigned channels;
  p3_edge_matrices matrices;
  ring rings[KINDS];
} image;

struct p3_moved_edges {
  p3_target target;
  size_t width, blocks, stride;
  /// Alpha has a plane where one of the images has alpha.
  unsigned planes;
  /// What decisions in float are in doubt by, and for how many rows none are asked for: for the next ones, where many
  /// were in doubt, or for all.
  float margin;
  int64_t exact_rows;
  image images[2];
};

// MARK: Making and freeing

static int image_create(const p3_moved_edges *edges, image *image, const p3_edge_image *source,
                        const double to_srgb[9]) {
  image->plan = source->plan;
  image->channels = source->channels;
  memcpy(image->matrices.to_ratio, source->plan->matrix, sizeof image->matrices.to_ratio);
  memcpy(image->matrices.to_srgb, to_srgb, sizeof image->matrices.to_srgb);
  int is_complete = 1;
  for (int i = 0; i < KINDS; i++) {
    ring *ring = &image->rings[i];
    ring->colors = calloc(ROWS * edges->planes * edges->stride, sizes[i]);
    ring->known = calloc(ROWS * edges->blocks, sizeof *ring->known);
    is_complete &= ring->colors && ring->known;
  }
  return is_complete;
}

/// The largest magnitude of a linear value that an image can have.
static double brightest_of(const image *image) {
  const double *a = image->matrices.to_srgb, *b = image->matrices.to_ratio;
  double brightest = 0;
  for (int row = 0; row < 3; row++) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      const p3_decoder *decoder = image->plan->decoders[i];
      const double weight = a[3 * row] * b[i] + a[3 * row + 1] * b[3 + i] + a[3 * row + 2] * b[6 + i];
      sum += fabs(weight) * fmax(fabs(decoder->least), fabs(decoder->most));
    }
    // Not a number where one of them is not.
    brightest = brightest >= sum ? brightest : sum;
  }
  return brightest;
}

/// Where colours are too large for what is known of their errors, floats decide nothing.
static void set_margin(p3_moved_edges *edges) {
  for (int i = 0; i < 2; i++) {
    const double brightest = brightest_of(&edges->images[i]);
    if (brightest <= P3_EDGE_BRIGHTEST) {
      edges->margin = fmaxf(edges->margin, (float)(P3_ROUGH_MARGIN * 1.055 * pow(fmax(brightest, 1), 1 / 2.4)));
    } else {
      edges->exact_rows = INT64_MAX;
    }
  }
}

p3_moved_edges *p3_moved_edges_create(p3_target target, const p3_edge_image images[2], const double to_srgb[9],
                                      size_t width) {
  p3_moved_edges *edges = calloc(1, sizeof *edges);
  if (!edges) return NULL;
  edges->target = target;
  edges->width = width;
  edges->blocks = (width + BLOCK - 1) / BLOCK;
  edges->stride = edges->blocks * BLOCK + 2 * P3_EDGE_PAD;
  edges->planes = images[0].channels % 2 && images[1].channels % 2 ? 3 : P3_EDGE_PLANES;
  for (int i = 0; i < 2; i++) {
    if (image_create(edges, &edges->images[i], &images[i], to_srgb)) continue;
    p3_moved_edges_free(edges);
    return NULL;
  }
  set_margin(edges);
  return edges;
}

void p3_moved_edges_free(p3_moved_edges *edges) {
  if (!edges) return;
  for (int i = 0; i < 2 * KINDS; i++) {
    free(edges->images[i / KINDS].rings[i % KINDS].colors);
    free(edges->images[i / KINDS].rings[i % KINDS].known);
  }
  free(edges);
}

// MARK: Colours

/// Column `x` of row `y` in its first plane.
static char *colors_at(const p3_moved_edges *edges, const image *image, kind kind, int64_t y, size_t x) {
  const size_t row = (size_t)(y % ROWS) * edges->planes * edges->stride;
  return image->rings[kind].colors + (row + P3_EDGE_PAD + x) * sizes[kind];
}

/// Pixels on their way to colours. One that equals the pixel before it shares its place; there are
/// none where all are used.
typedef struct {
  double colors[3][P3_EDGE_PIXELS], alpha[P3_EDGE_PIXELS];
  uint8_t places[P3_EDGE_PIXELS];
  size_t used;
} decoded_pixels;

/// Leaves the first of equal pixels beside each other, and writes which of those each pixel is; returns how many.
static size_t join_equal(uint64_t *codes, size_t count, uint8_t *places) {
  uint64_t are_equal = 0;
  for (size_t i = 1; i < count; i++) are_equal |= codes[i] == codes[i - 1];
  if (!are_equal) return count;
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || codes[i] != codes[i - 1]) codes[used++] = codes[i];
    places[i] = (uint8_t)(used - 1);
  }
  return used;
}

static void decode(const image *image, const uint8_t *pixels, size_t count, int has_alpha, decoded_pixels *decoded) {
  uint64_t codes[P3_EDGE_PIXELS];
  p3_expand_pixels(pixels, image->channels, codes, count);
  const size_t used = decoded->used = join_equal(codes, count, decoded->places);
  const double *red = image->plan->decoders[0]->exact, *green = image->plan->decoders[1]->exact,
               *blue = image->plan->decoders[2]->exact;
  for (size_t i = 0; i < used; i++) {
    const uint64_t code = codes[i];
    decoded->colors[0][i] = red[code & 0xffff];
    decoded->colors[1][i] = green[code >> 16 & 0xffff];
    decoded->colors[2][i] = blue[code >> 32 & 0xffff];
  }
  for (size_t i = 0; i < used && has_alpha; i++) decoded->alpha[i] = (double)(codes[i] >> 48) / 65535;
  // What the last vector holds beside its pixels is computed too: let it be black.
  for (size_t i = used; i % STEP != 0; i++) {
    decoded->colors[0][i] = decoded->colors[1][i] = decoded->colors[2][i] = decoded->alpha[i] = 0;
  }
}

static void spread_floats(const float *values, const decoded_pixels *decoded, size_t count, float *plane) {
  for (size_t i = 0; i < count; i++) plane[i] = values[decoded->places[i]];
}

static void spread_doubles(const double *values, const decoded_pixels *decoded, size_t count, double *plane) {
  for (size_t i = 0; i < count; i++) plane[i] = values[decoded->places[i]];
}

/// Computes the colours of `count` pixels from column `x` of a row on, P3_EDGE_PIXELS at most.
static void fill(const p3_moved_edges *edges, const image *image, kind kind, const void *row, int64_t y, size_t x,
                 size_t count) {
  const int has_alpha = edges->planes == P3_EDGE_PLANES;
  decoded_pixels decoded;
  decode(image, (const uint8_t *)row + 2 * x * image->channels, count, has_alpha, &decoded);
  const double *alpha = has_alpha ? decoded.alpha : NULL;
  float rough[P3_EDGE_PLANES][P3_EDGE_PIXELS];
  if (kind == ROUGH) {
    const size_t used = (decoded.used + STEP - 1) / STEP * STEP;
    P3_CHOOSE(p3_rough_colors, edges->target)(&image->matrices, decoded.colors, alpha, used, rough);
  } else {
    P3_CHOOSE(p3_exact_colors, edges->target)(&image->matrices, decoded.colors, alpha, decoded.used);
  }
  for (unsigned p = 0; p < edges->planes; p++) {
    char *plane = colors_at(edges, image, kind, y, x) + p * edges->stride * sizes[kind];
    const double *exact = p < 3 ? decoded.colors[p] : decoded.alpha;
    const void *values = kind == ROUGH ? (const void *)rough[p] : exact;
    if (decoded.used == count) {
      memcpy(plane, values, count * sizes[kind]);
    } else if (kind == ROUGH) {
      spread_floats(values, &decoded, count, (float *)plane);
    } else {
      spread_doubles(values, &decoded, count, (double *)plane);
    }
  }
}

/// Computes those of some blocks of a row that are not there yet: `blocks` of them from `first` on.
static void fill_blocks(const p3_moved_edges *edges, const image *image, kind kind, const void *row, int64_t y,
                        size_t first, size_t blocks) {
  int64_t *known = image->rings[kind].known + (size_t)(y % ROWS) * edges->blocks;
  for (size_t block = first; block < first + blocks;) {
    size_t end = block;
    while (end < first + blocks && end < block + BLOCKS && known[end] != y + 1) known[end++] = y + 1;
    if (end > block) {
      const size_t x = block * BLOCK, columns = (end - block) * BLOCK;
      fill(edges, image, kind, row, y, x, columns < edges->width - x ? columns : edges->width - x);
    }
    block = end > block ? end : block + 1;
  }
}

/// Computes what is not there yet of the blocks that hold columns `first` to `last` of the rows.
static void fill_rows(const p3_moved_edges *edges, kind kind, const p3_edge_rows rows[2], int64_t y, size_t first,
                      size_t last) {
  const size_t block = first / BLOCK, blocks = last / BLOCK + 1 - block;
  for (int i = 0; i < 2; i++) {
    const void *around[3] = {rows[i].above, rows[i].here, rows[i].below};
    for (int row = 0; row < 3; row++) {
      if (around[row]) fill_blocks(edges, &edges->images[i], kind, around[row], y + row - 1, block, blocks);
    }
  }
}

// MARK: Neighbours

/// Which of `count` pixels from column `x` on have a counterpart in the other image that is reached from image `i`.
static p3_reached reached_from(const p3_moved_edges *edges, int i, kind kind, const p3_edge_rows *rows, int64_t y,
                               size_t x, size_t count) {
  const image *image = &edges->images[i];
  p3_edge_pixels pixels = {
      .others = colors_at(edges, &edges->images[1 - i], kind, y, x),
      .stride = edges->stride,
      .planes = edges->planes,
      .is_first = x == 0,
      .is_last = x + count == edges->width,
      .margin = kind == ROUGH ? edges->margin : 0,
  };
  if (rows->above) pixels.rows[pixels.row_count++] = colors_at(edges, image, kind, y - 1, x);
  pixels.own = pixels.row_count;
  pixels.rows[pixels.row_count++] = colors_at(edges, image, kind, y, x);
  if (rows->below) pixels.rows[pixels.row_count++] = colors_at(edges, image, kind, y + 1, x);
  return kind == ROUGH ? P3_CHOOSE(p3_reached_floats, edges->target)(&pixels, count)
                       : P3_CHOOSE(p3_reached_doubles, edges->target)(&pixels, count);
}

/// Which pixels of `asked` are at moved edges; bit 0 is the pixel of column `x`.
static p3_reached moved_run(const p3_moved_edges *edges, kind kind, const p3_edge_rows rows[2], int64_t y, size_t x,
                            uint64_t asked) {
  const size_t count = 64 - (size_t)__builtin_clzll(asked), last = x + count;
  fill_rows(edges, kind, rows, y, x > 0 ? x - 1 : 0, last < edges->width ? last : edges->width - 1);
  p3_reached moved = reached_from(edges, 0, kind, &rows[0], y, x, count);
  if ((moved.surely & asked) != asked) {
    const p3_reached back = reached_from(edges, 1, kind, &rows[1], y, x, count);
    moved.surely |= back.surely, moved.possibly |= back.possibly;
  }
  return (p3_reached){moved.surely & asked, moved.possibly & asked};
}

/// The same of a word, whose first pixel is that of column `x`: of each run of blocks in which a pixel is asked about.
static p3_reached moved_word(const p3_moved_edges *edges, kind kind, const p3_edge_rows rows[2], int64_t y, size_t x,
                             uint64_t asked) {
  p3_reached moved = {0, 0};
  while (asked != 0) {
    const unsigned first = (unsigned)__builtin_ctzll(asked);
    unsigned end = first / BLOCK * BLOCK + BLOCK;
    while (end < 64 && (asked >> end & 0xffff) != 0) end += BLOCK;
    const uint64_t taken = end < 64 ? asked & (((uint64_t)1 << end) - 1) : asked;
    const p3_reached run = moved_run(edges, kind, rows, y, x + first, taken >> first);
    moved.surely |= run.surely << first, moved.possibly |= run.possibly << first;
    asked &= ~taken;
  }
  return moved;
}

void p3_moved_edges_find(p3_moved_edges *edges, const p3_edge_rows rows[2], int64_t y, const uint64_t *asked,
                         uint64_t *moved) {
  const int is_exact = edges->exact_rows > 0;
  int asked_count = 0, doubt_count = 0;
  for (size_t word = 0; word * P3_EDGE_PIXELS < edges->width; word++) {
    const size_t x = word * P3_EDGE_PIXELS;
    p3_reached found = {0, asked[word]};
    if (!is_exact) found = moved_word(edges, ROUGH, rows, y, x, asked[word]);
    const uint64_t doubts = found.possibly & ~found.surely;
    moved[word] = found.surely | moved_word(edges, EXACT, rows, y, x, doubts).surely;
    asked_count += __builtin_popcountll(asked[word]), doubt_count += __builtin_popcountll(doubts);
  }
  // Codes of 8 bits in sRGB can lie on the limits, and a picture can be made of nothing else: there floats would be
  // computed for nothing.
  if (is_exact) {
    edges->exact_rows--;
  } else if (doubt_count > asked_count / MOST_DOUBTS) {
    edges->exact_rows = ROWS_WITHOUT;
  }
}
