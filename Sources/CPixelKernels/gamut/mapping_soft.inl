// Part of mapping.inl: the soft knee. GamutMapper in ColorManagement explains what it does and why.
//
// The problem: bring an image's colours into a smaller gamut, without a seam where the compression starts and without
// losing differences. The idea: compress only the last `room` of the way to the destination's boundary, and only as
// much as the image needs: `reach` is how far its colours come on the way to the source's boundary.
//
//   share = distance from grey / distance of the boundary, at constant lightness
//   if share > 1 - room: move towards grey, to compressed(share)           (no channel falls below 0)
//   if the largest channel > 1 - its room: scale the colour down to compressed(largest)     (none exceeds 1)
//
// Exact: square roots and divisions are correctly rounded on every machine, so this code is its own definition and no
// colour is undecided.

/// Divisors are at least this.
static const double tiny = 1e-30;

/// Compresses `value` above 1 - room and leaves it unchanged below. Unit: the destination's boundary; `source` is the
/// same value in units of the source's boundary. The outermost colours of the image (`reach`) become 1.
///
/// The curve is x / (1 + (1 - end⁻⁴)·x⁴)^¼, which is 1 at `end`. Its slope falls from 1 to end⁻⁵, never to 0.
static inline doubles compressed(doubles value, doubles source, doubles room, double reach) {
  const doubles x = (value - (1 - room)) / room;
  if (!any(x > 0)) return value;
  const doubles limit = larger(value / larger(source, set(tiny)), set(1));
  const doubles end = 1 + reach * (limit - 1) / room;
  const doubles squared = 1 / (end * end), square = x * x;
  const doubles eased = x / root(root(1 + (1 - squared * squared) * (square * square)));
  return choose(x > 0, 1 - room + room * eased, value);
}

/// A colour by its cone responses and their square roots.
typedef struct {
  /// The responses of the long, the medium and the short cone.
  triple cones;
  /// The root of the medium cone's response: the lightness that the first step keeps; 0 for black.
  doubles lightness;
  /// (root - medium root) / medium root of the long and of the short cone; 0 for black.
  doubles x, z;
} rooted;

static inline rooted rooted_of(const p3_gamut_mapping *mapping, triple rgb) {
  const triple cones = product(mapping->cones_from_rgb, rgb);
  const doubles x = root(larger(cones.x, set(0))), y = root(larger(cones.y, set(0))), z = root(larger(cones.z, set(0)));
  const doubles inverse = 1 / larger(y, set(tiny));
  const longs is_color = y > 0;
  return (rooted){cones, y, choose(is_color, x * inverse - 1, set(0)), choose(is_color, z * inverse - 1, set(0))};
}

/// The distance from grey, in units of the distance at which a channel of the space becomes 0 or, if it never does, has
/// its minimum. On the way each channel is 1 + 2bt + at², in units of the grey's.
static inline doubles share_of(const double m[9], rooted color) {
  doubles share = set(0);
  for (int row = 0; row < 9; row += 3) {
    const doubles b = m[row] * color.x + m[row + 2] * color.z;
    const doubles a = m[row] * (color.x * color.x) + m[row + 2] * (color.z * color.z);
    share = larger(share, root(larger(b * b - a, set(0))) - b);
  }
  return share;
}

static inline triple scaled(triple v, doubles scale) { return (triple){v.x * scale, v.y * scale, v.z * scale}; }

/// The mapped colour: the first step keeps channels from falling below 0, the second from exceeding 1.
static inline triple softened(const p3_gamut_mapping *mapping, triple rgb) {
  const rooted color = rooted_of(mapping, rgb);
  const double room = 1 - mapping->knee;
  const doubles share = share_of(mapping->rgb_from_cones, color);
  const doubles near = compressed(share, share_of(mapping->source_from_cones, color), set(room), mapping->reach);
  const longs moves = near != share;
  if (any(moves)) {
    const doubles scale = near / larger(share, set(tiny));
    const triple roots = {color.lightness * (1 + color.x * scale), color.lightness,
                          color.lightness * (1 + color.z * scale)};
    const triple nearer =
        product(mapping->rgb_from_cones, (triple){roots.x * roots.x, roots.y * roots.y, roots.z * roots.z});
    rgb = (triple){choose(moves, nearer.x, rgb.x), choose(moves, nearer.y, rgb.y), choose(moves, nearer.z, rgb.z)};
  }
  // The room shrinks to nothing towards white.
  const doubles top = most(rgb), left = larger(room * (1 - color.lightness * color.lightness), set(1e-9));
  const doubles lower = compressed(top, most(product(mapping->source_from_cones, color.cones)), left, mapping->reach);
  const doubles scale = choose(lower != top, lower / larger(top, set(tiny)), set(1));
  return clipped_color(scaled(rgb, scale));
}

/// Sets the states and the mapped colours of all colours.
static void map_softly(const p3_gamut_mapping *mapping, p3_mapped_colors *colors) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    const triple rgb = load_color(colors->before, i), mapped = softened(mapping, rgb);
    store_color(colors->after, i, mapped);
    store_states(colors->states + i, (mapped.x != rgb.x) | (mapped.y != rgb.y) | (mapped.z != rgb.z), (longs)0);
  }
}

/// How far a value lies beyond the destination's boundary, as a share (0…1) of the way to the source's boundary.
/// `value` and `source` are in units of either boundary.
static inline doubles excess_of(doubles value, doubles source) {
  const doubles way = larger(value / larger(source, set(tiny)) - 1, set(tiny));
  return choose(value > 1, smaller((value - 1) / way, set(1)), set(0));
}

/// How far the colours come on the way from the destination's boundary to the source's, 0…1.
static inline doubles reach_of(const p3_gamut_mapping *mapping, triple rgb) {
  const rooted color = rooted_of(mapping, rgb);
  const doubles across =
      excess_of(share_of(mapping->rgb_from_cones, color), share_of(mapping->source_from_cones, color));
  return larger(across, excess_of(most(rgb), most(product(mapping->source_from_cones, color.cones))));
}

double NAME(find_reach)(const p3_gamut_mapping *mapping, const p3_mapped_colors *colors, double tolerance) {
  doubles reach = set(0);
  for (size_t i = 0; i < colors->count; i += LANES) {
    const triple rgb = load_color(colors->before, i);
    const longs outside = (least(rgb) < -tolerance) | (most(rgb) > 1 + tolerance);
    if (!any(outside)) continue;
    reach = choose(outside, larger(reach, reach_of(mapping, rgb)), reach);
  }
  return __builtin_reduce_max(reach);
}
