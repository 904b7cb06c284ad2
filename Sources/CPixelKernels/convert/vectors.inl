// No include guard: included once per kernel body, after LANES. Vectors of LANES floats or 32-bit integers, written the
// same way for every target.

typedef float floats __attribute__((ext_vector_type(LANES)));
typedef int32_t ints __attribute__((ext_vector_type(LANES)));
typedef uint32_t names __attribute__((ext_vector_type(LANES)));

static inline floats as_floats(ints x) { return (floats)x; }
static inline ints as_ints(floats x) { return (ints)x; }
static inline floats set_floats(float x) { return (floats)x; }
static inline ints set_ints(int32_t x) { return (ints)x; }

static inline floats load_floats(const float *p) {
  floats x;
  memcpy(&x, p, sizeof x);
  return x;
}

static inline void store_floats(float *p, floats x) { memcpy(p, &x, sizeof x); }

static inline floats fused(floats a, floats b, floats c) { return __builtin_elementwise_fma(a, b, c); }
static inline floats whole(ints x) { return __builtin_convertvector(x, floats); }
/// Shifts zeros in from the left.
static inline ints shifted(ints x, unsigned bits) { return (ints)((names)x >> bits); }
