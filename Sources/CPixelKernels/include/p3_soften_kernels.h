#ifndef P3_SOFTEN_KERNELS_H
#define P3_SOFTEN_KERNELS_H

// The pixel loops of dark-mode softening; the article DarkMode explains the method. All arithmetic is on integers, or
// equals integer arithmetic, so that every machine gives the same codes. Tests compare with `ReferenceSoftening`.
//
// Two measures of a pixel, both 16 bits and roughly perceptual (square roots of linear light):
//   lightness  √Y, Y the relative luminance
//   whiteness  √min(R, G, B) in linear light: falls off from white towards every ink, dark or colourful.
//              0 is kept for invisible pixels (alpha 0), so visible ones have at least 1.

#include "p3_cpu.h"

#include <stdint.h>

/// Rows of context above and below that an edge pixel may look at.
#define P3_SOFTEN_REACH 8
/// Pixels per entry of the column memory, from which thin gaps between strokes get a label.
#define P3_SOFTEN_BLOCK 32
/// Bins of the lightness histograms: lightness >> 6.
#define P3_SOFTEN_BINS 1024
/// Copies of each histogram, one after the other; their sum counts.
#define P3_SOFTEN_COPIES 4

/// Pixels that the vector kernels take at a time.
#define P3_SOFTEN_LANES 16
/// Entries that lie before and behind a row's pixels, which kernels may read. Those of whiteness stay 0: the outside of
/// an image is invisible.
#define P3_SOFTEN_MARGIN 16

struct p3_soften_kernels;

/// How samples become linear light. `linear` and `root` have 65,536 entries each; `weight` sums to 65,536.
typedef struct {
  const uint16_t *linear[3];
  const uint16_t *root;
  uint32_t weight[3];
  /// Samples per pixel, 1 to 4; the last one is alpha where it is 2 or 4.
  int32_t channels;
  const struct p3_soften_kernels *kernels;
} p3_soften_decoder;

/// Bits of a row, one per pixel: pixel x is bit x % 64 of word x / 64. Bits behind the row's end are 0.
typedef uint64_t p3_soften_bits;

/// A row to be classified, by its whiteness and that of the rows above and below, and where the results go.
typedef struct {
  const uint16_t *above, *here, *below;
  const uint16_t *lightness;
  int64_t width;
  /// A pixel is smooth with at least this whiteness, and at most this span.
  uint16_t least, limit;
  /// The span of whiteness within 3×3 pixels, invisible ones left out; 65535 for an invisible pixel itself.
  uint16_t *span;
  /// The steps up (high nibble) and down (low nibble): to the whitest and to the least white visible neighbour,
  /// where that one differs by more than P3_SOFTEN_PLATEAU. A neighbour's number is 4 · row + column, both 0
  /// to 2; the first of equals wins; P3_SOFTEN_STAY, the pixel itself, is no step.
  uint8_t *steps;
  /// Smooth pixels.
  p3_soften_bits *smooth;
  /// The pixels that may be edges: visible, not smooth, and next to something darker or themselves pale.
  p3_soften_bits *edges;
} p3_soften_row;

/// Differences of whiteness up to this, 1.5 %, are within a plateau; larger ones are a step of an edge.
#define P3_SOFTEN_PLATEAU 983
#define P3_SOFTEN_STAY 5

/// The loops that have a body per target; all give the same results. See the functions below.
typedef struct p3_soften_kernels {
  void (*light_row)(const p3_soften_decoder *, const uint16_t *samples, int64_t width, uint16_t *whiteness,
                    uint16_t *lightness, p3_soften_bits *same);
  void (*classify_row)(const p3_soften_row *);
  void (*tone_run)(const p3_soften_decoder *, const uint16_t *const encoded[3], const uint16_t *losses,
                   const uint16_t *fade, uint16_t *p, int64_t n);
} p3_soften_kernels;

/// The kernels of a target that this CPU can run.
const p3_soften_kernels *p3_soften_kernels_for(p3_target target);

/// Whether a pixel is a light grey, to be lowered with the paper instead of kept as ink: pale (Y ≥ 0.46) and not tinted
/// (whiteness within 0.08 of lightness), or so light (Y ≥ 0.71 in its least channel) that it counts whatever its tint,
/// as noise of compression beside ink does.
#define P3_SOFTEN_PALE 44600
#define P3_SOFTEN_TINT 5243
#define P3_SOFTEN_NEARLY_WHITE 55050

static inline int p3_soften_is_pale(uint16_t whiteness, uint16_t lightness) {
  return whiteness >= P3_SOFTEN_NEARLY_WHITE ||
         (whiteness >= P3_SOFTEN_PALE && lightness - whiteness <= P3_SOFTEN_TINT);
}

/// Writes whiteness and lightness of `width` pixels, and sets in `same` the bits of pixels that equal the one before
/// them in every sample: only where at least sixteen in a row do, so that branches on these bits are predictable.
static inline void p3_soften_light_row(const p3_soften_decoder *decoder, const uint16_t *samples, int64_t width,
                                       uint16_t *whiteness, uint16_t *lightness, p3_soften_bits *same) {
  decoder->kernels->light_row(decoder, samples, width, whiteness, lightness, same);
}

/// Fills the results of `row`.
static inline void p3_soften_classify_row(const p3_soften_decoder *decoder, const p3_soften_row *row) {
  decoder->kernels->classify_row(row);
}

/// Adds each visible pixel to `bins` (P3_SOFTEN_COPIES · P3_SOFTEN_BINS entries).
void p3_soften_histogram_row(const uint16_t *whiteness, const uint16_t *lightness, const p3_soften_bits *same,
                             int64_t width, uint64_t *bins);

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
  /// How many of the run's two ends lie at the row's end or at an invisible pixel.
  uint32_t open_ends;
  uint32_t reserved;
} p3_soften_run;

/// Colour sums of one lightness bin.
typedef struct {
  uint64_t sum[3], count;
} p3_soften_bin;

/// Makes the runs of the pixels in `smooth`, at most (width + 1) / 2 of them, adds the pixels to `bins` (as above), and
/// returns how many runs there are. Reads up to three samples behind the row.
int64_t p3_soften_runs(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                       const uint16_t *lightness, const p3_soften_bits *same, const p3_soften_bits *smooth,
                       int64_t width, p3_soften_run *runs, p3_soften_bin *bins);

/// The last smooth run that crossed the columns of one block.
typedef struct {
  uint32_t label;
  uint16_t whiteness;
  uint16_t color[3];
  int64_t row;
} p3_soften_block;

/// Writes the runs' labels to `labels` (0 between them), keeps them in `blocks`, and sets in `near` the bits of the
/// labelled pixels and of those before and behind them.
void p3_soften_label_row(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                         int64_t width, const p3_soften_run *runs, int64_t run_count, int64_t row, uint32_t *labels,
                         p3_soften_bits *near, p3_soften_block *blocks);

/// The last rows of the image in a ring: row y lies in slot y % `slots` of each array. Arrays of `stride` entries
/// per slot point at the first pixel of slot 0, behind its margin.
typedef struct {
  const uint16_t *samples, *whiteness, *lightness;
  const uint32_t *labels;
  const uint8_t *steps;
  /// Pixels that have a label, or have one beside them in their row; `words` of them per slot.
  const p3_soften_bits *near;
  /// Of the row in hand.
  const p3_soften_bits *smooth, *edges;
  int64_t slots, stride, words;
  int64_t width, height;
  /// The row whose edges are solved; those up to P3_SOFTEN_REACH above and below are in the ring.
  int64_t row;
  int32_t channels;
  /// Union-find parents by label; `parents[root] == root`.
  const uint32_t *parents;
  const p3_soften_block *blocks;
} p3_soften_ring;

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
/// `shares`, `light`, `dark`; and a bit per pixel, `solved`.
int64_t p3_soften_edge_row(const p3_soften_ring *ring, uint8_t *shares, uint32_t *light, uint32_t *dark,
                           p3_soften_bits *solved, uint8_t *tokens);

/// The most bytes that a row of `width` pixels takes as tokens: each pixel a token, a label and a nibble.
#define P3_SOFTEN_TOKENS(width) (12 * (width) + 16)

/// What the second pass needs besides the tokens.
typedef struct {
  /// From 16-bit linear light to the image's own codes: 65,536 entries each.
  const uint16_t *encoded[3];
  /// By Y: how much luminance paper and panels lose, in 1/65,536 of it.
  /// Losses rise with Y.
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
void p3_soften_apply_row(const p3_soften_decoder *decoder, const p3_soften_curves *curves, const uint8_t *tokens,
                         int64_t token_count, uint16_t *samples, int64_t width);

/// Lowers every pixel of a row by `loss` of its luminance (by Y, in 1/65,536, rising), hue kept.
void p3_soften_tone_row(const p3_soften_decoder *decoder, const uint16_t *const encoded[3], const uint16_t *loss,
                        uint16_t *samples, int64_t width);

#endif
