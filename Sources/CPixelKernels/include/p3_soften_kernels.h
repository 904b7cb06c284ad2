#ifndef P3_SOFTEN_KERNELS_H
#define P3_SOFTEN_KERNELS_H

// The pixel loops of dark-mode softening (P3Kit/Tone/Softening*). All arithmetic is on integers, so that
// every machine gives the same codes. The plain Swift oracle beside the façade says the same in few words.
//
// Two measures of a pixel, both 16 bits and roughly perceptual (square roots of linear light):
//   lightness  √Y, Y the relative luminance
//   whiteness  √min(R, G, B) in linear light: falls off from white towards every ink, dark or colourful.
//              0 is kept for invisible pixels (alpha 0), so visible ones have at least 1.

#include <stdint.h>

/// Rows of context above and below that an edge pixel may look at.
#define P3_SOFTEN_REACH 8
/// Pixels per entry of the column memory that lends thin gaps between strokes a label.
#define P3_SOFTEN_BLOCK 32
/// Bins of the lightness histograms: lightness >> 6.
#define P3_SOFTEN_BINS 1024

/// How samples become light. `linear` and `root` have 65,536 entries each; `weight` sums to 65,536.
typedef struct {
  const uint16_t *linear[3];
  const uint16_t *root;
  uint32_t weight[3];
  /// Samples per pixel, 1 to 4; the last one is alpha where it is 2 or 4.
  int32_t channels;
} p3_soften_decoder;

/// Whiteness and lightness of `width` pixels.
void p3_soften_light_row(const p3_soften_decoder *decoder, const uint16_t *samples, int64_t width,
                         uint16_t *whiteness, uint16_t *lightness);

/// Adds each visible pixel to `bins` (P3_SOFTEN_BINS entries).
void p3_soften_histogram_row(const uint16_t *whiteness, const uint16_t *lightness, int64_t width,
                             uint64_t *bins);

/// The span of whiteness within each pixel's 3×3 neighbourhood, invisible pixels left out; 65535 for an
/// invisible pixel itself. `above` and `below` repeat `here` at the image's ends. `scratch`: 2 × width.
void p3_soften_span_row(const uint16_t *above, const uint16_t *here, const uint16_t *below, int64_t width,
                        uint16_t *span, uint16_t *scratch);

/// Counts visible pixels into 2 × 4 counters: below and from `light` whiteness on, by span up to limits[0],
/// limits[1], limits[2], and above.
void p3_soften_texture_row(const uint16_t *whiteness, const uint16_t *span, int64_t width, uint16_t light,
                           const uint16_t limits[3], uint64_t counts[8]);

/// One horizontal run of smooth, light pixels.
typedef struct {
  uint32_t start, end;
  /// The component's label, from 1; filled in by the caller.
  uint32_t label;
  uint16_t darkest, lightest;
  uint64_t lightness_sum, whiteness_sum;
  /// Ends of the run that lie at the row's end or at an invisible pixel.
  uint32_t open_ends;
  uint32_t reserved;
} p3_soften_run;

/// Colour sums of one lightness bin.
typedef struct {
  uint64_t count, sum[3];
} p3_soften_bin;

/// Finds the runs of pixels with whiteness ≥ `least` and span ≤ `limit`, at most (width + 1) / 2 of them,
/// adds them to `bins`, and returns how many.
int64_t p3_soften_runs(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                       const uint16_t *lightness, const uint16_t *span, int64_t width, uint16_t least,
                       uint16_t limit, p3_soften_run *runs, p3_soften_bin *bins);

/// What the columns of one block last saw of a smooth run.
typedef struct {
  uint32_t label;
  uint16_t whiteness;
  uint16_t color[3];
  int64_t row;
} p3_soften_block;

/// Writes the runs' labels to `labels` (0 between them) and remembers them in `blocks`.
void p3_soften_label_row(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                         int64_t width, const p3_soften_run *runs, int64_t run_count, int64_t row,
                         uint32_t *labels, p3_soften_block *blocks);

/// The last rows of the image in a ring: row y lies in slot y % `slots` of each array.
typedef struct {
  const uint16_t *samples, *whiteness, *lightness;
  const uint32_t *labels;
  /// Steps known so far, P3_SOFTEN_UNKNOWN before: filled with it by the caller when a row enters the ring.
  uint8_t *steps;
  int64_t slots;
  int64_t width, height;
  /// The row whose edges are solved; those up to P3_SOFTEN_REACH above and below are in the ring.
  int64_t row;
  int32_t channels;
  /// Union-find parents by label; `parents[root] == root`.
  const uint32_t *parents;
  const p3_soften_block *blocks;
} p3_soften_ring;

/// A pixel whose steps were not looked for yet.
#define P3_SOFTEN_UNKNOWN 255

/// Solves the row's edge pixels for their share of background and writes the row as tokens:
///
///   one byte: kind << 6 | n, n = 1…62 pixels, or 63 and then four bytes of n
///   kind 0  n pixels stay
///   kind 1  n pixels of background
///   kind 2  n edge pixels, at most 62: (n + 1) / 2 bytes of shares, a nibble each, the low one first
///   kind 3  n edge pixels, at most 62, between light and light grey: four bytes of the grey side's label (0 for
///           a hairline), then shares; n = 0 and n = 63 instead name the label that holds from here on for
///           background and for the light side of edges: by its distance from the one named last (seven bits to
///           a byte, low ones first, the sign lowest), and back to the one before
///
/// A share of 15 is all background. Sixteen steps are an error of at most 1.1 codes of an 8-bit file, and make
/// the map of 100 megapixels of small print fit into 56 MB.
/// `tokens` has room for P3_SOFTEN_TOKENS(width); the number written is returned. Scratch, one per pixel:
/// `shares`, `light`, `dark`.
int64_t p3_soften_edge_row(const p3_soften_ring *ring, uint8_t *shares, uint32_t *light, uint32_t *dark,
                           uint8_t *tokens);

/// The most bytes that a row of `width` pixels takes as tokens: each pixel a token, a label and a nibble.
#define P3_SOFTEN_TOKENS(width) (12 * (width) + 16)

/// Everything that the second pass needs beside the tokens.
typedef struct {
  /// From 16-bit linear light to the image's own codes: 65,536 entries each.
  const uint16_t *encoded[3];
  /// By Y: how much luminance paper and panels lose, in 1/65,536 of it.
  const uint16_t *paper_loss;
  const uint16_t *panel_loss;
  /// Codes that full background loses, for paper, and for panels by level (256 × 3).
  uint16_t paper_shift[3];
  const uint16_t *panel_shift;
  /// Saturation (max − min) / max of linear light in 1/256 up to which paper takes the full loss, and from
  /// which it takes none; `fade` (256 entries) is the share in 1/256 between.
  const uint16_t *fade;
  /// By label: kind << 8 | level. Kind 0 stays, 1 is paper, 2 a light grey panel of lightness level << 8.
  const uint16_t *verdicts;
} p3_soften_curves;

/// Softens one row in place as its tokens say.
void p3_soften_apply_row(const p3_soften_decoder *decoder, const p3_soften_curves *curves,
                         const uint8_t *tokens, int64_t token_count, uint16_t *samples, int64_t width);

/// Lowers every pixel of a row by `loss` of its luminance (by Y, in 1/65,536), hue kept.
void p3_soften_tone_row(const p3_soften_decoder *decoder, const uint16_t *const encoded[3],
                        const uint16_t *loss, uint16_t *samples, int64_t width);

#endif
