// No include guard: included once per target, with NAME, the name of the table of kernels, and VECTOR, the bytes of the
// target's vectors.

#include <string.h>

typedef uint8_t NAME_(u8x8) __attribute__((vector_size(8)));
typedef int16_t NAME_(i16x8) __attribute__((vector_size(16)));
typedef uint8_t NAME_(u8x16) __attribute__((vector_size(16)));
typedef uint8_t NAME_(u8xn) __attribute__((vector_size(VECTOR)));
#define u8x8 NAME_(u8x8)
#define i16x8 NAME_(i16x8)
#define u8x16 NAME_(u8x16)
#define u8xn NAME_(u8xn)

// Undoing a filter processes one pixel at a time: its up to 8 bytes become eight 16-bit lanes, so that sums and
// differences do not overflow. Loads and stores take 4 or 8 bytes, maybe more than the pixel, so rows have margins.
static inline __attribute__((always_inline)) i16x8 get(const uint8_t *bytes, unsigned step) {
  u8x8 narrow = {0};
  memcpy(&narrow, bytes, step <= 4 ? 4 : 8);
  return __builtin_convertvector(narrow, i16x8);
}

/// Lanes hold 0 to 255.
static inline __attribute__((always_inline)) void put(uint8_t *bytes, i16x8 pixel, unsigned step) {
  u8x8 narrow = __builtin_convertvector(pixel, u8x8);
  memcpy(bytes, &narrow, step <= 4 ? 4 : 8);
}

static inline __attribute__((always_inline)) i16x8 pick(i16x8 mask, i16x8 yes, i16x8 no) {
  return (mask & yes) | (~mask & no);
}

/// Clause 9.4 with pa = |b − c|, pb = |a − c|, pc = |a + b − 2c|; ties go to a, then b.
static inline __attribute__((always_inline)) i16x8 paeth(i16x8 a, i16x8 b, i16x8 c) {
  i16x8 to_b = b - c, to_a = a - c, both = to_a + to_b;
  i16x8 pa = __builtin_elementwise_max(to_b, -to_b), pb = __builtin_elementwise_max(to_a, -to_a);
  i16x8 pc = __builtin_elementwise_max(both, -both);
  i16x8 least = __builtin_elementwise_min(pc, __builtin_elementwise_min(pa, pb));
  return pick((i16x8)(least == pa), a, pick((i16x8)(least == pb), b, c));
}

/// Undoes Sub on 16 bytes at a time, for pixels of 4 or 8 bytes, which fill vectors. Returns how many bytes were done.
static inline __attribute__((always_inline)) size_t undo_sub_of_vectors(unsigned step, const uint8_t *filtered,
                                                                        uint8_t *row, size_t count) {
  const u8x16 zero = {0};
  u8x16 left = zero;
  size_t i = 0;
  for (; i + sizeof left <= count; i += sizeof left) {
    u8x16 sum;
    memcpy(&sum, filtered + i, sizeof sum);
    if (step == 4)
      sum += __builtin_shufflevector(zero, sum, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    sum += __builtin_shufflevector(zero, sum, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
    // Only the last addition depends on the vector before.
    const u8x16 last =
        step == 4 ? __builtin_shufflevector(sum, sum, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15)
                  : __builtin_shufflevector(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    sum += left;
    left += last;
    memcpy(row + i, &sum, sizeof sum);
  }
  return i;
}

static inline __attribute__((always_inline)) void undo_sub(unsigned step, const uint8_t *filtered, uint8_t *row,
                                                           size_t count) {
  size_t i = step == 4 || step == 8 ? undo_sub_of_vectors(step, filtered, row, count) : 0;
  i16x8 left = {0};
  if (i > 0) left = get(row + i - step, step);
  for (; i < count; i += step) {
    left = (left + get(filtered + i, step)) & 255;
    put(row + i, left, step);
  }
}

typedef struct NAME_(pixel_state) {
  /// The pixels to the left and above left of the next one.
  i16x8 left, corner;
} NAME_(pixel_state);
#define pixel_state NAME_(pixel_state)

/// The pixel below `up` whose filtered bytes are `filtered`, by Average (3) or Paeth (4).
static inline __attribute__((always_inline)) i16x8 next_pixel(unsigned type, pixel_state *state, i16x8 up,
                                                              i16x8 filtered) {
  i16x8 predicted = type == 3 ? (state->left + up) >> 1 : paeth(state->left, up, state->corner);
  state->left = (predicted + filtered) & 255;
  state->corner = up;
  return state->left;
}

// Most of a screenshot consists of stretches whose filtered bytes are all 0: every prediction is right. Two kinds of
// such stretches under Paeth need no work on single pixels. If the pixels to the left and above left are equal, Paeth
// predicts the pixel above, and the same is true of the next pixel. If the pixels above and above left are equal, it
// predicts the pixel to the left.

/// Bytes of a stretch: a multiple of every pixel size.
enum { STRETCH = 48 };

/// Whether two stretches are equal.
static inline __attribute__((always_inline)) int is_same_stretch(const uint8_t *first, const uint8_t *second) {
  u8x16 difference = {0};
  for (size_t i = 0; i < STRETCH; i += sizeof difference) {
    u8x16 a, b;
    memcpy(&a, first + i, sizeof a);
    memcpy(&b, second + i, sizeof b);
    difference |= a ^ b;
  }
  uint64_t halves[2];
  memcpy(halves, &difference, sizeof halves);
  return (halves[0] | halves[1]) == 0;
}

static inline __attribute__((always_inline)) int is_same_pixel(i16x8 first, i16x8 second, unsigned step) {
  const u8x8 difference = __builtin_convertvector(first ^ second, u8x8);
  uint64_t bytes;
  memcpy(&bytes, &difference, sizeof bytes);
  return (bytes & ~0ull >> (64 - 8 * step)) == 0;
}

/// Undoes Paeth on the next stretch if it is of one of these kinds, and returns whether it did.
static inline __attribute__((always_inline)) int undo_stretch(unsigned step, const uint8_t *filtered,
                                                              const uint8_t *above, uint8_t *row, pixel_state *state) {
  static const uint8_t zeros[STRETCH];
  if (!is_same_stretch(filtered, zeros)) return 0;
  if (is_same_pixel(state->left, state->corner, step)) {
    memcpy(row, above, STRETCH);
    state->left = state->corner = get(above + STRETCH - step, step);
    return 1;
  }
  // Also compares the pixel before the stretch.
  if (!is_same_pixel(get(above, step), state->corner, step)) return 0;
  if (!is_same_stretch(above, above + step)) return 0;
  for (size_t i = 0; i < STRETCH; i += step) put(row + i, state->left, step);
  return 1;
}

static inline __attribute__((always_inline)) void undo_paeth_by_pixels(unsigned step, const uint8_t *filtered,
                                                                       const uint8_t *above, uint8_t *row, size_t count,
                                                                       pixel_state *state) {
  for (size_t i = 0; i < count; i += step) {
    put(row + i, next_pixel(4, state, get(above + i, step), get(filtered + i, step)), step);
  }
}

static inline __attribute__((always_inline)) void undo_average(unsigned step, const uint8_t *filtered,
                                                               const uint8_t *above, uint8_t *row, size_t count) {
  i16x8 left = {0};
  for (size_t i = 0; i < count; i += step) {
    left = (((left + get(above + i, step)) >> 1) + get(filtered + i, step)) & 255;
    put(row + i, left, step);
  }
}

static inline __attribute__((always_inline)) void undo_paeth(unsigned step, const uint8_t *filtered,
                                                             const uint8_t *above, uint8_t *row, size_t count) {
  pixel_state state = {0};
  for (size_t i = 0; i < count; i += STRETCH) {
    const int is_whole = count - i >= STRETCH;
    if (is_whole && undo_stretch(step, filtered + i, above + i, row + i, &state)) continue;
    undo_paeth_by_pixels(step, filtered + i, above + i, row + i, is_whole ? STRETCH : count - i, &state);
  }
}

static inline __attribute__((always_inline)) void undo(unsigned type, unsigned step, const uint8_t *filtered,
                                                       const uint8_t *above, uint8_t *row, size_t count) {
  switch (type) {
    case 1: undo_sub(step, filtered, row, count); break;
    case 3: undo_average(step, filtered, above, row, count); break;
    default: undo_paeth(step, filtered, above, row, count); break;
  }
}

static void unfilter(unsigned type, unsigned step, const uint8_t *filtered, const uint8_t *above, uint8_t *restrict row,
                     size_t count) {
  if (type == 0) {
    memcpy(row, filtered, count);
  } else if (type == 2) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + above[i]);
  } else {
    switch (step) {
      case 1: undo(type, 1, filtered, above, row, count); break;
      case 2: undo(type, 2, filtered, above, row, count); break;
      case 3: undo(type, 3, filtered, above, row, count); break;
      case 4: undo(type, 4, filtered, above, row, count); break;
      case 6: undo(type, 6, filtered, above, row, count); break;
      default: undo(type, 8, filtered, above, row, count); break;
    }
  }
}

// Two rows: each turn undoes a pixel of the upper row and the pixel before it in the lower row. Neither depends on the
// other.

static inline __attribute__((always_inline)) void undo_pair(unsigned type, unsigned step,
                                                            const uint8_t *const filtered[2], const uint8_t *above,
                                                            uint8_t *const rows[2], size_t count) {
  const uint8_t *const upper_filtered = filtered[0], *const lower_filtered = filtered[1];
  uint8_t *const upper_row = rows[0], *const lower_row = rows[1];
  pixel_state upper = {0}, lower = {0};
  if (count == 0) return;
  i16x8 up = next_pixel(type, &upper, get(above, step), get(upper_filtered, step));
  put(upper_row, up, step);
  size_t i = step;
  while (i < count) {
    const size_t part = count - i < STRETCH ? count - i : STRETCH, end = i + part, before = i - step;
    if (type == 4 && part == STRETCH && undo_stretch(step, upper_filtered + i, above + i, upper_row + i, &upper)) {
      if (!undo_stretch(step, lower_filtered + before, upper_row + before, lower_row + before, &lower)) {
        undo_paeth_by_pixels(step, lower_filtered + before, upper_row + before, lower_row + before, STRETCH, &lower);
      }
      i = end;
      up = get(upper_row + i - step, step);
      continue;
    }
    for (; i < end; i += step) {
      i16x8 next = next_pixel(type, &upper, get(above + i, step), get(upper_filtered + i, step));
      put(lower_row + i - step, next_pixel(type, &lower, up, get(lower_filtered + i - step, step)), step);
      put(upper_row + i, next, step);
      up = next;
    }
  }
  put(lower_row + count - step, next_pixel(type, &lower, up, get(lower_filtered + count - step, step)), step);
}

static inline __attribute__((always_inline)) void undo_pair_of_step(unsigned type, unsigned step,
                                                                    const uint8_t *const filtered[2],
                                                                    const uint8_t *above, uint8_t *const rows[2],
                                                                    size_t count) {
  switch (step) {
    case 1: undo_pair(type, 1, filtered, above, rows, count); break;
    case 2: undo_pair(type, 2, filtered, above, rows, count); break;
    case 3: undo_pair(type, 3, filtered, above, rows, count); break;
    case 4: undo_pair(type, 4, filtered, above, rows, count); break;
    case 6: undo_pair(type, 6, filtered, above, rows, count); break;
    default: undo_pair(type, 8, filtered, above, rows, count); break;
  }
}

static void unfilter_pair(unsigned type, unsigned step, const uint8_t *const filtered[2], const uint8_t *above,
                          uint8_t *const rows[2], size_t count) {
  if (type == 3) {
    undo_pair_of_step(3, step, filtered, above, rows, count);
  } else {
    undo_pair_of_step(4, step, filtered, above, rows, count);
  }
}

// Filtering has no dependency between pixels: loops that the compiler vectorises, and for Paeth vectors of bytes.

static inline __attribute__((always_inline)) u8xn distance_of(u8xn x, u8xn y) {
  return __builtin_elementwise_max(x, y) - __builtin_elementwise_min(x, y);
}

static inline __attribute__((always_inline)) u8xn pick_bytes(u8xn mask, u8xn yes, u8xn no) {
  return (mask & yes) | (~mask & no);
}

/// As `paeth`. pc is pa + pb where a and b lie on the same side of c, and |pa − pb| elsewhere. A sum over 255 may
/// saturate: it is the smallest of the three only if pa is, too.
static inline __attribute__((always_inline)) u8xn paeth_bytes(u8xn a, u8xn b, u8xn c) {
  u8xn pa = distance_of(b, c), pb = distance_of(a, c);
  u8xn is_same_side = (u8xn)((u8xn)(b >= c) == (u8xn)(a >= c));
  u8xn pc = pick_bytes(is_same_side, __builtin_elementwise_add_sat(pa, pb), distance_of(pa, pb));
  u8xn least = __builtin_elementwise_min(pc, __builtin_elementwise_min(pa, pb));
  return pick_bytes((u8xn)(least == pa), a, pick_bytes((u8xn)(least == pb), b, c));
}

/// Reads and writes less than a vector past the row's end.
static inline __attribute__((always_inline)) void filter_by_paeth(unsigned step, const uint8_t *row,
                                                                  const uint8_t *above, uint8_t *restrict filtered,
                                                                  size_t count) {
  for (size_t i = 0; i < count; i += sizeof(u8xn)) {
    u8xn x, a, b, c;
    memcpy(&x, row + i, sizeof x);
    memcpy(&a, row + i - step, sizeof a);
    memcpy(&b, above + i, sizeof b);
    memcpy(&c, above + i - step, sizeof c);
    x -= paeth_bytes(a, b, c);
    memcpy(filtered + i, &x, sizeof x);
  }
}

static void filter(unsigned type, unsigned step, const uint8_t *row, const uint8_t *above, uint8_t *restrict filtered,
                   size_t count) {
  const uint8_t *left = row - step;
  switch (type) {
    case 0: memcpy(filtered, row, count); break;
    case 1:
      for (size_t i = 0; i < count; i++) filtered[i] = (uint8_t)(row[i] - left[i]);
      break;
    case 2:
      for (size_t i = 0; i < count; i++) filtered[i] = (uint8_t)(row[i] - above[i]);
      break;
    case 3:
      for (size_t i = 0; i < count; i++) filtered[i] = (uint8_t)(row[i] - (uint8_t)((left[i] + above[i]) >> 1));
      break;
    default: filter_by_paeth(step, row, above, filtered, count);
  }
}

static uint64_t magnitude(const uint8_t *filtered, size_t count, unsigned stride) {
  uint64_t sum = 0;
  // In parts whose sums fit 32 bits, which vectors add twice as fast as 64 bits.
  for (size_t start = 0; start < count; start += 4096) {
    size_t end = count - start < 4096 ? count : start + 4096;
    uint32_t part = 0;
    if (stride == 1) {
      for (size_t i = start; i < end; i++) {
        int value = (int8_t)filtered[i];
        part += (uint32_t)(value < 0 ? -value : value);
      }
    } else {
      for (size_t i = start; i + 1 < end; i += 2) {
        int value = (int8_t)filtered[i];
        part += (uint32_t)(value < 0 ? -value : value);
      }
    }
    sum += part;
  }
  return sum;
}

static void widen(const uint8_t *bytes, uint16_t *restrict samples, size_t count) {
  for (size_t i = 0; i < count; i++) samples[i] = (uint16_t)(bytes[i] << 8 | bytes[i]);
}

static void load(const uint8_t *bytes, uint16_t *restrict samples, size_t count) {
  for (size_t i = 0; i < count; i++) samples[i] = (uint16_t)(bytes[i * 2] << 8 | bytes[i * 2 + 1]);
}

static void store(const uint16_t *samples, uint8_t *restrict bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bytes[i * 2] = (uint8_t)(samples[i] >> 8);
    bytes[i * 2 + 1] = (uint8_t)samples[i];
  }
}

static void narrow(const uint16_t *samples, uint8_t *restrict bytes, size_t count) {
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(samples[i] >> 8);
}

const p3_png_kernels NAME = {unfilter, unfilter_pair, filter, magnitude, widen, load, store, narrow};

#undef u8x8
#undef i16x8
#undef pixel_state
#undef u8x16
#undef u8xn
