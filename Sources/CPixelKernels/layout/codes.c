// Integers of any layout to straight codes of 16 bits and back.
//
// Bodies are inlined into one function per component type and kind of alpha, so that no test runs per pixel.

#include "layout/components.h"

/// Exact: quotients are multiples of 1 / (2 · alpha), and the double errs by less than 2e-11.
static inline uint16_t divided(unsigned premultiplied, double per_alpha) {
  const double quotient = premultiplied * per_alpha;
  return quotient < 65535 ? (uint16_t)(quotient + 0.500001) : 65535;
}

#define FOUR(a) 65535.0 / (a), 65535.0 / ((a) + 1), 65535.0 / ((a) + 2), 65535.0 / ((a) + 3)
#define SIXTEEN(a) FOUR(a), FOUR((a) + 4), FOUR((a) + 8), FOUR((a) + 12)
#define SIXTY_FOUR(a) SIXTEEN(a), SIXTEEN((a) + 16), SIXTEEN((a) + 32), SIXTEEN((a) + 48)

/// 65535 / byte for each byte but 0: a division would take longer than the rest of a pixel.
static const double per_byte[256] = {
    0,           65535.0,     65535.0 / 2, 65535.0 / 3,    FOUR(4),         FOUR(8),         FOUR(12),
    SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192),
};

static inline __attribute__((always_inline)) void load(const p3_pixel_layout *layout, const uint8_t *pixels,
                                                       size_t count, uint16_t *codes, int is_byte, p3_alpha alpha,
                                                       unsigned colors) {
  const unsigned step = layout->components, has_alpha = alpha == P3_ALPHA_STRAIGHT || alpha == P3_ALPHA_PREMULTIPLIED;
  for (size_t i = 0; i < count; i++) {
    const size_t first = i * step;
    uint16_t *out = codes + i * (colors + has_alpha);
    const unsigned a = has_alpha ? integer(layout, pixels, first + layout->alpha_place, is_byte) : 0;
    const double per_alpha = alpha != P3_ALPHA_PREMULTIPLIED || a == 0 ? 0 : is_byte ? per_byte[a] : 65535.0 / a;
    for (unsigned color = 0; color < colors; color++) {
      const unsigned value = integer(layout, pixels, first + layout->place[color], is_byte);
      out[color] =
          alpha == P3_ALPHA_PREMULTIPLIED ? divided(value, per_alpha) : (uint16_t)(is_byte ? value * 257 : value);
    }
    if (has_alpha) out[colors] = (uint16_t)(is_byte ? a * 257 : a);
  }
}

static inline __attribute__((always_inline)) void load_kind(const p3_pixel_layout *layout, const uint8_t *pixels,
                                                            size_t count, uint16_t *codes, int is_byte,
                                                            unsigned colors) {
  switch (layout->alpha) {
    case P3_ALPHA_PREMULTIPLIED: load(layout, pixels, count, codes, is_byte, P3_ALPHA_PREMULTIPLIED, colors); break;
    case P3_ALPHA_STRAIGHT: load(layout, pixels, count, codes, is_byte, P3_ALPHA_STRAIGHT, colors); break;
    case P3_ALPHA_NONE:
    case P3_ALPHA_IGNORED: load(layout, pixels, count, codes, is_byte, P3_ALPHA_NONE, colors); break;
  }
}

void p3_load_codes(const p3_pixel_layout *layout, const void *pixels, size_t count, uint16_t *codes) {
  const int is_byte = layout->component == P3_UINT8;
  if (layout->colors == 1) {
    load_kind(layout, pixels, count, codes, is_byte, 1);
  } else if (is_byte) {
    load_kind(layout, pixels, count, codes, 1, 3);
  } else {
    load_kind(layout, pixels, count, codes, 0, 3);
  }
}

static inline uint32_t byte_of(uint32_t code) { return (code + 128) / 257; }

static inline uint32_t product(uint32_t code, uint32_t alpha) { return (code * alpha + 32767) / 65535; }

/// Writes colours and alpha as four bytes per pixel at once: twice as fast as byte by byte.
static inline __attribute__((always_inline)) void store_four_bytes(const p3_pixel_layout *layout, const uint16_t *codes,
                                                                   size_t count, uint8_t *pixels,
                                                                   int is_premultiplied) {
  const unsigned red = 8 * layout->place[0], green = 8 * layout->place[1], blue = 8 * layout->place[2];
  const unsigned alpha = 8 * layout->alpha_place;
  for (size_t i = 0; i < count; i++) {
    const uint16_t *in = codes + 4 * i;
    const uint32_t a = byte_of(in[3]);
    const uint32_t r = is_premultiplied ? product(in[0], a) : byte_of(in[0]);
    const uint32_t g = is_premultiplied ? product(in[1], a) : byte_of(in[1]);
    const uint32_t b = is_premultiplied ? product(in[2], a) : byte_of(in[2]);
    // Little-endian, as all machines that this package supports.
    const uint32_t word = r << red | g << green | b << blue | a << alpha;
    memcpy(pixels + 4 * i, &word, sizeof word);
  }
}

static inline __attribute__((always_inline)) void store(const p3_pixel_layout *layout, const uint16_t *codes,
                                                        unsigned colors, int has_alpha, size_t count, uint8_t *pixels,
                                                        int is_byte, p3_alpha alpha) {
  const unsigned step = layout->components, stride = colors + (has_alpha != 0);
  for (size_t i = 0; i < count; i++) {
    const uint16_t *in = codes + i * stride;
    const size_t first = i * step;
    const unsigned a16 = has_alpha ? in[colors] : 65535;
    const unsigned a = is_byte ? byte_of(a16) : a16;
    for (unsigned color = 0; color < layout->colors; color++) {
      const uint32_t code = in[colors == 1 ? 0 : color];
      const uint32_t whole = is_byte ? byte_of(code) : code;
      const uint32_t value = alpha == P3_ALPHA_PREMULTIPLIED ? product(code, a) : whole;
      set_integer(layout, pixels, first + layout->place[color], is_byte, value);
    }
    if (alpha == P3_ALPHA_NONE) continue;
    const unsigned opaque = is_byte ? 255 : 65535;
    set_integer(layout, pixels, first + layout->alpha_place, is_byte, alpha == P3_ALPHA_IGNORED ? opaque : a);
  }
}

static inline __attribute__((always_inline)) void store_kind(const p3_pixel_layout *layout, const uint16_t *codes,
                                                             unsigned colors, int has_alpha, size_t count,
                                                             uint8_t *pixels, int is_byte) {
  switch (layout->alpha) {
    case P3_ALPHA_NONE: store(layout, codes, colors, has_alpha, count, pixels, is_byte, P3_ALPHA_NONE); break;
    case P3_ALPHA_STRAIGHT: store(layout, codes, colors, has_alpha, count, pixels, is_byte, P3_ALPHA_STRAIGHT); break;
    case P3_ALPHA_PREMULTIPLIED:
      store(layout, codes, colors, has_alpha, count, pixels, is_byte, P3_ALPHA_PREMULTIPLIED);
      break;
    case P3_ALPHA_IGNORED: store(layout, codes, colors, has_alpha, count, pixels, is_byte, P3_ALPHA_IGNORED); break;
  }
}

void p3_store_codes(const p3_pixel_layout *layout, const uint16_t *codes, unsigned colors, int has_alpha, size_t count,
                    void *pixels) {
  const int is_byte = layout->component == P3_UINT8;
  const int are_four = layout->components == 4 && colors == 3 && has_alpha;
  if (is_byte && are_four && layout->alpha == P3_ALPHA_STRAIGHT) {
    store_four_bytes(layout, codes, count, pixels, 0);
  } else if (is_byte && are_four && layout->alpha == P3_ALPHA_PREMULTIPLIED) {
    store_four_bytes(layout, codes, count, pixels, 1);
  } else if (is_byte) {
    store_kind(layout, codes, colors, has_alpha, count, pixels, 1);
  } else {
    store_kind(layout, codes, colors, has_alpha, count, pixels, 0);
  }
}
