// Part of mapping.inl: the search of CSS Color 4.

/// Colours between the first and the second step of a mapping: OKLab lightness, chroma, and hue direction.
typedef struct {
  size_t count;
  /// The index of each colour in the tile.
  uint16_t index[P3_MAPPED_COLORS];
  _Alignas(64) double lightness[P3_MAPPED_COLORS], chroma[P3_MAPPED_COLORS];
  /// How the cube roots of the cone responses change with chroma.
  _Alignas(64) double direction[3][P3_MAPPED_COLORS];
} remaining;

/// Passes the colours in `lanes` on to the second step.
static inline void keep(remaining *rest, size_t first, longs lanes, doubles lightness, doubles chroma,
                        triple direction) {
  if (!any(lanes)) return;
  for (unsigned lane = 0; lane < LANES; lane++) {
    const size_t place = rest->count;
    rest->index[place] = (uint16_t)(first + lane);
    rest->lightness[place] = lightness[lane];
    rest->chroma[place] = chroma[lane];
    rest->direction[0][place] = direction.x[lane];
    rest->direction[1][place] = direction.y[lane];
    rest->direction[2][place] = direction.z[lane];
    rest->count += lanes[lane] != 0;
  }
}

/// Repeats the last colour to fill the last vector. (Planes have room for whole vectors.)
static void pad(remaining *rest) {
  for (size_t place = rest->count; place % LANES != 0; place++) {
    const size_t last = rest->count - 1;
    rest->lightness[place] = rest->lightness[last];
    rest->chroma[place] = rest->chroma[last];
    for (unsigned i = 0; i < 3; i++) rest->direction[i][place] = rest->direction[i][last];
  }
}

/// How the roots of the cone responses change with chroma, in the hue of (a, b); meaningless for tiny chroma.
static inline triple direction_of(const p3_gamut_mapping *mapping, triple lab, doubles chroma) {
  const doubles inverse = 1 / larger(chroma, set(1e-30));
  const doubles a = lab.y * inverse, b = lab.z * inverse;
  const double *from_a = mapping->roots_from_a, *from_b = mapping->roots_from_b;
  return (triple){from_a[0] * a + from_b[0] * b, from_a[1] * a + from_b[1] * b, from_a[2] * a + from_b[2] * b};
}

/// Squared deltaEOK.
static inline doubles squared_distance(triple p, triple q) {
  const doubles x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
  return x * x + y * y + z * z;
}

/// Lanes in which `square` < `limit`². Lanes too close to decide are added to `undecided`.
static inline longs is_under(doubles square, double limit, longs *undecided) {
  *undecided |= ~(magnitude(square - limit * limit) > doubtful);
  return square < limit * limit;
}

/// The first step: colours in gamut stay, colours close to it are clipped, all others are kept for the second step.
static void begin_chroma(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, remaining *rest) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    const triple rgb = load_color(colors->before, i), mapped = clipped_color(rgb);
    const longs outside = (least(rgb) < 0) | (most(rgb) > 1);
    store_color(colors->after, i, mapped);
    store_states(colors->states + i, outside, (longs)0);
    if (!any(outside)) continue;
    // Colours outside by no more than rounding errors are clipped, or become white or black, which is the same there.
    const longs far = outside & ((least(rgb) < -doubtful) | (most(rgb) > 1 + doubtful));
    longs undecided = (longs)0;
    const triple lab = lab_of(mapping, rgb, &undecided), clip = lab_of(mapping, mapped, &undecided);
    const longs is_close = is_under(squared_distance(lab, clip), mapping->just_noticeable, &undecided);
    const longs is_white = far & (lab.x > 1 + doubtful), is_black = far & (lab.x < -doubtful),
                ends = is_white | is_black;
    undecided |= ~ends & (~(lab.x > doubtful) | ~(lab.x < 1 - doubtful));
    const doubles end = choose(is_white, set(1), set(0));
    store_color(colors->after, i,
                (triple){choose(ends, end, mapped.x), choose(ends, end, mapped.y), choose(ends, end, mapped.z)});
    store_states(colors->states + i, outside, far & undecided);
    const doubles chroma = root(lab.y * lab.y + lab.z * lab.z);
    keep(rest, i, far & ~undecided & ~is_close & ~ends, lab.x, chroma, direction_of(mapping, lab, chroma));
  }
}

/// The search of CSS Color 4 on LANES colours, for as long as any lane searches.
static inline triple searched(const p3_gamut_mapping *mapping, doubles lightness, doubles chroma, triple direction,
                              triple clip, longs *undecided) {
  doubles low = set(0), high = chroma;
  longs low_is_inside = (longs)-1, searches = (longs)-1;
  const double found = mapping->just_noticeable - mapping->precision;
  while (1) {
    const doubles width = high - low;
    *undecided |= searches & ~(magnitude(width - mapping->precision) > doubtful);
    searches &= (width > mapping->precision) & ~*undecided;
    if (!any(searches)) return clip;
    const doubles x = (low + high) * 0.5;
    const triple roots = {lightness + direction.x * x, lightness + direction.y * x, lightness + direction.z * x};
    const triple rgb = product(mapping->rgb_from_cones, cubes(roots)), near = clipped_color(rgb);
    const doubles below = least(rgb), above = most(rgb) - 1;
    const longs inside = (below >= 0) & (above <= 0) & low_is_inside;
    *undecided |= searches & low_is_inside & ~((magnitude(below) > doubtful) & (magnitude(above) > doubtful));
    const longs measured = searches & ~inside;
    // The cube roots of this colour's cone responses are known; those of its clip have to be computed.
    longs unclear = (longs)0;
    const triple lab = product(mapping->lab_from_roots, roots), near_lab = lab_of(mapping, near, &unclear);
    const doubles distance = squared_distance(lab, near_lab);
    const longs is_close = is_under(distance, mapping->just_noticeable, &unclear);
    const longs is_found = is_close & ~is_under(distance, found, &unclear);
    *undecided |= measured & unclear;
    clip.x = choose(measured, near.x, clip.x);
    clip.y = choose(measured, near.y, clip.y);
    clip.z = choose(measured, near.z, clip.z);
    searches &= ~(measured & is_found);
    low_is_inside &= ~(measured & is_close);
    low = choose(searches & (inside | is_close), x, low);
    high = choose(searches & ~inside & ~is_close, x, high);
  }
}

static void finish_chroma(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, const remaining *rest) {
  for (size_t i = 0; i < rest->count; i += LANES) {
    triple clip = {set(0), set(0), set(0)};
    for (size_t lane = 0; lane < LANES && i + lane < rest->count; lane++) {
      const size_t color = rest->index[i + lane];
      clip.x[lane] = colors->after[0][color];
      clip.y[lane] = colors->after[1][color];
      clip.z[lane] = colors->after[2][color];
    }
    longs undecided = (longs)0;
    const triple mapped = searched(mapping, load(rest->lightness + i), load(rest->chroma + i),
                                   load_color(rest->direction, i), clip, &undecided);
    for (size_t lane = 0; lane < LANES && i + lane < rest->count; lane++) {
      const size_t color = rest->index[i + lane];
      colors->states[color] = undecided[lane] ? P3_COLOR_UNDECIDED : P3_COLOR_MOVES;
      colors->after[0][color] = mapped.x[lane];
      colors->after[1][color] = mapped.y[lane];
      colors->after[2][color] = mapped.z[lane];
    }
  }
}

/// Sets the states and the mapped colours of all colours.
static void map_chroma(const p3_gamut_mapping *mapping, p3_mapped_colors *colors) {
  remaining rest;
  rest.count = 0;
  begin_chroma(mapping, colors, &rest);
  pad(&rest);
  finish_chroma(mapping, colors, &rest);
}
