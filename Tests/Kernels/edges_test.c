// Which pixels are at moved edges, compared with the definition, pixel by pixel in double: the bits are the same.

#include <math.h>
#include <string.h>

#include "check.h"
#include "conversions.h"
#include "cpu/choose.h"
#include "edges/targets.h"
#include "p3_moved_edges.h"

#pragma STDC FP_CONTRACT OFF

enum { MOST_WIDTH = 200, HEIGHT = 7, WORDS = (MOST_WIDTH + 63) / 64 };

static const double to_srgb[9] = {1.2249401763,  -0.2249401763, 0,           -0.0420569547, 1.0420569547, 0,
                                  -0.0196375546, -0.0786360456, 1.0982736001};

/// An image, and the colours of its pixels.
typedef struct {
  const p3_plan *plan;
  unsigned channels;
  uint16_t *samples;
  double colors[MOST_WIDTH * HEIGHT][4];
} picture;

static double cubic_root(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits = bits / 3 + 0x2a9f84fe36d22425;
  double result;
  memcpy(&result, &bits, sizeof result);
  for (int i = 0; i < 3; i++) {
    const double cube = result * result * result;
    result = result * (cube + 2 * value) / (2 * cube + value);
  }
  return result;
}

static double encoded(double linear) {
  const double magnitude = fabs(linear), square = sqrt(magnitude);
  const double curved = magnitude <= 0.0031308 ? 12.92 * magnitude : 1.055 * sqrt(square) * cubic_root(square) - 0.055;
  return linear < 0 ? -curved : curved;
}

static void set_colors(picture *picture, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint16_t *pixel = picture->samples + i * picture->channels;
    const int is_gray = picture->channels < 3;
    double ratio[3];
    p3_linear_value(picture->plan, pixel[0], pixel[is_gray ? 0 : 1], pixel[is_gray ? 0 : 2], ratio);
    const double alpha = picture->channels % 2 ? 1 : (double)pixel[picture->channels - 1] / 65535;
    for (int c = 0; c < 3; c++) {
      const double *m = to_srgb + 3 * c;
      picture->colors[i][c] = encoded(m[0] * ratio[0] + m[1] * ratio[1] + m[2] * ratio[2]) * alpha;
    }
    picture->colors[i][3] = alpha;
  }
}

// MARK: Colours

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/// Linear values of all sizes, and those around the end of the toe.
static double random_linear(void) {
  double value = ldexp(1 + ldexp((double)(random_bits() >> 12), -52), (int)random_below(24) - 20);
  const size_t kind = random_below(16);
  if (kind == 0) value = 0;
  if (kind == 1) value = 0.0031308;
  if (kind == 2) value = nextafter(0.0031308, random_below(2) ? 0 : 1);
  if (kind == 3) value = 1;
  return value == 0 || random_below(4) ? value : -value;
}

/// What goes through both curves: to the last bit in double, within what is allowed for in float.
static void test_curves(p3_target target, size_t count) {
  p3_edge_matrices matrices;
  memcpy(matrices.to_ratio, identity, sizeof identity);
  memcpy(matrices.to_srgb, identity, sizeof identity);
  double linear[3][P3_EDGE_PIXELS], colors[3][P3_EDGE_PIXELS], alpha[P3_EDGE_PIXELS];
  float rough[P3_EDGE_PLANES][P3_EDGE_PIXELS];
  for (int i = 0; i < P3_EDGE_PIXELS; i++) {
    for (int c = 0; c < 3; c++) linear[c][i] = random_linear();
    alpha[i] = random_below(3) ? (double)random_sample() / 65535 : 1;
  }
  const int has_alpha = count % 2;
  memcpy(colors, linear, sizeof colors);
  P3_CHOOSE(p3_exact_colors, target)(&matrices, colors, has_alpha ? alpha : NULL, count);
  P3_CHOOSE(p3_rough_colors, target)
  (&matrices, linear, has_alpha ? alpha : NULL, (count + 15) / 16 * 16, rough);
  for (size_t i = 0; i < count; i++) {
    for (int c = 0; c < 3; c++) {
      const double full = encoded(linear[c][i]), expected = has_alpha ? full * alpha[i] : full;
      describe_case("linear %.17g of %zu", linear[c][i], count);
      check_same("an exact colour", &expected, &colors[c][i], sizeof expected);
      add_to_digest(&rough[c][i], sizeof rough[c][i]);
      check("a rough colour within its error", fabs(rough[c][i] - expected) < P3_ROUGH_ERROR * (fabs(full) + 0.055));
    }
    check("rough alpha within its error", !has_alpha || fabs(rough[3][i] - alpha[i]) <= 0x1p-24);
  }
}

/// Every step-th float of the curve's upper part: what the error of rough colours was measured by, with a step of 1.
static void test_rough_curve(p3_target target, uint32_t step) {
  p3_edge_matrices matrices;
  memcpy(matrices.to_ratio, identity, sizeof identity);
  memcpy(matrices.to_srgb, identity, sizeof identity);
  double worst = 0;
  uint32_t first, last;
  const float low = 0.0031308f, high = P3_EDGE_BRIGHTEST;
  memcpy(&first, &low, sizeof first);
  memcpy(&last, &high, sizeof last);
  for (uint32_t bits = first + 1; bits < last; bits += 3 * P3_EDGE_PIXELS * step) {
    double linear[3][P3_EDGE_PIXELS];
    float rough[P3_EDGE_PLANES][P3_EDGE_PIXELS];
    for (uint32_t i = 0; i < 3 * P3_EDGE_PIXELS; i++) {
      const uint32_t place = bits + i * step;
      float value;
      memcpy(&value, &place, sizeof value);
      linear[i % 3][i / 3] = value;
    }
    P3_CHOOSE(p3_rough_colors, target)(&matrices, linear, NULL, P3_EDGE_PIXELS, rough);
    for (uint32_t i = 0; i < 3 * P3_EDGE_PIXELS; i++) {
      const double exact = encoded(linear[i % 3][i / 3]);
      worst = fmax(worst, fabs(rough[i % 3][i / 3] - exact) / (exact + 0.055));
    }
  }
  describe_case("up to %g units of 2^-24", worst * 0x1p24);
  check("the curve in float errs by less than seven units", worst < 7 * 0x1p-24);
}

// MARK: Rows

/// Whether a colour lies between that of pixel (x, y) and its neighbours.
static int is_reached(const picture *from, const double color[4], size_t width, int x, int y) {
  const double *center = from->colors[(size_t)y * width + (size_t)x];
  for (int c = 0; c < 4; c++) {
    double low = center[c], high = center[c];
    for (int row = y > 0 ? y - 1 : 0; row <= y + 1 && row < HEIGHT; row++) {
      for (int column = x > 0 ? x - 1 : 0; column <= x + 1 && column < (int)width; column++) {
        const double there = from->colors[(size_t)row * width + (size_t)column][c];
        low = there < low ? there : low;
        high = there > high ? there : high;
      }
    }
    const double step = color[c] - center[c];
    if (!(step >= (low - center[c]) * P3_EDGE_REACH - P3_EDGE_TOLERANCE)) return 0;
    if (!(step <= (high - center[c]) * P3_EDGE_REACH + P3_EDGE_TOLERANCE)) return 0;
  }
  return 1;
}

/// The second picture: noise, or the first with each sample moved towards a neighbour, by about as much as is allowed.
static void fill_second(const picture *first, picture *second, size_t count, unsigned kind) {
  fill_samples(second->samples, count * second->channels, second->channels, kind);
  if (first->channels != second->channels || kind % 2) return;
  for (size_t i = 0; i < count * first->channels; i++) {
    const size_t other = (i + first->channels * random_below(3)) % (count * first->channels);
    const double here = first->samples[i], there = first->samples[other];
    const double slack = 257 * ((double)random_below(6) - 2);
    const double code = here + 0.75 * (there - here) + (there < here ? -slack : slack);
    second->samples[i] = (uint16_t)fmin(65535, fmax(0, code));
  }
}

static p3_edge_rows rows_at(const picture *picture, size_t width, int y) {
  const size_t stride = width * picture->channels;
  const uint16_t *here = picture->samples + (size_t)y * stride;
  return (p3_edge_rows){y > 0 ? here - stride : NULL, here, y + 1 < HEIGHT ? here + stride : NULL};
}

static void test_rows(p3_moved_edges *edges, const picture pictures[2], size_t width, unsigned share) {
  const size_t words = (width + 63) / 64;
  uint64_t asked[WORDS], moved[WORDS], expected[WORDS];
  for (int y = 0; y<HEIGHT; y += share> 20 ? 2 : 1) {
    memset(asked, 0, sizeof asked);
    memset(expected, 0, sizeof expected);
    for (size_t x = 0; x < width; x++) {
      if (random_below(share)) continue;
      const size_t i = (size_t)y * width + x;
      const uint64_t bit = (uint64_t)1 << x % 64;
      asked[x / 64] |= bit;
      if (is_reached(&pictures[0], pictures[1].colors[i], width, (int)x, y) ||
          is_reached(&pictures[1], pictures[0].colors[i], width, (int)x, y))
        expected[x / 64] |= bit;
    }
    const p3_edge_rows rows[2] = {rows_at(&pictures[0], width, y), rows_at(&pictures[1], width, y)};
    p3_moved_edges_find(edges, rows, y, asked, moved);
    describe_case("row %d of %zu pixels, %u and %u channels, one in %u", y, width, pictures[0].channels,
                  pictures[1].channels, share);
    check_same("moved edges", expected, moved, words * sizeof *moved);
  }
}

static void test_pictures(p3_target target, const p3_plan *const plans[2], size_t width, unsigned channels,
                          unsigned other, unsigned kind) {
  static picture pictures[2];
  const size_t count = width * HEIGHT;
  for (unsigned i = 0; i < 2; i++) {
    pictures[i].plan = plans[i];
    pictures[i].channels = i ? other : channels;
    pictures[i].samples = guarded(count * pictures[i].channels * 2, 2 + 4 * i);
  }
  fill_samples(pictures[0].samples, count * channels, channels, kind / 2);
  fill_second(&pictures[0], &pictures[1], count, kind);
  for (int i = 0; i < 2; i++) set_colors(&pictures[i], count);
  const p3_edge_image images[2] = {{plans[0], channels}, {plans[1], other}};
  p3_moved_edges *edges = p3_moved_edges_create(target, images, to_srgb, width);
  check("memory for moved edges", edges != NULL);
  test_rows(edges, pictures, width, 1);
  test_rows(edges, pictures, width, 4);
  test_rows(edges, pictures, width, 60);
  p3_moved_edges_free(edges);
  for (int i = 0; i < 2; i++) release(pictures[i].samples);
}

void test_edges(p3_target target) {
  begin_family("edges", target);
  for (size_t count = 1; count <= P3_EDGE_PIXELS; count++)
    for (int round = 0; round < 20; round++) test_curves(target, count);
  test_rough_curve(target, 101);
  conversion first = new_conversion(1, target), second = new_conversion(4, target);
  const p3_plan *same[2] = {first.plan, first.plan}, *different[2] = {first.plan, second.plan};
  unsigned kind = 0;
  for (unsigned channels = 1; channels <= 4; channels++) {
    for (unsigned other = 1; other <= 4; other++) {
      for (size_t width = 1; width <= 40; width++) test_pictures(target, same, width, channels, other, kind++ % 12);
      for (size_t width = 63; width <= 66; width++)
        test_pictures(target, different, width, channels, other, kind++ % 12);
      test_pictures(target, same, MOST_WIDTH, channels, other, kind++ % 12);
    }
    for (unsigned i = 0; i < 12; i++) test_pictures(target, i % 3 ? same : different, 130, channels, channels, i);
  }
  free_conversion(&first);
  free_conversion(&second);
  end_family();
}
