#include "literal_coder.h"

#include "bits/little_endian.h"
#include "p3_png_kernels.h"

#define INLINE static inline __attribute__((always_inline))

/// Writes out whole bytes.
INLINE void flush_bits(uint8_t **out, uint64_t *bits, uint64_t *held) {
  p3z_store64(*out, *bits);
  *out += *held >> 3;
  *bits >>= *held & 56;
  *held &= 7;
}

/// The lengths are the low 6 bits of a sum of entries, which is all that shifts use.
INLINE void put_entries(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  uint64_t bits = writer->bits, held = writer->count;
  uint8_t *out = writer->out;
  size_t i = 0;
  // At most 7 bits are held, and four codes add at most 56, three at most 45.
  for (; longest <= 14 && i + 4 <= count; i += 4) {
    const uint64_t a = entries[bytes[i]], b = entries[bytes[i + 1]];
    const uint64_t c = entries[bytes[i + 2]], d = entries[bytes[i + 3]];
    const uint64_t ab = a >> 8 | b >> 8 << (a & 63), cd = c >> 8 | d >> 8 << (c & 63);
    bits |= (ab | cd << (a + b & 63)) << held;
    held += a + b + c + d & 63;
    flush_bits(&out, &bits, &held);
  }
  for (; i + 3 <= count; i += 3) {
    for (size_t k = 0; k < 3; k++) {
      const uint64_t entry = entries[bytes[i + k]];
      bits |= entry >> 8 << held;
      held += entry & 63;
    }
    flush_bits(&out, &bits, &held);
  }
  *writer = (p3z_bit_writer){.out = out, .bits = bits, .count = (unsigned)held};
  for (; i < count; i++) p3z_put_bits(writer, entries[bytes[i]] >> 8, entries[bytes[i]] & 255);
}

static void put_entries_plain(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  put_entries(writer, bytes, count, entries, longest);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static void put_entries_bmi2(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const uint32_t entries[256], unsigned longest) {
  put_entries(writer, bytes, count, entries, longest);
}
#endif

p3z_literal_coder p3z_make_literal_coder(const uint16_t *codes, const uint8_t *lengths) {
  p3z_literal_coder coder = {.put = put_entries_plain};
#if defined(__x86_64__)
  if (p3_png_uses_bmi2()) coder.put = put_entries_bmi2;
#endif
  for (unsigned value = 0; value < 256; value++) {
    coder.entries[value] = (uint32_t)codes[value] << 8 | lengths[value];
    if (lengths[value] > coder.longest) coder.longest = lengths[value];
  }
  return coder;
}

void p3z_put_literal_bytes(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const p3z_literal_coder *coder) {
  coder->put(writer, bytes, count, coder->entries, coder->longest);
}
