#if defined(__x86_64__)

#include "convert/plan.h"
#include "cpu/targets.h"

#include <immintrin.h>
#include <string.h>

P3_BEGIN_AVX2

enum {
  LANES = 8,
  TOGETHER = 3,
  DECODE_SHIFT = 22,
  DECODE_DEGREE = 5,
  POWER_SHIFT = 20,
  POWER_DEGREE = 3,
  ENCODE_SHIFT = 22,
  ENCODE_DEGREE = 5,
};
#define TAKES_ROOT 1
#define KERNEL_NAME p3_polynomials_avx2

typedef uint8_t lane_bits;

#include "convert/vectors.inl"

static inline floats larger(floats a, floats b) { return (floats)_mm256_max_ps((__m256)a, (__m256)b); }
static inline floats smaller(floats a, floats b) { return (floats)_mm256_min_ps((__m256)a, (__m256)b); }
static inline floats root(floats x) { return (floats)_mm256_sqrt_ps((__m256)x); }
static inline ints nearest(floats x) { return (ints)_mm256_cvtps_epi32((__m256)x); }

/// Eight entries in a register; a lookup uses the low three bits of each name.
typedef struct {
  floats entries;
} table;

static inline ints name_of(ints x, unsigned shift) { return shifted(x, shift); }
static inline ints octave_of(ints x) { return shifted(x, 23); }

static inline table load_table(const float *entries) { return (table){(floats)_mm256_loadu_ps(entries)}; }

static inline floats look_up(table t, ints name) {
  return (floats)_mm256_permutevar8x32_ps((__m256)t.entries, (__m256i)name);
}

/// Sixteen entries in two registers; a lookup uses the low four bits of each exponent.
typedef struct {
  floats low, high;
} octaves;

static inline octaves load_octaves(const float *entries) {
  return (octaves){load_floats(entries), load_floats(entries + 8)};
}

static inline floats look_up_octave(octaves t, ints exponent) {
  const __m256 low = _mm256_permutevar8x32_ps((__m256)t.low, (__m256i)exponent);
  const __m256 high = _mm256_permutevar8x32_ps((__m256)t.high, (__m256i)exponent);
  return (floats)_mm256_blendv_ps(low, high, (__m256)_mm256_slli_epi32((__m256i)exponent, 28));
}

static inline __attribute__((always_inline)) __m128 four_entries(const float *entries, ints index, const int lane) {
  const __m128 low = _mm_unpacklo_ps(_mm_load_ss(entries + index[lane]), _mm_load_ss(entries + index[lane + 1]));
  const __m128 high = _mm_unpacklo_ps(_mm_load_ss(entries + index[lane + 2]), _mm_load_ss(entries + index[lane + 3]));
  return _mm_movelh_ps(low, high);
}

/// Single loads: as fast here as the CPU's gather instruction, which is slow on many CPUs that lack AVX-512.
static inline floats gathered(const float *entries, ints index) {
  const __m256 values = _mm256_castps128_ps256(four_entries(entries, index, 0));
  return (floats)_mm256_insertf128_ps(values, four_entries(entries, index, 4), 1);
}

/// Whether `u` is above `black`, and the fraction of `fixed` is closer to 0 or 65536 than `growth` plus the low half of
/// `band`.
static inline lane_bits doubtful(ints fixed, floats band, floats growth, floats u, floats black) {
  const ints width = nearest(growth) + (as_ints(band) & set_ints(0xffff));
  __m256i fraction = (__m256i)((fixed + width) & set_ints(0xffff));
  __m256i clear = _mm256_cmpgt_epi32(fraction, (__m256i)(width + width));
  __m256 above = _mm256_cmp_ps((__m256)u, (__m256)black, _CMP_GT_OQ);
  return (lane_bits)_mm256_movemask_ps(_mm256_andnot_ps((__m256)clear, above));
}

static inline lane_bits bits_below(const float *u, floats limit) {
  return (lane_bits)_mm256_movemask_ps(_mm256_cmp_ps((__m256)load_floats(u), (__m256)limit, _CMP_LT_OQ));
}

/// A bit for each of eight pixels: 1 if its alpha is not zero.
static inline lane_bits visible_pixels(const uint8_t *source) {
  const __m256i alpha = _mm256_set1_epi64x((int64_t)0xffff000000000000);
  __m256i a = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)source), alpha);
  __m256i b = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(source + 32)), alpha);
  const __m256i zero = _mm256_setzero_si256();
  int hidden_a = _mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64(a, zero));
  int hidden_b = _mm256_movemask_pd((__m256d)_mm256_cmpeq_epi64(b, zero));
  return (lane_bits) ~(hidden_a | hidden_b << 4);
}

/// Sixteen bytes at `low` in the lower half, sixteen at `high` in the upper one.
static inline __m256i two_halves(const uint8_t *low, const uint8_t *high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)),
                                 _mm_loadu_si128((const __m128i *)high), 1);
}

static inline __m256i in_both(__m128i x) { return _mm256_broadcastsi128_si256(x); }

static inline void load_pixels(const uint8_t *source, unsigned channels, ints codes[3]) {
  __m256i rg, ba;
  if (channels == 4) {
    __m256 a = (__m256)two_halves(source, source + 32), b = (__m256)two_halves(source + 16, source + 48);
    rg = (__m256i)_mm256_shuffle_ps(a, b, 0x88);
    ba = (__m256i)_mm256_shuffle_ps(a, b, 0xdd);
  } else {
    // Four pixels are 24 bytes: their first 16 and their last 16.
    __m256i head = two_halves(source, source + 24), tail = two_halves(source + 8, source + 32);
    const __m128i rg_head = _mm_setr_epi8(0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15, -1, -1, -1, -1);
    const __m128i rg_tail = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 10, 11, 12, 13);
    const __m128i b_head = _mm_setr_epi8(4, 5, -1, -1, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i b_tail = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 8, 9, -1, -1, 14, 15, -1, -1);
    rg = _mm256_or_si256(_mm256_shuffle_epi8(head, in_both(rg_head)), _mm256_shuffle_epi8(tail, in_both(rg_tail)));
    ba = _mm256_or_si256(_mm256_shuffle_epi8(head, in_both(b_head)), _mm256_shuffle_epi8(tail, in_both(b_tail)));
  }
  const __m256i low = _mm256_set1_epi32(0xffff);
  codes[0] = (ints)_mm256_and_si256(rg, low);
  codes[1] = (ints)_mm256_srli_epi32(rg, 16);
  codes[2] = (ints)_mm256_and_si256(ba, low);
}

static inline void store_half(uint8_t *result, __m128i x) { _mm_storeu_si128((__m128i *)result, x); }

static inline void store_pixels(uint8_t *result, const uint8_t *source, unsigned channels, const ints fixed[3]) {
  __m256i rg = _mm256_blend_epi16(_mm256_srli_epi32((__m256i)fixed[0], 16), (__m256i)fixed[1], 0xaa);
  __m256i blue = _mm256_srli_epi32((__m256i)fixed[2], 16);
  if (channels == 4) {
    __m256i a = _mm256_unpacklo_epi32(rg, blue), b = _mm256_unpackhi_epi32(rg, blue);
    a = _mm256_blend_epi16(a, two_halves(source, source + 32), 0x88);
    b = _mm256_blend_epi16(b, two_halves(source + 16, source + 48), 0x88);
    store_half(result, _mm256_castsi256_si128(a));
    store_half(result + 16, _mm256_castsi256_si128(b));
    store_half(result + 32, _mm256_extracti128_si256(a, 1));
    store_half(result + 48, _mm256_extracti128_si256(b, 1));
  } else {
    const __m128i rg_head = _mm_setr_epi8(0, 1, 2, 3, -1, -1, 4, 5, 6, 7, -1, -1, 8, 9, 10, 11);
    const __m128i b_head = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, -1, -1, -1, -1, 4, 5, -1, -1, -1, -1);
    const __m128i rg_tail = _mm_setr_epi8(-1, -1, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i b_tail = _mm_setr_epi8(8, 9, -1, -1, -1, -1, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i head =
        _mm256_or_si256(_mm256_shuffle_epi8(rg, in_both(rg_head)), _mm256_shuffle_epi8(blue, in_both(b_head)));
    __m256i tail =
        _mm256_or_si256(_mm256_shuffle_epi8(rg, in_both(rg_tail)), _mm256_shuffle_epi8(blue, in_both(b_tail)));
    store_half(result, _mm256_castsi256_si128(head));
    _mm_storel_epi64((__m128i *)(result + 16), _mm256_castsi256_si128(tail));
    store_half(result + 24, _mm256_extracti128_si256(head, 1));
    _mm_storel_epi64((__m128i *)(result + 40), _mm256_extracti128_si256(tail, 1));
  }
}

#include "convert/polynomials.inl"

P3_END_TARGET

#endif
