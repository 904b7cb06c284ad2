#ifndef P3_BANDING_IMAGE_H
#define P3_BANDING_IMAGE_H

// What all parts of the scanner know of the image. A row of `channels` interleaved channels has width · channels
// samples; sample i belongs to pixel i / channels. Bits of a row are one per sample.

#include "p3_banding_kernels.h"

#include <stdlib.h>

typedef struct {
  int32_t width, height, channels;
  /// Of a row: its samples, the words that hold a bit for each, and the blocks of P3_BAND_BLOCK such words.
  size_t samples, words, blocks;
  /// 2³² / channels, rounded up.
  uint64_t inverse;
  /// 65535 for each channel that the image has, else 0.
  uint16_t color_mask[4];
  const p3_band_kernels *kernels;
} p3_band_image;

/// The pixel that a sample of a row belongs to: sample / channels, for up to 2³¹ samples.
static inline size_t p3_band_pixel(const p3_band_image *image, size_t sample) { return sample * image->inverse >> 32; }

/// The colour at `pixel`; channels that the image does not have become 0.
static inline void p3_band_color(const p3_band_image *image, const uint16_t *pixel, uint16_t color[4]) {
  for (int c = 0; c < 4; c++) color[c] = pixel[c < image->channels ? c : 0] & image->color_mask[c];
}

/// `count` zeros of `size` bytes. The system maps their memory when they are first touched.
static inline void *p3_band_zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

/// A row's bits, 0 at first, in whole blocks, and a block of zeros behind them.
static inline uint64_t *p3_band_bits(const p3_band_image *image) {
  return p3_band_zeroed((image->blocks + 1) * P3_BAND_BLOCK, sizeof(uint64_t));
}

/// The bits of word `word` that belong to samples of `channel`.
static inline uint64_t p3_band_channel_bits(int channels, size_t word, size_t channel) {
  switch (channels) {
    case 1: return UINT64_MAX;
    case 2: return 0x5555555555555555u << channel;
    // 64 bits are 21 pixels and a sample: the pattern moves by one from word to word.
    case 3: return 0x9249249249249249u << (channel + 3 - word % 3) % 3;
    default: return 0x1111111111111111u << channel;
  }
}

#endif
