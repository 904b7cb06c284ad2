#ifndef P3_BANDING_IMAGE_H
#define P3_BANDING_IMAGE_H

// Facts about the image that all parts of the scanner use. A row of `channels` interleaved channels has width ·
// channels samples; sample i belongs to pixel i / channels. Rows of bits have one bit per sample.

#include "p3_banding_kernels.h"

#include <stdlib.h>

typedef struct {
  int32_t width, height, channels;
  /// A row's samples, the 64-bit words that hold one bit for each, and the blocks of P3_BAND_BLOCK words.
  size_t samples, words, blocks;
  /// 2³² / channels, rounded up.
  uint64_t inverse;
  /// 65535 for each channel of the image, 0 for the others.
  uint16_t color_mask[4];
  const p3_band_kernels *kernels;
} p3_band_image;

/// The pixel of a sample: sample / channels, for up to 2³¹ samples.
static inline size_t p3_band_pixel(const p3_band_image *image, size_t sample) { return sample * image->inverse >> 32; }

/// The colour at `pixel`; channels that the image lacks become 0.
static inline void p3_band_color(const p3_band_image *image, const uint16_t *pixel, uint16_t color[4]) {
  for (int c = 0; c < 4; c++) color[c] = pixel[c < image->channels ? c : 0] & image->color_mask[c];
}

/// `count` zeros of `size` bytes. The system maps their memory when they are first touched.
static inline void *p3_band_zeroed(size_t count, size_t size) { return calloc(count ? count : 1, size); }

/// A row of zero bits in whole blocks, followed by a block of zeros.
static inline uint64_t *p3_band_bits(const p3_band_image *image) {
  return p3_band_zeroed((image->blocks + 1) * P3_BAND_BLOCK, sizeof(uint64_t));
}

/// The bits of word `word` that belong to samples of `channel`.
static inline uint64_t p3_band_channel_bits(int channels, size_t word, size_t channel) {
  switch (channels) {
    case 1: return UINT64_MAX;
    case 2: return 0x5555555555555555u << channel;
    // 64 bits are 21 pixels and one sample, so the pattern moves by one bit from word to word.
    case 3: return 0x9249249249249249u << (channel + 3 - word % 3) % 3;
    default: return 0x1111111111111111u << channel;
  }
}

#endif
