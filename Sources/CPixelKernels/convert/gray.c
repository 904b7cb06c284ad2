// A grey channel has 65,536 values, so one table holds every result.

#include "convert/exact.h"
#include "cpu/samples.h"

void p3_gray_table(const p3_decoder *decoder, const p3_encoder *encoder, uint16_t *table) {
  for (unsigned code = 0; code < 65536; code++) table[code] = p3_exact_code(encoder, decoder->exact[code]);
}

void p3_convert_gray(const uint16_t *table, const void *source, void *destination, size_t count, unsigned channels) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  for (size_t pixel = 0; pixel < count; pixel++, in += 2 * channels, out += 2 * channels) {
    uint16_t gray = p3_sample(in);
    uint16_t alpha = channels == 2 ? p3_sample(in + 2) : 0;
    p3_set_sample(out, table[gray]);
    if (channels == 2) p3_set_sample(out + 2, alpha);
  }
}
