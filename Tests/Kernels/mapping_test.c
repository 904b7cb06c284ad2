// Gamut mapping: the soft knee in plain double, and whatever is not left to the definition of the search as CSS Color 4
// writes it, with the C library's roots.

#include <math.h>
#include <string.h>

#include "check.h"
#include "conversions.h"
#include "gamut/mapping_tile.h"

#pragma STDC FP_CONTRACT OFF

/// sRGB, whose rows sum to 1, and the sources whose matrices go before: Display P3, and ProPhoto, whose blue is no
/// colour.
static const double cones_from_rgb[9] = {0.4122214694707630, 0.5363325372617349, 0.0514459932675022,
                                         0.2119034958178251, 0.6806995506452344, 0.1073969535369405,
                                         0.0883024591900564, 0.2817188391361215, 0.6299787016738221};
static const struct {
  unsigned conversion;
  double matrix[9];
} pairs[] = {
    {0, {1.2249401763, -0.2249401763, 0, -0.0420569547, 1.0420569547, 0, -0.0196375546, -0.0786360456, 1.0982736001}},
    {7,
     {2.0342519045, -0.7273542762, -0.3068976283, -0.2288147193, 1.2317303258, -0.0029156065, -0.0085649760,
      -0.1532726796, 1.1618376556}},
    {3, {2.5, -1.2, -0.3, -0.9, 2.2, -0.3, 0.1, -1.3, 2.2}},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };
static const double lab_from_roots[9] = {0.2104542683093140, 0.7936177747023054,  -0.0040720430116193,
                                         1.9779985324311684, -2.4285922420485799, 0.4505937096174110,
                                         0.0259040424655478, 0.7827717124575296,  -0.8086757549230774};

static void multiply(const double m[9], const double v[3], double result[3]) {
  for (int i = 0; i < 3; i++) result[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

static void invert(const double m[9], double inverse[9]) {
  double determinant = 0;
  for (int i = 0; i < 9; i++) {
    // Transposed: the cofactor of row i % 3 and column i / 3.
    const int r = i % 3, c = i / 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    inverse[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
  }
  for (int i = 0; i < 3; i++) determinant += m[i] * inverse[3 * i];
  for (int i = 0; i < 9; i++) inverse[i] /= determinant;
}

/// A row's elements over their sum, as the product balances them: neutrals are exact.
static void balance(double m[9]) {
  for (int row = 0; row < 9; row += 3) {
    const double sum = m[row] + m[row + 1] + m[row + 2];
    for (int i = row; i < row + 3; i++) m[i] /= sum;
  }
}

static p3_gamut_mapping new_mapping(p3_mapping_method method, unsigned pair) {
  p3_gamut_mapping mapping = {.method = method, .knee = 0.8, .reach = 1, .just_noticeable = 0.02, .precision = 0.0001};
  double source[9], roots[9], *const cones = mapping.cones_from_rgb;
  memcpy(cones, cones_from_rgb, sizeof cones_from_rgb);
  // The long cones of the soft knee see a tenth of what the short ones see.
  for (int i = 0; method == P3_MAP_SOFT && i < 3; i++) cones[i] = 0.9 * cones[i] + 0.1 * cones[6 + i];
  invert(cones, mapping.rgb_from_cones);
  for (int i = 0; i < 9; i++) {
    source[i] = 0;
    for (int k = 0; k < 3; k++) source[i] += cones[i / 3 * 3 + k] * pairs[pair].matrix[3 * k + i % 3];
  }
  balance(source);
  invert(source, mapping.source_from_cones);
  memcpy(mapping.lab_from_roots, lab_from_roots, sizeof lab_from_roots);
  invert(lab_from_roots, roots);
  for (int i = 0; i < 3; i++) {
    mapping.roots_from_a[i] = roots[3 * i + 1];
    mapping.roots_from_b[i] = roots[3 * i + 2];
  }
  return mapping;
}

// MARK: The methods in plain double

static void lab_of(const p3_gamut_mapping *mapping, const double rgb[3], double lab[3]) {
  double cones[3];
  multiply(mapping->cones_from_rgb, rgb, cones);
  for (int i = 0; i < 3; i++) cones[i] = cbrt(cones[i]);
  multiply(mapping->lab_from_roots, cones, lab);
}

/// Linear RGB, of the space that `rgb_from_cones` leads to, of `lab` with its chroma scaled.
static void rgb_of(const p3_gamut_mapping *mapping, const double rgb_from_cones[9], const double lab[3], double scale,
                   double rgb[3]) {
  double cones[3];
  for (int i = 0; i < 3; i++) {
    const double root = lab[0] + scale * (mapping->roots_from_a[i] * lab[1] + mapping->roots_from_b[i] * lab[2]);
    cones[i] = root * root * root;
  }
  multiply(rgb_from_cones, cones, rgb);
}

static int is_inside(const double rgb[3]) {
  return fmin(rgb[0], fmin(rgb[1], rgb[2])) >= 0 && fmax(rgb[0], fmax(rgb[1], rgb[2])) <= 1;
}

static void clip(const double rgb[3], double clipped[3]) {
  for (int i = 0; i < 3; i++) clipped[i] = rgb[i] > 0 ? fmin(rgb[i], 1) : 0;
}

static double most_of(const double v[3]) { return fmax(v[0], fmax(v[1], v[2])); }

/// `value` compressed from 1 - room on, so that the value at the source's boundary becomes 1.
static double compressed(double value, double source, double room, double reach) {
  const double x = (value - (1 - room)) / room, end = 1 + reach * (fmax(value / source, 1) - 1) / room;
  return x <= 0 ? value : 1 - room + room * x / pow(1 + (1 - pow(end, -4)) * pow(x, 4), 0.25);
}

/// The inverse of the least t at which a channel of (1 + t·x)², 1 and (1 + t·z)² becomes 0 or turns.
static double share_of(const double m[9], double x, double z) {
  double share = 0;
  for (int row = 0; row < 9; row += 3) {
    const double b = m[row] * x + m[row + 2] * z, a = m[row] * (x * x) + m[row + 2] * (z * z);
    share = fmax(share, sqrt(fmax(b * b - a, 0)) - b);
  }
  return share;
}

static int map_softly(const p3_gamut_mapping *mapping, const double rgb[3], double mapped[3]) {
  double cones[3], source[3];
  multiply(mapping->cones_from_rgb, rgb, cones);
  multiply(mapping->source_from_cones, cones, source);
  memcpy(mapped, rgb, 3 * sizeof *mapped);
  const double room = 1 - mapping->knee, light = sqrt(fmax(cones[1], 0));
  if (light > 0) {
    const double x = sqrt(fmax(cones[0], 0)) / light - 1, z = sqrt(fmax(cones[2], 0)) / light - 1;
    const double share = share_of(mapping->rgb_from_cones, x, z);
    const double near = compressed(share, share_of(mapping->source_from_cones, x, z), room, mapping->reach);
    if (near != share) {
      const double scale = near / share;
      const double moved[3] = {pow(light * (1 + x * scale), 2), light * light, pow(light * (1 + z * scale), 2)};
      multiply(mapping->rgb_from_cones, moved, mapped);
    }
  }
  const double top = most_of(mapped), left = fmax(room * (1 - light * light), 1e-9);
  const double lower = compressed(top, most_of(source), left, mapping->reach);
  for (int i = 0; i < 3; i++) mapped[i] *= lower != top ? lower / top : 1;
  clip(mapped, mapped);
  return 1;
}

static double distance(const double p[3], const double q[3]) {
  return sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
}

static int map_chroma(const p3_gamut_mapping *mapping, const double rgb[3], double mapped[3]) {
  double lab[3], near[3];
  if (is_inside(rgb)) return 0;
  lab_of(mapping, rgb, lab);
  if (!(lab[0] > 0 && lab[0] < 1)) return 0;
  clip(rgb, mapped);
  lab_of(mapping, mapped, near);
  if (distance(near, lab) < mapping->just_noticeable) return 1;
  const double chroma = hypot(lab[1], lab[2]);
  double low = 0, high = chroma;
  int low_is_inside = 1;
  while (high - low > mapping->precision) {
    const double middle = (low + high) / 2;
    const double current[3] = {lab[0], lab[1] * middle / chroma, lab[2] * middle / chroma};
    double color[3];
    rgb_of(mapping, mapping->rgb_from_cones, current, 1, color);
    if (low_is_inside && is_inside(color)) {
      low = middle;
      continue;
    }
    clip(color, mapped);
    lab_of(mapping, mapped, near);
    const double difference = distance(near, current);
    if (difference < mapping->just_noticeable) {
      if (mapping->just_noticeable - difference < mapping->precision) return 1;
      low_is_inside = 0;
      low = middle;
    } else {
      high = middle;
    }
  }
  return 1;
}

// MARK: Comparison

typedef struct {
  const p3_gamut_mapping *mapping;
  const conversion *conversion;
  size_t compared, undecided;
} trial;

/// Colour number `i` of the tile against the plain method.
static void check_color(trial *trial, const p3_mapped_colors *colors, size_t i) {
  double rgb[3], mapped[3];
  const uint16_t *source = colors->source[i];
  p3_linear_value(trial->conversion->plan, source[0], source[1], source[2], rgb);
  describe_case("codes %u %u %u, (%.17g, %.17g, %.17g)", source[0], source[1], source[2], rgb[0], rgb[1], rgb[2]);
  for (int row = 0; row < 3; row++) check("the colour before", colors->before[row][i] == rgb[row]);
  if (colors->states[i] == P3_COLOR_UNDECIDED) {
    trial->undecided++;
    return;
  }
  const int is_soft = trial->mapping->method == P3_MAP_SOFT;
  const int is_known = (is_soft ? map_softly : map_chroma)(trial->mapping, rgb, mapped);
  for (int row = 0; row < 3; row++) {
    const double value = colors->states[i] == P3_COLOR_MOVES ? colors->after[row][i] : rgb[row];
    describe_case("codes %u %u %u, (%.17g, %.17g, %.17g) row %d: %.17g, not %.17g", source[0], source[1], source[2],
                  rgb[0], rgb[1], rgb[2], row, value, mapped[row]);
    if (is_soft || colors->states[i] == P3_COLOR_MOVES) check("a value is in gamut", value >= 0 && value <= 1);
    // Comparisons of the search are as close as the plain method's own errors.
    if (is_known) check("the mapped value", fabs(value - mapped[row]) < 1e-9);
  }
  trial->compared += is_known;
  add_to_digest(&colors->states[i], 1);
  for (int row = 0; row < 3; row++) add_to_digest(&colors->after[row][i], sizeof **colors->after);
}

/// Colours of one tile, one pixel each.
static void test_tile(p3_target target, trial *trial, const uint16_t *pixels, size_t count, p3_mapped_colors *colors) {
  static const uint32_t untouched[1024];
  static const double nothing[3];
  static const uint16_t black[3];
  const size_t seen =
      p3_map_colors(target, trial->mapping, trial->conversion->plan, untouched, pixels, count, 3, colors);
  check("a tile takes all", seen == count);
  for (size_t i = 0; i < colors->count; i++) check_color(trial, colors, i);
  while (p3_next_undecided(colors) != SIZE_MAX) p3_decide(colors, 0, nothing, black);
  uint16_t *written = guarded(count * 6, 2);
  memcpy(written, pixels, count * 6);
  p3_write_mapped(colors, written, 3);
  add_to_digest(written, count * 6);
  check_guards(written);
  release(written);
}

/// Colours where methods change: of the cubes' corners, edges and faces, and next to them; almost black, white or grey.
static void fill_extremes(uint16_t *color) {
  const size_t kind = random_below(7);
  for (int i = 0; i < 3; i++) {
    const uint16_t ends[] = {0, 65535, (uint16_t)random_below(64), (uint16_t)(65535 - random_below(64)), 32768};
    color[i] = kind < 2    ? ends[random_below(5)]
               : kind == 2 ? (uint16_t)(65535 - random_below(256))
               : kind == 3 ? (uint16_t)random_below(400)
               : kind == 4 ? (uint16_t)(20000 + random_below(16))
               : kind == 5 ? (uint16_t)(random_below(2) ? random_sample() : ends[random_below(4)])
                           // Blue, along whose hue a channel touches 0.
                           : (uint16_t)(i < 2 ? random_below(6000) : 65535 - random_below(2) * random_below(40000));
  }
}

static void test_method(p3_target target, p3_mapping_method method, unsigned pair) {
  const p3_gamut_mapping mapping = new_mapping(method, pair);
  conversion conversion = new_conversion(pairs[pair].conversion, target);
  trial trial = {&mapping, &conversion, 0, 0};
  uint16_t pixels[3 * P3_MAPPED_COLORS];
  for (unsigned round = 0; round < 400; round++) {
    const size_t count = 1 + random_below(P3_MAPPED_COLORS);
    for (size_t i = 0; i < 3 * count; i++) {
      pixels[i] = round % 4 == 0 && random_below(3) == 0 ? 65535 * (uint16_t)random_below(2) : random_sample();
      if (round % 4 == 1) pixels[i] >>= 3 * (i % 3);
      if (round % 4 == 2 && i % 3 == 0) fill_extremes(pixels + i), i += 2;
    }
    p3_mapped_colors *colors = p3_mapped_allocate();
    test_tile(target, &trial, pixels, count, colors);
    p3_mapped_destroy(colors);
  }
  describe_case("%zu compared, %zu undecided", trial.compared, trial.undecided);
  check("colours are compared", trial.compared > 7500);
  if (pair < 2) check("most colours are decided", trial.undecided < trial.compared / 4);
  if (method == P3_MAP_SOFT) check("the soft knee decides all", trial.undecided == 0);
  free_conversion(&conversion);
}

/// What becomes of a colour does not depend on the others of its tile, nor on its place.
static void test_neighbours(p3_target target, p3_mapping_method method) {
  const p3_gamut_mapping mapping = new_mapping(method, 0);
  static const uint32_t untouched[1024];
  conversion conversion = new_conversion(0, target);
  for (unsigned round = 0; round < 200; round++) {
    p3_mapped_colors *all = p3_mapped_allocate(), *one = p3_mapped_allocate();
    uint16_t pixels[3 * 48];
    const size_t count = 1 + random_below(48);
    for (size_t i = 0; i < count; i++) {
      if (round % 2 == 0) fill_extremes(pixels + 3 * i);
      for (size_t k = 3 * i; round % 2 && k < 3 * i + 3; k++) pixels[k] = random_sample();
    }
    p3_map_colors(target, &mapping, conversion.plan, untouched, pixels, count, 3, all);
    for (size_t i = 0; i < all->count; i++) {
      p3_map_colors(target, &mapping, conversion.plan, untouched, all->source[i], 1, 3, one);
      check_same("the state of a colour alone", &all->states[i], &one->states[0], 1);
      if (all->states[i] != P3_COLOR_MOVES) continue;
      for (int row = 0; row < 3; row++) check_same("its values", &all->after[row][i], &one->after[row][0], 8);
      check_same("its codes", all->codes[i], one->codes[0], sizeof *all->codes);
    }
    p3_mapped_destroy(all);
    p3_mapped_destroy(one);
  }
  free_conversion(&conversion);
}

/// The codes of a colour that the search leaves to the definition: where it lies, rounding decides.
static void find_undecided(p3_target target, const p3_gamut_mapping *mapping, const conversion *conversion,
                           p3_mapped_colors *colors, uint16_t color[3]) {
  static const uint32_t untouched[1024];
  do {
    for (int i = 0; i < 3; i++) color[i] = random_sample();
    p3_map_colors(target, mapping, conversion->plan, untouched, color, 1, 3, colors);
  } while (p3_next_undecided(colors) == SIZE_MAX);
}

/// A decision is asked for once, and holds for the colour's next pixels.
static void test_decisions(p3_target target) {
  const p3_gamut_mapping mapping = new_mapping(P3_MAP_CHROMA, 0);
  static const uint32_t untouched[1024];
  conversion conversion = new_conversion(0, target);
  p3_mapped_colors *colors = p3_mapped_allocate();
  uint16_t pixels[9] = {0};
  const uint16_t codes[3] = {1, 2, 3};
  find_undecided(target, &mapping, &conversion, colors, pixels);
  memcpy(pixels + 6, pixels, 3 * sizeof *pixels);
  const double linear[3] = {0.25, 0.5, 0.75};
  p3_map_colors(target, &mapping, conversion.plan, untouched, pixels, 3, 3, colors);
  check("the colour is left to the definition", p3_next_undecided(colors) == 0);
  p3_decide(colors, 1, linear, codes);
  check("the colour behind black is decided, too", p3_next_undecided(colors) == SIZE_MAX);
  for (int tile = 0; tile < 2; tile++) {
    uint16_t written[9];
    memcpy(written, pixels, sizeof pixels);
    p3_write_mapped(colors, written, 3);
    for (int i = 0; i < 3; i++) check_same("codes", i == 1 ? pixels + 3 : codes, written + 3 * i, sizeof codes);
    float before[3 * P3_MAPPED_COLORS], after[3 * P3_MAPPED_COLORS];
    uint32_t runs[P3_MAPPED_COLORS];
    uint16_t alphas[P3_MAPPED_COLORS];
    uint8_t are_outside[P3_MAPPED_COLORS];
    check("both are listed", p3_list_moved(target, colors, 0, 5e-5, before, after, alphas, runs, are_outside) == 2);
    check("with the values of the definition", after[1] == 0.25f && after[P3_MAPPED_COLORS + 1] == 0.5f);
    p3_map_colors(target, &mapping, conversion.plan, untouched, pixels, 3, 3, colors);
    check("nothing is asked again", p3_next_undecided(colors) == SIZE_MAX);
  }
  p3_mapped_destroy(colors);
  free_conversion(&conversion);
}

/// The sums of what moved, against a loop over single pixels.
static void test_sums(void) {
  float differences[100];
  uint32_t pixels[100];
  uint8_t are_outside[100];
  p3_moved_sums sums = {0, 0, 0, 0};
  uint64_t units = 0, in_gamut = 0, noticed = 0;
  float most = 0;
  for (int i = 0; i < 100; i++) {
    differences[i] = i % 7 == 0 ? 2 : (float)random_below(1 << 24) / (1 << 18);
    pixels[i] = (uint32_t)random_below(5);
    are_outside[i] = (uint8_t)random_below(2);
    for (uint32_t pixel = 0; pixel < pixels[i]; pixel++) {
      units += (uint64_t)llround(ldexp(differences[i], 20));
      in_gamut += !are_outside[i];
      noticed += differences[i] >= 2;
    }
    most = fmaxf(most, differences[i]);
  }
  p3_sum_moved(differences, pixels, are_outside, 60, &sums);
  p3_sum_moved(differences + 60, pixels + 60, are_outside + 60, 40, &sums);
  check("sums", sums.difference == units && sums.in_gamut == in_gamut && sums.noticed == noticed && sums.most == most);
}

/// A pixel of alpha 0 is left alone, and pixels of one colour are one colour.
static void test_runs(p3_target target) {
  const p3_gamut_mapping mapping = new_mapping(P3_MAP_SOFT, 0);
  static const uint32_t untouched[1024];
  conversion conversion = new_conversion(0, target);
  p3_mapped_colors *colors = p3_mapped_allocate();
  uint16_t pixels[4 * 1000];
  for (size_t i = 0; i < 1000; i++) {
    const uint16_t pixel[4] = {2000, 60000, 3000, i % 100 == 99 ? 0 : 65535};
    memcpy(pixels + 4 * i, pixel, sizeof pixel);
  }
  check("one tile", p3_map_colors(target, &mapping, conversion.plan, untouched, pixels, 1000, 4, colors) == 1000);
  check("the kernel decides", p3_next_undecided(colors) == SIZE_MAX);
  float before[3 * P3_MAPPED_COLORS], after[3 * P3_MAPPED_COLORS];
  uint32_t runs[P3_MAPPED_COLORS];
  uint16_t alphas[P3_MAPPED_COLORS];
  uint8_t are_outside[P3_MAPPED_COLORS];
  check("ten runs",
        p3_list_moved(target, colors, 0, 5e-5, before, after, alphas, runs, are_outside) == 10 && runs[9] == 99);
  check("counted from a pixel on",
        p3_list_moved(target, colors, 250, 5e-5, before, after, alphas, runs, are_outside) == 8 && runs[0] == 49);
  p3_write_mapped(colors, pixels, 4);
  for (size_t i = 0; i < 1000; i++) {
    check("visible pixels move, others stay",
          (pixels[4 * i] == 2000) == (i % 100 == 99) &&
              memcmp(pixels + 4 * i + 3, i % 100 == 99 ? "\0\0" : "\xff\xff", 2) == 0);
    if (i % 100 != 99) check("all to one colour", memcmp(pixels + 4 * i, pixels, 6) == 0);
  }
  p3_mapped_destroy(colors);
  free_conversion(&conversion);
}

/// The reach of pixels is that of the farthest one, whatever the order; none where all are in gamut or invisible.
static void test_reach(p3_target target) {
  const p3_gamut_mapping mapping = new_mapping(P3_MAP_SOFT, 0);
  static const uint32_t untouched[1024];
  conversion conversion = new_conversion(0, target);
  p3_mapped_colors *colors = p3_mapped_allocate();
  double all = 0, most = 0, none = 0, whole = 0;
  uint16_t pixels[4 * 200];
  for (int i = 0; i < 800; i++) pixels[i] = i % 4 == 3 ? 65535 : 6000 + random_sample() % 50000;
  p3_find_reach(target, &mapping, conversion.plan, untouched, pixels, 200, 4, 5e-5, colors, &all);
  for (int i = 199; i >= 0; i--) {
    double one = 0;
    p3_find_reach(target, &mapping, conversion.plan, untouched, pixels + 4 * i, 1, 4, 5e-5, colors, &one);
    most = fmax(most, one);
    pixels[4 * i + 3] = 0;
  }
  check("the farthest colour's reach", all == most && all > 0.1 && all < 1);
  add_to_digest(&all, sizeof all);
  const uint16_t inside[8] = {65535, 65535, 65535, 65535, 30000, 31000, 32000, 65535}, green[4] = {0, 65535, 0, 1};
  p3_find_reach(target, &mapping, conversion.plan, untouched, pixels, 200, 4, 5e-5, colors, &none);
  p3_find_reach(target, &mapping, conversion.plan, untouched, inside, 2, 4, 5e-5, colors, &none);
  check("nothing is outside", none == 0);
  p3_find_reach(target, &mapping, conversion.plan, untouched, green, 1, 4, 5e-5, colors, &whole);
  check("the source's corner reaches all the way", whole > 0.999 && whole <= 1);
  p3_mapped_destroy(colors);
  free_conversion(&conversion);
}

void test_mapping(p3_target target) {
  begin_family("gamut mapping", target);
  for (unsigned pair = 0; pair < PAIRS; pair++) {
    test_method(target, P3_MAP_CHROMA, pair);
    test_method(target, P3_MAP_SOFT, pair);
  }
  test_neighbours(target, P3_MAP_CHROMA);
  test_neighbours(target, P3_MAP_SOFT);
  test_decisions(target);
  test_reach(target);
  test_sums();
  test_runs(target);
  end_family();
}
