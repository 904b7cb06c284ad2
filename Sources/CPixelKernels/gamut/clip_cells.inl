// No include guard: included once per target, after clip_difference.inl.

typedef _Bool flags __attribute__((ext_vector_type(LANES)));

static inline uint32_t bits_of(words mask) {
  flags set = __builtin_convertvector(mask, flags);
  uint16_t bits = 0;
  memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

static inline floats row_of(const float *m, floats x, floats y, floats z) { return m[0] * x + m[1] * y + m[2] * z; }

/// OKLab times 100. Cone responses below the floor belong to colours that no eye sees.
static inline lab oklab_of(const float *cones, floats red, floats green, floats blue) {
  const float floor = 1e-9f;
  floats l = cube_root(at_least(row_of(cones, red, green, blue), floor));
  floats m = cube_root(at_least(row_of(cones + 3, red, green, blue), floor));
  floats s = cube_root(at_least(row_of(cones + 6, red, green, blue), floor));
  return (lab){21.045427f * l + 79.361777f * m - 0.40720430f * s, 197.79985f * l - 242.85922f * m + 45.059371f * s,
               2.5904042f * l + 78.277171f * m - 80.867575f * s};
}

static inline words is_outside(floats linear) {
  const float tolerance = (float)p3_gamut_tolerance;
  return (linear < -tolerance) | (linear > 1 + tolerance);
}

uint32_t TARGETED(p3_clip_colors)(const float matrix[9], const float cones[9], const float rgb[3][P3_CLIP_BLOCK],
                                  float *planes, size_t stride) {
  uint32_t outside = 0;
  for (size_t i = 0; i < P3_CLIP_BLOCK; i += LANES) {
    const floats x = load(rgb[0] + i), y = load(rgb[1] + i), z = load(rgb[2] + i);
    const floats red = row_of(matrix, x, y, z), green = row_of(matrix + 3, x, y, z), blue = row_of(matrix + 6, x, y, z);
    outside |= bits_of(is_outside(red) | is_outside(green) | is_outside(blue)) << i;
    store_lab(planes + i, stride, oklab_of(cones, red, green, blue));
    store_lab(planes + 3 * stride + i, stride, oklab_of(cones, clipped(red), clipped(green), clipped(blue)));
  }
  return outside;
}

static inline floats squared_distance(const float *first, const float *second, size_t stride) {
  const lab p = load_lab(first, stride), q = load_lab(second, stride);
  const floats l = p.lightness - q.lightness, a = p.a - q.a, b = p.b - q.b;
  return l * l + a * a + b * b;
}

p3_clip_pairs TARGETED(p3_compare_clips)(const float *first, const float *second, size_t stride, float apart,
                                         float alike) {
  p3_clip_pairs pairs = {0};
  for (size_t i = 0; i < P3_CLIP_BLOCK; i += LANES) {
    const floats before = squared_distance(first + i, second + i, stride);
    const floats after = squared_distance(first + 3 * stride + i, second + 3 * stride + i, stride);
    pairs.gone |= bits_of((before >= apart * apart) & (after < alike * alike)) << i;
    pairs.kept |= bits_of(after >= apart * apart) << i;
  }
  return pairs;
}

#undef LANES
#undef TARGETED
