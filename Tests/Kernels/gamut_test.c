// What kernels say of colours out of gamut. These have no scalar target: they are compared with formulas in double that
// stand here, and, by their digests, with other machines.

#include <math.h>
#include <string.h>

#include "check.h"
#include "conversions.h"
#include "p3_clip_cells.h"
#include "p3_clip_difference.h"
#include "p3_excursions.h"
#include "p3_row_difference.h"

#pragma STDC FP_CONTRACT OFF

/// Display P3's linear values to XYZ over D65.
static const float to_xyz[9] = {0.511985f, 0.279515f, 0.208500f, 0.228975f, 0.691739f,
                                0.079287f, 0,         0.041437f, 0.958563f};

typedef struct {
  double lightness, a, b;
} lab;

static double response(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

static lab lab_of(const float rgb[3]) {
  double f[3];
  for (int row = 0; row < 3; row++) {
    const float *m = to_xyz + 3 * row;
    f[row] = response((double)m[0] * rgb[0] + (double)m[1] * rgb[1] + (double)m[2] * rgb[2]);
  }
  return (lab){116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

static void clip(const float rgb[3], float clipped[3]) {
  for (int i = 0; i < 3; i++) clipped[i] = rgb[i] > 0 ? fminf(rgb[i], 1) : 0;
}

static double saturation(double chroma) {
  const double seventh = pow(chroma, 7);
  return sqrt(seventh / (seventh + 6103515625.0));
}

static double degrees_of(double b, double a) {
  const double angle = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / M_PI;
  return angle < 0 ? angle + 360 : angle;
}

static double cosine(double degrees) { return cos(degrees * M_PI / 180); }

static double mean_hue(double h1, double h2) {
  if (fabs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

/// CIEDE2000 after Sharma, Wu and Dalal (2005), equations 2 to 22.
static double difference(lab p, lab q) {
  const double stretch = 1.5 - 0.5 * saturation((hypot(p.a, p.b) + hypot(q.a, q.b)) / 2);
  const double a1 = stretch * p.a, a2 = stretch * q.a, c1 = hypot(a1, p.b), c2 = hypot(a2, q.b);
  const double h1 = degrees_of(p.b, a1), h2 = degrees_of(q.b, a2);
  double turn = h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  if (c1 * c2 == 0) turn = 0;
  const double hue = c1 * c2 == 0 ? h1 + h2 : mean_hue(h1, h2), chroma = (c1 + c2) / 2;
  const double fifty = pow((p.lightness + q.lightness) / 2 - 50, 2);
  const double t =
      1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) - 0.20 * cosine(4 * hue - 63);
  const double l = (q.lightness - p.lightness) / (1 + 0.015 * fifty / sqrt(20 + fifty));
  const double c = (c2 - c1) / (1 + 0.045 * chroma);
  const double h = 2 * sqrt(c1 * c2) * sin(turn * M_PI / 360) / (1 + 0.015 * chroma * t);
  const double angle = 30 * exp(-pow((hue - 275) / 25, 2));
  const double rotation = -2 * saturation(chroma) * sin(2 * angle * M_PI / 180);
  return sqrt(fmax(0, l * l + c * c + h * h + rotation * c * h));
}

/// Linear colours in and out of gamut, neutrals and the cube's corners among them.
static void random_color(float rgb[3]) {
  const size_t kind = random_below(4);
  for (int i = 0; i < 3; i++) {
    const float value = (float)(random_bits() >> 40) / (1 << 24);
    rgb[i] = kind == 0 ? value : kind == 1 ? 1.5f * value - 0.25f : kind == 2 ? (float)random_below(2) : value / 64;
  }
  if (random_below(8) == 0) rgb[1] = rgb[2] = rgb[0];
}

static void test_differences(p3_target target, size_t count) {
  float *planes[4];
  for (int i = 0; i < 4; i++) planes[i] = guarded(count * 4, (size_t)i * 4);
  for (size_t i = 0; i < count; i++) {
    float rgb[3];
    random_color(rgb);
    for (int c = 0; c < 3; c++) planes[c][i] = rgb[c];
  }
  p3_clip_difference(target, to_xyz, planes[0], planes[1], planes[2], planes[3], count);
  add_to_digest(planes[3], count * 4);
  for (size_t i = 0; i < count; i++) {
    const float rgb[3] = {planes[0][i], planes[1][i], planes[2][i]};
    float clipped[3];
    clip(rgb, clipped);
    describe_case("colour %zu of %zu, (%g, %g, %g)", i, count, rgb[0], rgb[1], rgb[2]);
    check("a difference within 0.001", fabs(planes[3][i] - difference(lab_of(rgb), lab_of(clipped))) <= 0.001);
  }
  for (int i = 0; i < 4; i++) release(planes[i]);
}

// MARK: Cells

/// Cells of noise and of few colours, with alpha, are the baseline's; nothing beyond them is written.
static void test_cells(p3_target target, const p3_plan *plan, size_t count, unsigned round) {
  const size_t blocks = (count + P3_CLIP_BLOCK - 1) / P3_CLIP_BLOCK, number = (count + P3_CELL_SIDE - 1) / P3_CELL_SIDE;
  const size_t size = number * sizeof(p3_clip_cell);
  uint16_t *half = guarded(P3_CELL_ROWS * count * 8, 2);
  uint8_t *active = guarded(P3_CELL_ROWS * blocks, 1);
  float *planes = guarded(P3_CELL_ROWS * P3_CLIP_PLANES * (blocks + 1) * P3_CLIP_BLOCK * 4, 4);
  p3_clip_cell *cells[2] = {guarded(size, 4), guarded(size, 0)};
  const p3_clip_limits limits = {{0.412f, 0.536f, 0.052f, 0.212f, 0.681f, 0.107f, 0.088f, 0.282f, 0.630f}, 2.5f, 1};
  uint16_t *rows = guarded(4 * count * 8, 2);
  for (unsigned row = 0; row < P3_CELL_ROWS; row++) {
    fill_samples(rows, 4 * count, 4, round);
    p3_halve_rows(rows, rows + 8 * count, count, 4, half + 4 * row * count);
    check_guards(half);
  }
  for (size_t i = 0; i < P3_CELL_ROWS * blocks; i++) active[i] = random_below(3) == 0;
  p3_find_clip_cells(target, plan, &limits, half, active, count, planes, cells[0]);
  p3_find_clip_cells(P3_TARGET_BASELINE, plan, &limits, half, active, count, planes, cells[1]);
  check_same("cells", cells[1], cells[0], size);
  check_guards(planes);
  for (int i = 0; i < 2; i++) check_guards(cells[i]), release(cells[i]);
  release(half), release(active), release(planes), release(rows);
}

/// A block is active where one of its pixels, or of the two before it, is out of gamut.
static void test_marks(size_t count, size_t first_bit) {
  const size_t blocks = (count + P3_CLIP_BLOCK - 1) / P3_CLIP_BLOCK, pixels = 2 * count;
  uint8_t *outside = guarded((first_bit + pixels + 7) / 8, 3), *active = guarded(blocks, 0);
  const size_t pixel = random_below(pixels), bit = first_bit + pixel;
  outside[bit / 8] = (uint8_t)(1 << bit % 8);
  // What lies before the row is of no concern.
  if (first_bit > 0) outside[(first_bit - 1) / 8] |= (uint8_t)(1 << (first_bit - 1) % 8);
  p3_mark_blocks(outside, first_bit, count, active);
  for (size_t block = 0; block < blocks; block++) {
    const size_t start = block * 2 * P3_CLIP_BLOCK, end = start + 2 * P3_CLIP_BLOCK;
    const int expected = pixel + 2 * P3_PAIR_REACH >= start && pixel < end;
    describe_case("block %zu of %zu, pixel %zu", block, blocks, pixel);
    check("an active block", active[block] == expected);
  }
  check_guards(active);
  release(outside), release(active);
}

// MARK: Rows

/// The four samples of a pixel: grey three times, 65535 where there is no alpha.
static void expand(const uint16_t *pixel, unsigned channels, uint16_t samples[4]) {
  for (unsigned i = 0; i < 3; i++) samples[i] = pixel[channels < 3 ? 0 : i];
  samples[3] = channels % 2 ? 65535 : pixel[channels - 1];
}

/// sRGB's linear values to XYZ over D65.
static const double from_srgb[9] = {0.433953, 0.376219, 0.189828, 0.212673, 0.715152,
                                    0.072175, 0.017756, 0.109470, 0.872774};

/// XYZ over D65 to linear sRGB: the adjugate over the determinant.
static void set_to_srgb(double to_srgb[9]) {
  const double *m = from_srgb;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      const int r1 = (column + 1) % 3, r2 = (column + 2) % 3, c1 = (row + 1) % 3, c2 = (row + 2) % 3;
      to_srgb[3 * row + column] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
  }
  const double determinant = m[0] * to_srgb[0] + m[1] * to_srgb[3] + m[2] * to_srgb[6];
  for (int i = 0; i < 9; i++) to_srgb[i] /= determinant;
}

static lab ratio_lab(const double ratio[3]) {
  double t[3];
  for (int i = 0; i < 3; i++) t[i] = response(ratio[i]);
  return (lab){116 * t[1] - 16, 500 * (t[0] - t[1]), 200 * (t[1] - t[2])};
}

/// A pixel over black, 0, or white, 1: composited in encoded sRGB where it is translucent.
static lab row_lab(const p3_plan *plan, const double to_srgb[9], const uint16_t samples[4], double background) {
  double ratio[3], linear[3], alpha = samples[3] / 65535.0;
  p3_linear_value(plan, samples[0], samples[1], samples[2], ratio);
  if (samples[3] == 65535) return ratio_lab(ratio);
  for (int i = 0; i < 3; i++) {
    const double *m = to_srgb + 3 * i;
    const double value = m[0] * ratio[0] + m[1] * ratio[1] + m[2] * ratio[2], size = fabs(value);
    const double encoded = copysign(size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055, value);
    const double mixed = alpha * encoded + (1 - alpha) * background, mixed_size = fabs(mixed);
    linear[i] = copysign(mixed_size <= 0.04045 ? mixed_size / 12.92 : pow((mixed_size + 0.055) / 1.055, 2.4), mixed);
  }
  for (int i = 0; i < 3; i++) {
    const double *m = from_srgb + 3 * i;
    ratio[i] = m[0] * linear[0] + m[1] * linear[1] + m[2] * linear[2];
  }
  return ratio_lab(ratio);
}

/// Random pixels, of which some repeat, some equal those of the other row, and some are translucent or transparent.
static void fill_row(uint16_t *pixels, size_t count, unsigned channels, const uint16_t *other,
                     unsigned other_channels) {
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + i * channels;
    const size_t kind = random_below(8);
    for (unsigned c = 0; c < channels; c++) pixel[c] = random_below(4) ? random_sample() : 257 * random_below(3);
    if (kind == 0 && i > 0) memcpy(pixel, pixel - channels, 2 * channels);
    if (kind < 3 && other && channels == other_channels) memcpy(pixel, other + i * channels, 2 * channels);
    if (channels % 2 == 0 && kind > 1) pixel[channels - 1] = random_below(4) ? 65535 : 0;
  }
}

/// Whether the formula in double jumps about there: at opposite hues.
static int has_opposite_hues(lab a, lab b) {
  const double cross = a.a * b.b - a.b * b.a, dot = a.a * b.a + a.b * b.b;
  return dot < 0 && fabs(cross) < 1e-3 * -dot;
}

static int is_next_to_gray(lab a, lab b) { return fmin(hypot(a.a, a.b), hypot(b.a, b.b)) < 1e-3; }

static void check_row(const p3_pixel_row *first, const p3_pixel_row *second, const double to_srgb[9], size_t count,
                      const float *difference_of) {
  for (size_t i = 0; i < count; i++) {
    uint16_t p[4], q[4];
    expand((const uint16_t *)first->pixels + i * first->channels, first->channels, p);
    expand((const uint16_t *)second->pixels + i * second->channels, second->channels, q);
    describe_case("pixel %zu of %zu, %u and %u channels, alpha %u and %u: %g", i, count, first->channels,
                  second->channels, p[3], q[3], difference_of[i]);
    const int is_same = first->plan == second->plan && memcmp(p, q, sizeof p) == 0;
    if (is_same || (p[3] == 0 && q[3] == 0)) {
      check("no difference", difference_of[i] == 0);
      continue;
    }
    double expected = 0;
    int jumps = 0, is_gray = 0;
    for (int background = 0; background < 2; background++) {
      const lab a = row_lab(first->plan, to_srgb, p, background), b = row_lab(second->plan, to_srgb, q, background);
      expected = fmax(expected, difference(a, b));
      jumps |= has_opposite_hues(a, b);
      is_gray |= is_next_to_gray(a, b);
    }
    // The hue of a colour next to grey is made of rounding.
    const double share = is_gray ? 0.002 : (double)P3_ROW_DIFFERENCE_SHARE;
    const double distance = fabs(difference_of[i] - expected);
    describe_case("pixel %zu of %zu, %u and %u channels, alpha %u and %u: %g for %g", i, count, first->channels,
                  second->channels, p[3], q[3], difference_of[i], expected);
    check("within the margin", distance <= P3_ROW_DIFFERENCE_MARGIN + share * expected || (jumps && !is_gray));
  }
}

static void test_row(p3_target target, const p3_plan *plans[2], size_t count, unsigned channels, unsigned other) {
  uint16_t *rows[2] = {guarded(2 * count * channels, 2), guarded(2 * count * other, 6)};
  float *result = guarded(4 * count, 4);
  uint16_t pixels[2][4 * 600];
  double to_srgb[9];
  set_to_srgb(to_srgb);
  fill_row(pixels[0], count, channels, NULL, 0);
  fill_row(pixels[1], count, other, pixels[0], channels);
  memcpy(rows[0], pixels[0], 2 * count * channels);
  memcpy(rows[1], pixels[1], 2 * count * other);
  const p3_pixel_row first = {plans[0], rows[0], channels}, second = {plans[1], rows[1], other};
  p3_row_difference(target, &first, &second, to_srgb, from_srgb, count, result);
  add_to_digest(result, 4 * count);
  const p3_pixel_row aligned[2] = {{plans[0], pixels[0], channels}, {plans[1], pixels[1], other}};
  check_row(&aligned[0], &aligned[1], to_srgb, count, result);
  check_guards(result);
  for (int i = 0; i < 2; i++) release(rows[i]);
  release(result);
}

static void test_rows(p3_target target, const conversion *conversion) {
  double matrix[9], wider[9];
  for (int i = 0; i < 9; i++) {
    matrix[i] = to_xyz[i];
    wider[i] = 0.9 * to_xyz[i] + (i % 4 ? 0 : 0.1);
  }
  p3_plan *plans[2];
  for (int i = 0; i < 2; i++) {
    plans[i] = p3_plan_create((const p3_decoder *const *)conversion->decoders, i ? wider : matrix,
                              (const p3_encoder *const *)conversion->encoders, target);
  }
  const p3_plan *same[2] = {plans[0], plans[0]}, *different[2] = {plans[0], plans[1]};
  for (unsigned channels = 1; channels <= 4; channels++) {
    for (unsigned other = 1; other <= 4; other++) {
      for (size_t count = 0; count <= 40; count++) test_row(target, same, count, channels, other);
      test_row(target, same, 600, channels, other);
      test_row(target, different, 600, channels, other);
    }
  }
  for (int i = 0; i < 2; i++) p3_plan_destroy(plans[i]);
}

/// Colours in and out of gamut, and what a mapping may make of them: near and far, in gamut.
static void test_color_pairs(p3_target target, size_t count) {
  const size_t stride = count + 3;
  float *lists[2] = {guarded(3 * stride * 4, 4), guarded(3 * stride * 4, 8)}, *result = guarded(count * 4, 4);
  for (size_t i = 0; i < count; i++) {
    float rgb[3], mapped[3];
    random_color(rgb);
    clip(rgb, mapped);
    const float share = (float)random_below(64) / 256;
    for (int c = 0; c < 3; c++) {
      lists[0][c * stride + i] = rgb[c];
      lists[1][c * stride + i] = mapped[c] + share * (mapped[1] - mapped[c]);
    }
  }
  p3_color_difference(target, to_xyz, lists[0], lists[1], stride, count, result);
  add_to_digest(result, 4 * count);
  for (size_t i = 0; i < count; i++) {
    lab pair[2];
    for (int side = 0; side < 2; side++) {
      const float *list = lists[side];
      const float rgb[3] = {list[i], list[stride + i], list[2 * stride + i]};
      pair[side] = lab_of(rgb);
    }
    const double expected = difference(pair[0], pair[1]);
    const double dot = pair[0].a * pair[1].a + pair[0].b * pair[1].b;
    const int is_gray = fmin(hypot(pair[0].a, pair[0].b), hypot(pair[1].a, pair[1].b)) < 1e-3;
    const double share = is_gray ? 0.002 : (double)P3_ROW_DIFFERENCE_SHARE;
    describe_case("colour %zu of %zu: %g, %g expected", i, count, result[i], expected);
    // At opposite hues the formula jumps.
    check("within the margin", fabs(result[i] - expected) <= P3_ROW_DIFFERENCE_MARGIN + share * expected || dot < 0);
  }
  check_guards(result);
  for (int i = 0; i < 2; i++) release(lists[i]);
  release(result);
}

// MARK: Excursions

typedef struct {
  float red[600], green[600], blue[600], difference[600];
  uint32_t first[600], length[600];
  uint8_t rounding[600];
} entries;

static p3_excursions arrays_of(entries *e) {
  return (p3_excursions){e->red, e->green, e->blue, e->difference, e->first, e->length, e->rounding};
}

/// The linear value of `code` moved by `step` codes, between two codes their mean.
static double moved(const double *exact, int code, double step) {
  const double position = fmin(65535, fmax(0, code + step));
  const int below = (int)position;
  return position == below ? exact[below] : (exact[below] + exact[below + 1]) / 2;
}

/// Whether moving each code by `half` can bring every channel into 0…1, channel by channel.
static int is_within_rounding(const conversion *conversion, const double *matrix, const uint16_t *codes,
                              const double linear[3], double half) {
  for (int row = 0; row < 3; row++) {
    double reach = 0;
    for (int i = 0; i < 3; i++) {
      const double *exact = p3_decoder_values(conversion->decoders[i]), here = exact[codes[i]];
      const double step = fmax(fabs(moved(exact, codes[i], half) - here), fabs(here - moved(exact, codes[i], -half)));
      reach += fabs(matrix[3 * row + i]) * step;
    }
    if (linear[row] + reach < 0 || linear[row] - reach > 1) return 0;
  }
  return 1;
}

static const double srgb_matrix[9] = {1.2249401763,  -0.2249401763, 0,           -0.0420569547, 1.0420569547, 0,
                                      -0.0196375546, -0.0786360456, 1.0982736001};

static void check_entries(const conversion *conversion, const uint16_t *pixels, unsigned channels, const entries *e,
                          size_t count, size_t pixel_count) {
  size_t entry = 0;
  for (size_t i = 0; i < count; i++) {
    const uint16_t *codes = pixels + e->first[i] * channels;
    double linear[3];
    p3_linear_value(conversion->plan, codes[0], codes[1], codes[2], linear);
    const float single[3] = {(float)linear[0], (float)linear[1], (float)linear[2]};
    const float found[3] = {e->red[i], e->green[i], e->blue[i]};
    check_same("linear values of an entry", single, found, sizeof found);
    const int within8 = is_within_rounding(conversion, srgb_matrix, codes, linear, 128.5);
    const int within16 = is_within_rounding(conversion, srgb_matrix, codes, linear, 0.5);
    const uint8_t rounding =
        (uint8_t)((within8 ? P3_WITHIN_ROUNDING_8 : 0) | (within8 && within16 ? P3_WITHIN_ROUNDING_16 : 0));
    check_same("rounding of an entry", &rounding, &e->rounding[i], 1);
    entry += e->length[i];
  }
  check("entries hold no more pixels than the row", entry <= pixel_count);
}

static void check_sums(p3_target target, entries *e, size_t count) {
  for (size_t i = 0; i < count; i++) e->difference[i] = (float)random_below(1 << 20) / 8192;
  const p3_excursions arrays = arrays_of(e);
  p3_excursion_sums expected = {0}, actual;
  for (size_t i = 0; i < count; i++) {
    expected.difference += (uint64_t)floor((double)e->difference[i] * P3_DIFFERENCE_UNITS + 0.5) * e->length[i];
    if (e->rounding[i] & P3_WITHIN_ROUNDING_16) expected.within16 += e->length[i];
    if (e->rounding[i] & P3_WITHIN_ROUNDING_8) expected.within8 += e->length[i];
    if (e->difference[i] >= P3_NOTICED_DIFFERENCE) expected.noticed += e->length[i];
    expected.most = fmaxf(expected.most, e->difference[i]);
  }
  memset(&actual, 0, sizeof actual);
  p3_sum_excursions(target, &arrays, count, &actual);
  check_same("sum of differences", &expected.difference, &actual.difference, sizeof actual.difference);
  check_same("pixels within rounding", &expected.within16, &actual.within16, 2 * sizeof actual.within16);
  check_same("noticed pixels", &expected.noticed, &actual.noticed, sizeof actual.noticed);
  check_same("largest difference", &expected.most, &actual.most, sizeof actual.most);
}

static void test_excursions(p3_target target, const conversion *conversion, size_t count, unsigned channels,
                            unsigned kind) {
  static uint16_t pixels[2400];
  static entries e;
  uint8_t outside[76] = {0};
  p3_gamut_tally tally = {0};
  fill_samples(pixels, count * channels, channels, kind);
  describe_case("%zu pixels of %u channels, kind %u", count, channels, kind);
  p3_convert_color(conversion->plan, pixels, NULL, count, channels, &tally, outside);
  const p3_excursions arrays = arrays_of(&e);
  const size_t found = p3_find_excursions(conversion->plan, pixels, count, channels, outside, 0, &arrays);
  uint64_t listed = 0;
  for (size_t i = 0; i < found; i++) listed += e.length[i];
  check_same("pixels out of gamut", &tally.outside, &listed, sizeof listed);
  check_entries(conversion, pixels, channels, &e, found, count);
  check_sums(target, &e, found);
}

void test_gamut(p3_target target) {
  begin_family("gamut", target);
  for (size_t count = 0; count <= 66; count++) test_differences(target, count);
  test_differences(target, 1000);
  for (size_t count = 0; count <= 40; count++) test_color_pairs(target, count);
  test_color_pairs(target, 1000);
  conversion conversion = new_conversion(0, target);
  for (size_t count = 0; count <= 66; count++)
    for (unsigned kind = 0; kind < 6; kind++) test_excursions(target, &conversion, count, 3 + kind % 2, kind);
  for (unsigned kind = 0; kind < 12; kind++) test_excursions(target, &conversion, 600, 3 + kind % 2, kind);
  test_rows(target, &conversion);
  for (size_t count = 1; count <= 70; count++) test_cells(target, conversion.plan, count, (unsigned)count);
  for (size_t count = 1; count <= 70; count++) test_marks(count, count % 19);
  free_conversion(&conversion);
  end_family();
}
