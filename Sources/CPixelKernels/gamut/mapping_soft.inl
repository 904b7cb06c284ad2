// Part of mapping.inl: the soft knee.
//
// Chroma is counted in units of the colour's own, so that neither a root nor a division is needed for it: with r the
// cube roots of the cone responses, L their lightness and d = r − L, the ray is L + t·d, and the colour is at t = 1.
//
// Floats prove which colours stay, find where the rays of the others leave both cubes, and prove that: a cubic whose
// Bernstein coefficients on 0…t lie in 0…1, by a margin for the errors of floats, does not leave 0…1 before t. Where a
// coefficient is close to an end at t alone, it has one root there at most. Doubles make the exits precise by Newton's
// steps, and map.

/// Floats to a register; doubles take two.
#define WIDE (2 * LANES)

typedef float wides __attribute__((ext_vector_type(WIDE)));
typedef int32_t flags __attribute__((ext_vector_type(WIDE)));

static inline wides wide(float x) { return (wides)x; }
static inline wides choose_wide(flags mask, wides yes, wides no) { return mask ? yes : no; }
static inline wides larger_wide(wides a, wides b) { return choose_wide(a > b, a, b); }
static inline wides smaller_wide(wides a, wides b) { return choose_wide(a < b, a, b); }
static inline wides size_of(wides a) { return (wides)((flags)a & INT32_MAX); }
static inline int any_flag(flags mask) { return __builtin_reduce_or(mask) != 0; }

typedef struct {
  wides x, y, z;
} wide_triple;

/// A mapping's matrices in float, and what float's errors make of them.
typedef struct {
  float cones_from_rgb[9], lab_from_roots[9], rgb_from_cones[2][9];
  /// The value of 1 / knee.
  float stretch;
  /// The largest sum of a row's magnitudes, of linear RGB to cone responses and of the two back.
  float cone_norm, norms[2];
} float_mapping;

/// Cone responses below this share of the largest channel are left to doubles: their error is as large as their sum's.
static const float least_cone = 1.0f / 64;

/// How far, as a share, the precise exits may lie beyond those of floats.
static const float exit_error = 3e-4f;

static float norm_of(const double m[9]) {
  double norm = 0;
  for (int row = 0; row < 3; row++) {
    const double *r = m + 3 * row;
    const double sum = (r[0] < 0 ? -r[0] : r[0]) + (r[1] < 0 ? -r[1] : r[1]) + (r[2] < 0 ? -r[2] : r[2]);
    if (sum > norm) norm = sum;
  }
  return (float)norm;
}

static float_mapping float_mapping_of(const p3_gamut_mapping *mapping) {
  float_mapping result;
  for (int i = 0; i < 9; i++) {
    result.cones_from_rgb[i] = (float)mapping->cones_from_rgb[i];
    result.lab_from_roots[i] = (float)mapping->lab_from_roots[i];
    result.rgb_from_cones[0][i] = (float)mapping->rgb_from_cones[i];
    result.rgb_from_cones[1][i] = (float)mapping->source_from_cones[i];
  }
  result.stretch = (float)(1 / mapping->knee);
  result.cone_norm = norm_of(mapping->cones_from_rgb);
  result.norms[0] = norm_of(mapping->rgb_from_cones);
  result.norms[1] = norm_of(mapping->source_from_cones);
  return result;
}

static inline wide_triple wide_product(const float m[9], wide_triple v) {
  return (wide_triple){m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                       m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

static inline wides load_wide(const double *p) {
  typedef double pair __attribute__((ext_vector_type(WIDE)));
  pair x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(x, wides);
}

/// x^(−⅓) of positive floats: a guess by a third of the bits, and two steps of third order.
static inline wides inverse_root(wides x) {
  const wides third = __builtin_convertvector((flags)x, wides) * (1.0f / 3);
  wides guess = (wides)((flags)0x54a20000 - __builtin_convertvector(third, flags));
  for (int step = 0; step < 2; step++) {
    const wides h = 1 - x * (guess * guess * guess);
    guess += guess * (h * (1.0f / 3 + h * (2.0f / 9)));
  }
  return guess;
}

// MARK: Rays in float

/// Colours as floats have them, and how far the errors of floats reach.
typedef struct {
  wides lightness, reach, cubed_lightness;
  wide_triple d;
  /// An upper bound of a Bernstein coefficient's error on 0…t, as a share of its matrix's norm times (L + reach·t)³,
  /// where reach is max |d|.
  wides error;
} float_color;

/// The margin that covers the errors of a ray's coefficients on 0…t, with t off by a share of `exit_error`.
static inline wides margin_of(const float_color *color, wides t, float norm, float exit_error) {
  const wides end = color->lightness + color->reach * t, cubed = end * end * end;
  return norm * (color->error * cubed + 3 * exit_error * (cubed - color->cubed_lightness));
}

/// The three channels along a ray: ((c3·t + c2)·t + c1)·t + c0.
typedef struct {
  wides c0, c1[3], c2[3], c3[3];
} wide_ray;

static inline wide_ray wide_ray_of(const float m[9], const float_color *color) {
  const wides lightness = color->lightness;
  const wide_triple d = color->d;
  const wide_triple squares = {d.x * d.x, d.y * d.y, d.z * d.z};
  const wide_triple third = {squares.x * d.x, squares.y * d.y, squares.z * d.z};
  const wide_triple first = wide_product(m, d), second = wide_product(m, squares), cubic = wide_product(m, third);
  const wides l3 = 3 * lightness, ll3 = l3 * lightness;
  return (wide_ray){color->cubed_lightness,
                    {ll3 * first.x, ll3 * first.y, ll3 * first.z},
                    {l3 * second.x, l3 * second.y, l3 * second.z},
                    {cubic.x, cubic.y, cubic.z}};
}

/// Lanes in which all channels surely stay in 0…1 before t. At t itself, `ends` are the lanes in which each surely is
/// in 0…1; in the others it is at an end, or close to it.
static inline flags stay_inside(const wide_ray *ray, wides t, wides margin, flags ends[3]) {
  const wides low = margin, high = 1 - margin, low_end = -margin, high_end = 1 + margin;
  const wides t1 = t * (1.0f / 3), t2 = t * t1, t3 = t * t * t, b0 = ray->c0;
  wides b1[3], b2[3], b3[3];
  flags near = (b0 > low) & (b0 < high), whole = (flags)-1;
  for (int i = 0; i < 3; i++) {
    const wides q1 = ray->c1[i] * t1, q12 = q1 + ray->c2[i] * t2;
    b1[i] = b0 + q1;
    b2[i] = b1[i] + q12;
    b3[i] = b0 + 3 * q12 + ray->c3[i] * t3;
    ends[i] = (b3[i] > low) & (b3[i] < high);
    near &= (b3[i] > low_end) & (b3[i] < high_end);
    whole &= (smaller_wide(b1[i], b2[i]) > low) & (larger_wide(b1[i], b2[i]) < high);
  }
  if (!any_flag(near & ~whole)) return near;
  // De Casteljau's halves.
  flags halves = (flags)-1;
  for (int i = 0; i < 3; i++) {
    const wides m01 = (b0 + b1[i]) * 0.5f, m12 = (b1[i] + b2[i]) * 0.5f, m23 = (b2[i] + b3[i]) * 0.5f;
    const wides h1 = (m01 + m12) * 0.5f, h2 = (m12 + m23) * 0.5f, middle = (h1 + h2) * 0.5f;
    halves &= (smaller_wide(smaller_wide(m01, h1), smaller_wide(smaller_wide(h2, m23), middle)) > low) &
              (larger_wide(larger_wide(m01, h1), larger_wide(larger_wide(h2, m23), middle)) < high);
  }
  return near & (whole | halves);
}

/// Where a ray leaves its cube: t, the channel and the end that it reaches there, and the inverse of its slope. Whether
/// it surely is inside before, and another channel perhaps outside there.
typedef struct {
  wides t, target, inverse, last_step;
  flags channel, is_proved, is_shared;
} wide_exit;

/// A step of Newton's from `starts` for all channels, more for the one that leaves 0…1 first. Both rays side by side:
/// each step waits for the one before it.
static inline __attribute__((always_inline)) void seek_wide_exits(const wide_ray rays[2], const wides starts[2],
                                                                  wide_exit found[2]) {
  wides c1[2], c2[2], c3[2];
  for (int r = 0; r < 2; r++) {
    const wide_ray *ray = &rays[r];
    const wides start = starts[r];
    found[r] = (wide_exit){wide(8), wide(0), wide(0), wide(0), (flags)-1, (flags)0, (flags)0};
    c1[r] = c2[r] = c3[r] = wide(0);
    for (int i = 0; i < 3; i++) {
      const wides y = ((ray->c3[i] * start + ray->c2[i]) * start + ray->c1[i]) * start + ray->c0;
      const wides inverse = 1 / ((3 * ray->c3[i] * start + 2 * ray->c2[i]) * start + ray->c1[i]);
      const wides target = choose_wide((y > 1) | ((y >= 0) & (inverse > 0)), wide(1), wide(0));
      const wides t = start - (y - target) * inverse;
      const flags better = (t > 0) & (t < found[r].t);
      found[r].t = choose_wide(better, t, found[r].t);
      found[r].target = choose_wide(better, target, found[r].target);
      found[r].channel = better ? (flags)i : found[r].channel;
      c1[r] = choose_wide(better, ray->c1[i], c1[r]);
      c2[r] = choose_wide(better, ray->c2[i], c2[r]);
      c3[r] = choose_wide(better, ray->c3[i], c3[r]);
    }
  }
  for (int step = 0; step < 3; step++) {
    for (int r = 0; r < 2; r++) {
      const wides t = found[r].t, y = ((c3[r] * t + c2[r]) * t + c1[r]) * t + rays[r].c0;
      found[r].inverse = 1 / ((3 * c3[r] * t + 2 * c2[r]) * t + c1[r]);
      found[r].last_step = (y - found[r].target) * found[r].inverse;
      found[r].t = t - found[r].last_step;
    }
  }
}

/// The same from 0.5 on by steps of Newton's for whatever channel is closest, where the first channel to leave changes
/// on the way or the ray is flat where it leaves.
static __attribute__((noinline)) wide_exit seek_slowly(const wide_ray *ray) {
  wide_exit found = {wide(0.5f), wide(0), wide(0), wide(0), (flags)-1, (flags)0, (flags)0};
  for (int step = 0; step < 8; step++) {
    const wides t = found.t;
    wides least = wide(8);
    for (int i = 0; i < 3; i++) {
      const wides y = ((ray->c3[i] * t + ray->c2[i]) * t + ray->c1[i]) * t + ray->c0;
      const wides inverse = 1 / ((3 * ray->c3[i] * t + 2 * ray->c2[i]) * t + ray->c1[i]);
      const wides target = choose_wide((y > 1) | ((y >= 0) & (inverse > 0)), wide(1), wide(0));
      const wides change = (target - y) * inverse;
      const flags better = change < least;
      least = choose_wide(better, change, least);
      found.target = choose_wide(better, target, found.target);
      found.inverse = choose_wide(better, inverse, found.inverse);
      found.channel = better ? (flags)i : found.channel;
    }
    // A step outwards beyond twice the way, or to the axis and beyond, is shortened.
    found.t = larger_wide(smaller_wide(t + least, 2 * t), 0.5f * t);
    found.last_step = t - found.t;
  }
  return found;
}

/// A slope this flat, as a share of the largest that the ray may have, would make too much of errors.
static const float flattest = 1.0f / 64;

static inline void prove_exit(const wide_ray *ray, wide_exit *found, const float_color *color, float norm) {
  const wides end = color->lightness + color->reach * found->t;
  flags ends[3];
  const flags inside = stay_inside(ray, found->t, margin_of(color, found->t, norm, exit_error), ends);
  const wides widest = end * end * end - color->cubed_lightness;
  const flags is_steep = size_of(found->inverse) * (flattest * widest) < found->t;
  const flags is_found = size_of(found->last_step) < 1e-3f * found->t;
  found->is_proved = inside & is_steep & is_found;
  found->is_shared =
      ~((ends[0] | (found->channel == 0)) & (ends[1] | (found->channel == 1)) & (ends[2] | (found->channel == 2)));
}

static inline void choose_exit(flags mask, const wide_exit *yes, wide_exit *no) {
  no->t = choose_wide(mask, yes->t, no->t);
  no->target = choose_wide(mask, yes->target, no->target);
  no->inverse = choose_wide(mask, yes->inverse, no->inverse);
  no->last_step = choose_wide(mask, yes->last_step, no->last_step);
  no->channel = mask ? yes->channel : no->channel;
  no->is_proved = mask ? yes->is_proved : no->is_proved;
  no->is_shared = mask ? yes->is_shared : no->is_shared;
}

// MARK: Precise exits

/// What floats found of WIDE colours.
typedef struct {
  _Alignas(64) float inverse_roots[3][WIDE], exits[2][WIDE], targets[2][WIDE], inverses[2][WIDE];
  _Alignas(64) int32_t channels[2][WIDE], are_shared[2][WIDE], wanted[WIDE], states[WIDE];
} approximation;

static inline doubles load_floats(const float *p) {
  floats x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(x, doubles);
}

static inline longs load_flags(const int32_t *p) {
  words x;
  memcpy(&x, p, sizeof x);
  return __builtin_convertvector(x, longs);
}

/// Values up to this count as zero: some hundred times their rounding.
static const double negligible = 1e-13;

static inline triple color_at(const double m[9], doubles lightness, triple d, doubles t) {
  return product(m, cubes((triple){lightness + d.x * t, lightness + d.y * t, lightness + d.z * t}));
}

/// One channel along rays, as `wide_ray` has them, and what floats found of its exit.
typedef struct {
  doubles c0, c1, c2, c3, target, inverse;
} channel_ray;

static inline channel_ray channel_ray_of(const double m[9], doubles lightness, triple d, const approximation *rough,
                                         int cube, size_t first) {
  const longs channel = load_flags(rough->channels[cube] + first), is_red = channel == 0, is_green = channel == 1;
  const doubles x = choose(is_red, set(m[0]), choose(is_green, set(m[3]), set(m[6]))) * d.x;
  const doubles y = choose(is_red, set(m[1]), choose(is_green, set(m[4]), set(m[7]))) * d.y;
  const doubles z = choose(is_red, set(m[2]), choose(is_green, set(m[5]), set(m[8]))) * d.z;
  const doubles x2 = x * d.x, y2 = y * d.y, z2 = z * d.z, l3 = 3 * lightness;
  return (channel_ray){lightness * lightness * lightness,
                       l3 * lightness * (x + y + z),
                       l3 * (x2 + y2 + z2),
                       x2 * d.x + y2 * d.y + z2 * d.z,
                       load_floats(rough->targets[cube] + first),
                       load_floats(rough->inverses[cube] + first)};
}

static inline doubles error_at(const channel_ray *ray, doubles t) {
  return ((ray->c3 * t + ray->c2) * t + ray->c1) * t + ray->c0 - ray->target;
}

/// Where the first of several channels leaves that do so close to t: steps of Newton's for all of them. Lanes in which
/// they do not end are taken out of `ended`.
static inline doubles first_exit(const double m[9], doubles lightness, triple d, doubles t, longs *ended) {
  doubles way = set(0);
  for (int step = 0; step < 4; step++) {
    const triple roots = {lightness + d.x * t, lightness + d.y * t, lightness + d.z * t};
    const triple squares = {roots.x * roots.x, roots.y * roots.y, roots.z * roots.z};
    const triple value = product(m, (triple){squares.x * roots.x, squares.y * roots.y, squares.z * roots.z});
    const triple slope = product(m, (triple){3 * d.x * squares.x, 3 * d.y * squares.y, 3 * d.z * squares.z});
    const triple ways = {(choose(slope.x > 0, set(1), set(0)) - value.x) / slope.x,
                         (choose(slope.y > 0, set(1), set(0)) - value.y) / slope.y,
                         (choose(slope.z > 0, set(1), set(0)) - value.z) / slope.z};
    way = least(ways);
    t += way;
  }
  *ended &= magnitude(way) < 1e-9;
  return t;
}

/// Replaces the exits of `lanes`, next to which several channels leave; returns `ended`, with these lanes anew.
static __attribute__((noinline)) longs shared_exit(const double m[9], doubles lightness, triple d, longs lanes,
                                                   longs ended, doubles *t) {
  longs found = (longs)-1;
  *t = choose(lanes, first_exit(m, lightness, d, *t, &found), *t);
  const triple rgb = color_at(m, lightness, d, *t);
  return lanes ? found & (least(rgb) > -negligible) & (most(rgb) < 1 + negligible) : ended;
}

/// The exits of both rays, by Newton's steps with the slopes of floats: two, side by side, and more where they are
/// needed. Lanes in which they do not end are taken out of `sure`.
static inline __attribute__((always_inline)) void precise_exits(const p3_gamut_mapping *mapping, doubles lightness,
                                                                triple d, const approximation *rough, size_t first,
                                                                doubles t[2], longs *sure) {
  const double *const matrices[2] = {mapping->rgb_from_cones, mapping->source_from_cones};
  const channel_ray rays[2] = {channel_ray_of(matrices[0], lightness, d, rough, 0, first),
                               channel_ray_of(matrices[1], lightness, d, rough, 1, first)};
  const doubles starts[2] = {load_floats(rough->exits[0] + first), load_floats(rough->exits[1] + first)};
  longs ended[2] = {(longs)0, (longs)0};
  for (int cube = 0; cube < 2; cube++)
    t[cube] = starts[cube] - error_at(&rays[cube], starts[cube]) * rays[cube].inverse;
  for (int step = 1; step < 4 && any(*sure & ~(ended[0] & ended[1])); step++) {
    for (int cube = 0; cube < 2; cube++) {
      const doubles error = error_at(&rays[cube], t[cube]);
      t[cube] = choose(ended[cube], t[cube], t[cube] - error * rays[cube].inverse);
      ended[cube] |= magnitude(error) < negligible;
    }
  }
  for (int cube = 0; cube < 2; cube++) {
    const longs is_shared = load_flags(rough->are_shared[cube] + first);
    if (any(*sure & is_shared))
      ended[cube] = shared_exit(matrices[cube], lightness, d, is_shared, ended[cube], &t[cube]);
    *sure &= ended[cube] & (t[cube] > 0) & (t[cube] < (1 + exit_error) * starts[cube]);
  }
}

/// Maps LANES colours.
static inline triple compressed_precisely(const p3_gamut_mapping *mapping, triple rgb, const approximation *rough,
                                          size_t first, longs *sure, longs *stays) {
  const triple cones = product(mapping->cones_from_rgb, rgb);
  const doubles a[3] = {cones.x, cones.y, cones.z};
  doubles roots[3];
  for (int i = 0; i < 3; i++) {
    doubles r = load_floats(rough->inverse_roots[i] + first);
    const doubles h = 1 - a[i] * (r * r * r);
    r += r * (h * (1.0 / 3 + h * (2.0 / 9)));
    roots[i] = a[i] * (r * r);
  }
  const double *l = mapping->lab_from_roots;
  const doubles lightness = l[0] * roots[0] + l[1] * roots[1] + l[2] * roots[2];
  const triple d = {roots[0] - lightness, roots[1] - lightness, roots[2] - lightness};
  doubles exits[2];
  precise_exits(mapping, lightness, d, rough, first, exits, sure);
  const doubles end = exits[0], widest = larger(set(1), exits[1]);
  *stays = end >= 1 / mapping->knee;
  const doubles knee = mapping->knee * end, beyond = 1 - knee;
  const doubles spread = larger(widest - end, set(0)), rooms = (end - knee) * (widest - knee);
  const doubles t = knee + beyond * (rooms / (rooms + beyond * spread));
  return clipped_color(color_at(mapping->rgb_from_cones, lightness, d, t));
}

// MARK: Both passes

/// Sets the states of WIDE colours and maps those that floats can prove; the others are undecided.
static void map_some_softly(const p3_gamut_mapping *mapping, const float_mapping *m, p3_mapped_colors *colors,
                            size_t first) {
  const wide_triple rgb = {load_wide(colors->before[0] + first), load_wide(colors->before[1] + first),
                           load_wide(colors->before[2] + first)};
  for (int i = 0; i < 3; i++) memcpy(colors->after[i] + first, colors->before[i] + first, WIDE * sizeof(double));
  approximation rough;
  const wide_triple cones = wide_product(m->cones_from_rgb, rgb);
  const wides largest = larger_wide(size_of(rgb.x), larger_wide(size_of(rgb.y), size_of(rgb.z)));
  const wides least = smaller_wide(cones.x, smaller_wide(cones.y, cones.z));
  const flags is_black = largest == 0, is_usual = (least > least_cone * largest) & (largest > 1e-15f);
  const wide_triple inverse_roots = {inverse_root(cones.x), inverse_root(cones.y), inverse_root(cones.z)};
  const wide_triple roots = {cones.x * inverse_roots.x * inverse_roots.x, cones.y * inverse_roots.y * inverse_roots.y,
                             cones.z * inverse_roots.z * inverse_roots.z};
  const float *l = m->lab_from_roots;
  const wides lightness = l[0] * roots.x + l[1] * roots.y + l[2] * roots.z;
  const wide_triple d = {roots.x - lightness, roots.y - lightness, roots.z - lightness};
  // With u = 2⁻²⁴, a cone's relative error is at most 4u·norm·largest/least, its root's a third of that and 4u. L errs
  // by no more than the largest root does, d by twice that; a coefficient by three times the sum of both, and by 12u
  // for its own steps.
  const float unit = 0x1p-24f;
  const float_color color = {lightness, larger_wide(size_of(d.x), larger_wide(size_of(d.y), size_of(d.z))),
                             lightness * lightness * lightness, d,
                             60 * unit + 16 * unit * m->cone_norm * (largest / least)};
  wide_ray rays[2] = {wide_ray_of(m->rgb_from_cones[0], &color)};
  flags ends[3];
  const wides stretch = wide(m->stretch);
  const flags inside = stay_inside(&rays[0], stretch, margin_of(&color, stretch, m->norms[0], 0), ends);
  const flags stays = is_black | (is_usual & inside & ends[0] & ends[1] & ends[2]);
  flags wanted = (flags)0;
  if (any_flag(~stays)) {
    rays[1] = wide_ray_of(m->rgb_from_cones[1], &color);
    wide_exit exits[2];
    seek_wide_exits(rays, (wides[]){wide(1), wide(1.1f)}, exits);
    wanted = ~stays & is_usual;
    for (int cube = 0; cube < 2; cube++) {
      prove_exit(&rays[cube], &exits[cube], &color, m->norms[cube]);
      if (any_flag(wanted & ~exits[cube].is_proved)) {
        wide_exit again = seek_slowly(&rays[cube]);
        prove_exit(&rays[cube], &again, &color, m->norms[cube]);
        choose_exit(~exits[cube].is_proved, &again, &exits[cube]);
      }
      wanted &= exits[cube].is_proved;
      memcpy(rough.exits[cube], &exits[cube].t, sizeof rough.exits[cube]);
      memcpy(rough.targets[cube], &exits[cube].target, sizeof rough.targets[cube]);
      memcpy(rough.inverses[cube], &exits[cube].inverse, sizeof rough.inverses[cube]);
      memcpy(rough.channels[cube], &exits[cube].channel, sizeof rough.channels[cube]);
      memcpy(rough.are_shared[cube], &exits[cube].is_shared, sizeof rough.are_shared[cube]);
    }
    const wides a = (l[3] * d.x + l[4] * d.y + l[5] * d.z) * exits[1].t;
    const wides b = (l[6] * d.x + l[7] * d.y + l[8] * d.z) * exits[1].t;
    wanted &= a * a + b * b < 0.99f;
  }
  const flags undecided = ~stays & ~wanted;
  const flags states = undecided ? (flags)P3_COLOR_UNDECIDED : (flags)P3_COLOR_STAYS;
  memcpy(rough.states, &states, sizeof states);
  memcpy(rough.inverse_roots[0], &inverse_roots.x, sizeof inverse_roots.x);
  memcpy(rough.inverse_roots[1], &inverse_roots.y, sizeof inverse_roots.y);
  memcpy(rough.inverse_roots[2], &inverse_roots.z, sizeof inverse_roots.z);
  memcpy(rough.wanted, &wanted, sizeof wanted);
  for (size_t half = 0; half < WIDE; half += LANES) {
    longs lanes = load_flags(rough.wanted + half), state = load_flags(rough.states + half);
    if (any(lanes)) {
      const triple before = load_color(colors->before, first + half);
      longs sure = lanes, remains = (longs)0;
      const triple mapped = compressed_precisely(mapping, before, &rough, half, &sure, &remains);
      const longs moves = sure & ~remains;
      store_color(colors->after, first + half,
                  (triple){choose(moves, mapped.x, before.x), choose(moves, mapped.y, before.y),
                           choose(moves, mapped.z, before.z)});
      state = moves ? (longs)P3_COLOR_MOVES : lanes & ~sure ? (longs)P3_COLOR_UNDECIDED : state;
    }
    store_bytes(colors->states + first + half, state);
  }
}

/// Sets the states and the mapped colours of all.
static void map_softly(const p3_gamut_mapping *mapping, p3_mapped_colors *colors) {
  const float_mapping m = float_mapping_of(mapping);
  for (size_t i = 0; i < colors->count; i += WIDE) map_some_softly(mapping, &m, colors, i);
}

#undef WIDE
