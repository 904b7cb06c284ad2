// No include guard: included for floats and for doubles of each target, with REAL, MASK, the integer of its size, LANES
// of them to a vector, NAMED(name), the name of a function for them, and REACHED, the function to define.
//
// What is surely true is said so that NaN fails, and what may be so that NaN passes.

typedef REAL NAMED(vector) __attribute__((ext_vector_type(LANES)));
typedef MASK NAMED(mask) __attribute__((ext_vector_type(LANES)));
typedef _Bool NAMED(flags) __attribute__((ext_vector_type(LANES)));

static inline NAMED(vector) NAMED(read)(const REAL *values) {
  NAMED(vector) result;
  memcpy(&result, values, sizeof result);
  return result;
}

static inline NAMED(vector) NAMED(lower)(NAMED(vector) a, NAMED(vector) b) { return b < a ? b : a; }
static inline NAMED(vector) NAMED(higher)(NAMED(vector) a, NAMED(vector) b) { return b > a ? b : a; }

static inline uint64_t NAMED(bits)(NAMED(mask) mask) {
  const NAMED(flags) set = __builtin_convertvector(mask, NAMED(flags));
  uint16_t bits = 0;
  memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

/// What each column spans in the rows of a plane, from the column before the first pixel to the one behind the last.
static inline void NAMED(span_columns)(const p3_edge_pixels *pixels, size_t plane, size_t count, REAL *low,
                                       REAL *high) {
  for (size_t i = 0; i < count + 2; i += LANES) {
    NAMED(vector) least = (NAMED(vector))(REAL)INFINITY, most = -least;
    for (unsigned row = 0; row < pixels->row_count; row++) {
      const NAMED(vector) color = NAMED(read)((const REAL *)pixels->rows[row] + plane + i - 1);
      least = NAMED(lower)(least, color);
      most = NAMED(higher)(most, color);
    }
    memcpy(low + i, &least, sizeof least);
    memcpy(high + i, &most, sizeof most);
  }
  // A column beside the image spans nothing.
  if (pixels->is_first) low[0] = (REAL)INFINITY, high[0] = -(REAL)INFINITY;
  if (pixels->is_last) low[count + 1] = (REAL)INFINITY, high[count + 1] = -(REAL)INFINITY;
}

p3_reached REACHED(const p3_edge_pixels *pixels, size_t count) {
  REAL low[P3_EDGE_PIXELS + P3_EDGE_PAD], high[P3_EDGE_PIXELS + P3_EDGE_PAD];
  const REAL reach = (REAL)P3_EDGE_REACH, tolerance = (REAL)P3_EDGE_TOLERANCE, margin = (REAL)pixels->margin;
  p3_reached reached = {UINT64_MAX, UINT64_MAX};
  for (unsigned p = 0; p < pixels->planes && reached.possibly != 0; p++) {
    const size_t plane = p * pixels->stride;
    const REAL *centers = (const REAL *)pixels->rows[pixels->own] + plane;
    const REAL *others = (const REAL *)pixels->others + plane;
    NAMED(span_columns)(pixels, plane, count, low, high);
    uint64_t surely = 0, possibly = 0;
    for (size_t i = 0; i < count; i += LANES) {
      const NAMED(vector) center = NAMED(read)(centers + i), step = NAMED(read)(others + i) - center;
      const NAMED(vector) a = NAMED(read)(low + i), b = NAMED(read)(low + i + 1), c = NAMED(read)(low + i + 2);
      const NAMED(vector) least = (NAMED(lower)(NAMED(lower)(a, b), c) - center) * reach - tolerance;
      const NAMED(vector) d = NAMED(read)(high + i), e = NAMED(read)(high + i + 1), f = NAMED(read)(high + i + 2);
      const NAMED(vector) most = (NAMED(higher)(NAMED(higher)(d, e), f) - center) * reach + tolerance;
      surely |= NAMED(bits)((step >= least + margin) & (step <= most - margin)) << i;
      possibly |= NAMED(bits)(~((step < least - margin) | (step > most + margin))) << i;
    }
    reached.surely &= surely;
    reached.possibly &= possibly;
  }
  const uint64_t all = count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
  return (p3_reached){reached.surely & all, reached.possibly & all};
}

#undef NAMED
#undef REACHED
#undef REAL
#undef MASK
#undef LANES
