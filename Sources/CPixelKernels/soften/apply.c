// The second pass: lowers the pixels that the tokens of the first one name.

#include "p3_soften_kernels.h"

#include <string.h>

void p3_soften_tone_row(const p3_soften_decoder *decoder, const uint16_t *const encoded[3], const uint16_t *loss,
                        uint16_t *samples, int64_t width) {
  decoder->kernels->tone_run(decoder, encoded, loss, 0, samples, width);
}

static inline void shift_run(const uint16_t shift[3], const uint8_t *shares, int channels, uint16_t *p, int64_t n) {
  const int colors = channels <= 2 ? 1 : 3;
  for (int64_t i = 0; i < n; i++, p += channels) {
    const uint32_t share = shares[i / 2] >> (4 * (i & 1)) & 15;
    for (int c = 0; c < colors; c++) {
      const uint32_t less = (share * shift[c] + 7) / 15;
      p[c] = p[c] > less ? (uint16_t)(p[c] - less) : 0;
    }
  }
}

static inline const uint16_t *shift_of(const p3_soften_curves *k, uint16_t verdict) {
  return verdict >> 8 == 1 ? k->paper_shift : k->panel_shift + 3 * (verdict & 255);
}

static inline const uint8_t *take_word(const uint8_t *from, uint32_t *word) {
  memcpy(word, from, 4);
  return from + 4;
}

/// Reads a label as its distance from the one named last.
static inline const uint8_t *take_distance(const uint8_t *from, uint32_t *named) {
  uint64_t value = 0;
  int shift = 0;
  do value |= (uint64_t)(*from & 127) << shift, shift += 7;
  while (*from++ & 128);
  const int64_t distance = value & 1 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
  *named = (uint32_t)(*named + distance);
  return from;
}

void p3_soften_apply_row(const p3_soften_decoder *decoder, const p3_soften_curves *curves, const uint8_t *tokens,
                         int64_t token_count, uint16_t *samples, int64_t width) {
  const uint8_t *at = tokens, *end = tokens + token_count;
  const int channels = decoder->channels;
  uint32_t label = 0, previous = 0, named = 0;
  int64_t x = 0;
  while (at < end && x < width) {
    const int kind = *at >> 6;
    uint32_t n = *at++ & 63;
    if (kind == 3 && (n == 0 || n == 63)) {
      const uint32_t before = label;
      if (n == 0) at = take_distance(at, &named);
      label = n == 0 ? named : previous;
      previous = before;
      continue;
    }
    if (n == 63) at = take_word(at, &n);
    uint16_t *p = samples + x * channels;
    const uint16_t verdict = curves->verdicts[label];
    x += n;
    if (kind == 0) continue;
    if (kind == 1) {
      if (verdict >> 8 == 1)
        decoder->kernels->tone_run(decoder, curves->encoded, curves->paper_loss, curves->fade, p, n);
      else if (verdict >> 8 == 2)
        decoder->kernels->tone_run(decoder, curves->encoded, curves->panel_loss, 0, p, n);
      continue;
    }
    uint32_t other = 0;
    if (kind == 3) at = take_word(at, &other);
    if (verdict >> 8 != 0) {
      // Between light and a light grey that is itself lowered, or a hairline of it: the curve lowers both and all
      // between.
      if (kind == 3 && (other == 0 || curves->verdicts[other] >> 8 != 0))
        decoder->kernels->tone_run(decoder, curves->encoded, curves->panel_loss, 0, p, n);
      else
        shift_run(shift_of(curves, verdict), at, channels, p, n);
    }
    at += (n + 1) / 2;
  }
}
