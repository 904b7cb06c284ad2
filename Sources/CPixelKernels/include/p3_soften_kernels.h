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
  int64_t width;
  /// A pixel is smooth with at least the whiteness `least`, and either at most the span `limit`, or on a slope: see
  /// P3_SOFTEN_BEND. From the whiteness `paper` on it is as light as paper.
  uint16_t least, limit, paper;
  /// The span of whiteness within 3×3 pixels, invisible ones left out; 65535 for an invisible pixel itself.
  uint16_t *span;
  /// The steps up (high nibble) and down (low nibble): to the whitest and to the least white visible neighbour,
  /// where that one differs by more than P3_SOFTEN_PLATEAU. A neighbour's number is 4 · row + column, both 0
  /// to 2; the first of equals wins; P3_SOFTEN_STAY, the pixel itself, is no step.
  uint8_t *steps;
  /// Smooth pixels.
  p3_soften_bits *smooth;
  /// Visible pixels as light as paper, and those that are not.
  p3_soften_bits *light, *ink;
  /// The ink of the row above; NULL in the first row.
  const p3_soften_bits *ink_above;
  /// Pixels whose 3×3 neighbours hardly differ, and those with the small irregular differences of photographs.
  p3_soften_bits *flat, *natural;
} p3_soften_row;

/// On a slope the whiteness bends little: through no pair of opposite neighbours does half their sum differ from the
/// middle by more than this (2.5 %), and the span is at most P3_SOFTEN_SLOPE (35 %). The flank of a blur is such a
/// slope, the edge of a letter is not.
#define P3_SOFTEN_BEND 1638
#define P3_SOFTEN_SLOPE 22937
/// The largest span of a flat pixel: two 8-bit codes and rounding.
#define P3_SOFTEN_FLAT 600
/// Photographs differ from pixel to pixel by a span in this range (2 % to 30 %) with a bend of at least 3/16 of it.
#define P3_SOFTEN_NATURAL_LEAST 1310
#define P3_SOFTEN_NATURAL_MOST 19660

/// Differences of whiteness up to this, 1.5 %, are within a plateau; larger ones are a step of an edge.
#define P3_SOFTEN_PLATEAU 983
#define P3_SOFTEN_STAY 5

/// How light is lowered, and how much of it glares: its luminance less color + (color >> shift), where color is what
/// the largest channel has above the least one and above `slack` / 65,536 of itself. All in linear light, so that glare
/// scales with it.
typedef struct {
  /// The share that is lost in 1/65,536, by glare in 1/65,535, rising.
  const uint16_t *losses;
  uint16_t slack, shift;
} p3_soften_tone;

/// The loops that have a body per target; all give the same results. See the functions below.
typedef struct p3_soften_kernels {
  void (*light_row)(const p3_soften_decoder *, const uint16_t *samples, int64_t width, uint16_t *whiteness,
                    uint16_t *lightness, p3_soften_bits *same);
  void (*classify_row)(const p3_soften_row *);
  void (*tone_run)(const p3_soften_decoder *, const uint16_t *const encoded[3], const p3_soften_tone *tone, uint16_t *p,
                   int64_t n);
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

/// The side of the tiles that an image's ground is looked for in, and the bins of lightness in each.
#define P3_SOFTEN_TILE 64
#define P3_SOFTEN_TILE_BINS 64

/// Adds each visible pixel to the bins of its tile, one tile's after the other.
void p3_soften_tile_row(const uint16_t *whiteness, const uint16_t *lightness, int64_t width, uint32_t *bins);

/// Whether a visible pixel of a row glares more than `limit` (in 1/65,535), as `tone` has it. Those marked in `same`
/// are passed over.
int p3_soften_glares(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *whiteness,
                     const uint16_t *lightness, const p3_soften_bits *same, int64_t width, const p3_soften_tone *tone,
                     uint16_t limit);

/// One horizontal run of smooth pixels that are not as light as paper.
typedef struct {
  uint32_t start, end;
  /// The component's label, from 1; filled in by the caller.
  uint32_t label;
  /// Least whiteness.
  uint16_t darkest;
  uint64_t lightness_sum, whiteness_sum;
  /// The label of the region of ink that it lies in; filled in by `p3_soften_place_runs`.
  uint32_t region;
} p3_soften_run;

/// Colour sums of one lightness bin.
typedef struct {
  uint64_t sum[3], count;
} p3_soften_bin;

/// Adds the smooth pixels of a row to `bins` (as above). Reads up to three samples behind the row.
void p3_soften_bins_row(const p3_soften_decoder *decoder, const uint16_t *samples, const uint16_t *lightness,
                        const p3_soften_bits *same, const p3_soften_bits *smooth, int64_t width, p3_soften_bin *bins);

/// Counts the light pixels of a row of one or three channels. In a light pixel each channel is at least its `least`,
/// and the darkest channel differs from the darkest channel of the pixel before by at most `reach`. All in codes of 16
/// bits.
int64_t p3_soften_count_light(const uint16_t *samples, int64_t width, int channels, const uint16_t least[3],
                              uint16_t reach);

/// Makes the runs of the pixels that are in both `smooth` and `ink`, at most (width + 1) / 2 of them, and returns how
/// many there are.
int64_t p3_soften_runs(const uint16_t *whiteness, const uint16_t *lightness, const p3_soften_bits *smooth,
                       const p3_soften_bits *ink, int64_t width, p3_soften_run *runs);

// Regions: every visible pixel is either as light as paper or ink, and connected pixels of one kind are a region. A
// letter, a dot, a glow and a photograph on paper are ink regions; the page, the counter of a letter and the text on a
// button are light ones.

/// What is counted of a region. For light ones only `pixels`, `runs`, `blends`, the rectangle, `is_open`, `darkest`,
/// `color`, `plate_sides` and `between`.
typedef struct {
  uint64_t pixels, runs;
  /// Pixels that are flat or in a level stretch, natural, smooth; smooth ones beside smooth paper, those that have it
  /// below them once more; and those whose whiteness is within P3_SOFTEN_CORE of the least.
  uint64_t flat, natural, smooth, contacts, core;
  /// Pixels that have no ink above them: as many as the region's columns have runs of ink.
  uint64_t column_runs;
  /// Pairs of a pixel and a neighbour of the other kind in its row or column that differ by at most P3_SOFTEN_ALIKE.
  uint64_t blends;
  /// Second moments about white of the samples' high bytes: RR, GG, BB, RG, RB, GB. They have rank one where all
  /// pixels are mixtures of white and one colour.
  uint64_t moments[6];
  /// The rectangle around it: columns from `left` up to `right`, rows from `first_row` up to and with `last_row`.
  uint32_t left, right, first_row, last_row;
  /// The least whiteness, 0 to 65,535, and the colour of the first pixel that has it. In a light region both are those
  /// of the ink before its first eight runs, of the region that encloses it: if that ink has a plate, `darkest` is 0
  /// and `color` is the colour of the first plate.
  uint16_t darkest, color[3];
  /// Whether it meets the image's border.
  uint16_t is_open;
  /// Of a light region, the sides of its runs that have a plate beside them: six pixels of flat ink, or of ink that is
  /// level along the row, two pixels away from the light run; no outline lies between.
  uint32_t plate_sides;
  /// Of a light region, the runs that lie between inks of two hues.
  uint32_t between;
} p3_soften_region;

/// The whiteness above a region's least one that still counts as its core: two 8-bit codes.
#define P3_SOFTEN_CORE 514

/// Pixels whose whiteness differs by no more look alike: four 8-bit codes.
#define P3_SOFTEN_ALIKE 1080

/// One horizontal run of a region.
typedef struct {
  uint32_t start, end, label, is_light;
  p3_soften_region counts;
} p3_soften_region_run;

/// A region by label. A root is its own parent, and no parent is greater than its child.
typedef struct {
  uint32_t parent;
  /// The region before its first pixel in the same row, which encloses it or is enclosed by it; 0 for none.
  uint32_t outer;
  /// Pixels, at most 2³² − 1; the index into the tallies while `flags` has P3_SOFTEN_GROWING.
  uint32_t pixels;
  /// As in the tally, at most 2³² − 1.
  uint32_t blends;
  /// The first column and the first row of the rectangle around it, and how many columns and rows it has.
  uint32_t left, top, width, height;
  /// As in the tally.
  uint16_t color[3];
  /// Pixels per run, at most 65535.
  uint16_t thickness;
  /// Of a light region, how many pixels of ink lie above its first one, at most 255.
  uint8_t depth;
  /// Of one of ink, the pairs that `p3_soften_edge_row` would part, at most 255.
  uint8_t breaks;
  uint16_t flags;
} p3_soften_label;

#define P3_SOFTEN_GROWING 1
#define P3_SOFTEN_LIGHT 2
/// It meets the image's border.
#define P3_SOFTEN_OPEN 4
/// A light region whose first runs begin beside a plate, with ink above, as a letter on a plate does.
#define P3_SOFTEN_ON_PLATE 8
/// All its pixels are mixtures of white and one colour.
#define P3_SOFTEN_ONE_INK 16
/// Most of it is smooth, and runs smoothly into paper.
#define P3_SOFTEN_SOFT 32
/// At least three tenths of it are its darkest colour.
#define P3_SOFTEN_SOLID 64
/// A large part of it has the small irregular differences of photographs, and less than half is flat.
#define P3_SOFTEN_PHOTO 128
/// At least half of it is flat.
#define P3_SOFTEN_PLATE 256
/// Solved pixel by pixel it would have new edges. Set for those who ask, never in the label.
#define P3_SOFTEN_BROKEN 512
/// The runs of its rows, or those of its columns, have under five pixels on average.
#define P3_SOFTEN_LINE 1024
/// A light region that has P3_SOFTEN_ON_PLATE, and a plate at more than half the sides of its runs: a tick, a digit.
#define P3_SOFTEN_SIGN 2048
/// A light region that lies between inks of two hues in more than half of its runs: no letter of a plate. It has
/// neither P3_SOFTEN_ON_PLATE nor P3_SOFTEN_SIGN.
#define P3_SOFTEN_BETWEEN 4096
/// The pixels of ink above a light region on a plate, at least.
#define P3_SOFTEN_INSET 4
/// Pairs of pixels from which on a new edge is seen.
#define P3_SOFTEN_LEAST_BREAKS 8

/// All regions found so far. The caller keeps room for as many more labels as a row has runs, and for two rows' runs in
/// `tallies` and `free_slots`.
typedef struct {
  p3_soften_label *labels;
  p3_soften_region *tallies;
  uint32_t *free_slots;
  /// Labels in use, from 0, which stands for no region.
  uint32_t label_count;
  uint32_t tally_count, free_count;
} p3_soften_regions;

/// Makes the region runs of a row, at most `width`, and returns how many there are. `white` are the high bytes of the
/// paper's colour; `contacts` are the smooth ink pixels with smooth light ones beside them or above.
int64_t p3_soften_region_runs(const p3_soften_decoder *decoder, const uint16_t *samples, const p3_soften_row *row,
                              const uint8_t white[3], const p3_soften_bits *contacts, int is_outer_row,
                              p3_soften_region_run *runs);

/// The whiteness of a row, and of the one above it.
typedef struct {
  const uint16_t *above, *here;
} p3_soften_rows;

/// Joins the runs of `row` to those of the row before, and names the label of each. `depths` has by column how many
/// pixels of ink lie above the row, one on the other; `below` the smooth ink pixels of the row before that have smooth
/// light ones below them.
void p3_soften_join_regions(p3_soften_regions *regions, const p3_soften_rows *whiteness, p3_soften_region_run *runs,
                            int64_t count, const p3_soften_region_run *above, int64_t above_count, uint32_t row,
                            const uint8_t *depths, const p3_soften_bits *below);

/// Names the region that each of `count` runs of smooth ink lies in, among the joined region runs of its row.
void p3_soften_place_runs(p3_soften_run *runs, int64_t count, const p3_soften_region_run *regions,
                          int64_t region_count);

/// Sets the bits of visible pixels with less than the whiteness `limit`, clears all others.
void p3_soften_mark_row(const uint16_t *whiteness, int64_t width, uint16_t limit, p3_soften_bits *marks);

/// The least pixels of a run that p3_soften_long_runs finds: fewer are letters and lines.
#define P3_SOFTEN_LONG_RUN 32

/// Writes where each run of at least P3_SOFTEN_LONG_RUN set bits starts and ends, left to right, to `spans`: two
/// entries for each, at most width / 33 + 1 of them. Returns how many.
int64_t p3_soften_long_runs(const p3_soften_bits *marks, int64_t width, uint32_t *spans);

/// The bits set among those from `x` up to `end`.
uint64_t p3_soften_count_bits(const p3_soften_bits *bits, int64_t x, int64_t end);

/// Adds a row to `depths`, as above.
void p3_soften_deepen(const p3_soften_bits *ink, int64_t width, uint8_t *depths);

/// Packs the regions that reached into the last row, after it was joined.
void p3_soften_finish_regions(p3_soften_regions *regions, const p3_soften_region_run *runs, int64_t count);

/// Writes the regions of a row down for the second pass: per run one byte, kind << 6 | is_new << 5 | n, n = 1…31 pixels
/// or 0 and then n in seven bits to a byte, low ones first. Kind 0 is invisible, 1 light, 2 ink. `is_new` says that the
/// label is not the one last named for this kind: its distance from that follows, the sign lowest.
/// `tokens` has room for P3_SOFTEN_REGION_TOKENS(count); the number written is returned.
int64_t p3_soften_region_tokens(const p3_soften_region_run *runs, int64_t count, uint8_t *tokens);

/// The most bytes that `count` runs take, each with an invisible one before it, and one behind the last.
#define P3_SOFTEN_REGION_TOKENS(count) (18 * (count) + 8)

/// Where a run of ink lies, and its region: kept until the row's edges are solved.
typedef struct {
  uint32_t start, end, label;
} p3_soften_ink_run;

/// Writes where the runs of ink among `count` runs lie, and returns how many these are.
int64_t p3_soften_ink_runs(const p3_soften_region_run *runs, int64_t count, p3_soften_ink_run *ink);

/// A label in the plane of labels and in the tokens of edges: of a region of light pixels, or of a component of smooth
/// ink pixels. 0 is neither.
static inline uint32_t p3_soften_light_label(uint32_t label) { return label << 1 | 1; }
static inline uint32_t p3_soften_smooth_label(uint32_t label) { return label << 1; }

/// Writes the labels of light and of smooth ink pixels to `labels` (0 between them), and sets in `near` the bits of the
/// labelled pixels and of those before and behind them.
void p3_soften_label_row(int64_t width, const p3_soften_region_run *regions, int64_t region_count,
                         const p3_soften_run *runs, int64_t run_count, uint32_t *labels, p3_soften_bits *near);

/// A component of smooth ink pixels beside a region of light ones, by their labels.
typedef struct {
  uint32_t component, region;
} p3_soften_contact;

/// The bits of a row that contacts are found by.
typedef struct {
  const p3_soften_bits *smooth, *light, *ink;
  const uint32_t *labels;
} p3_soften_contact_row;

/// Finds where smooth ink and smooth light pixels meet in row `here` and between it and the row `above` (NULL for the
/// first row): writes each meeting once per stretch of pixels to `contacts` (room for 2 · width), and returns how many
/// there are.
int64_t p3_soften_contacts(const p3_soften_contact_row *above, const p3_soften_contact_row *here, int64_t width,
                           p3_soften_contact *contacts);

/// Sets in `sides` the smooth ink pixels of `here` with smooth light ones beside them or in the row `above` (NULL for
/// the first row), and in `below` those of `above` that have some in `here`.
void p3_soften_contact_sides(const p3_soften_contact_row *above, const p3_soften_contact_row *here, int64_t width,
                             p3_soften_bits *sides, p3_soften_bits *below);

/// The last rows of the image in a ring: row y lies in slot y % `slots` of each array. Arrays of `stride` entries
/// per slot point at the first pixel of slot 0, behind its margin.
typedef struct {
  const uint16_t *samples, *whiteness, *lightness;
  const uint32_t *labels;
  const uint8_t *steps;
  /// Pixels that have a label, or have one beside them in their row; `words` of them per slot.
  const p3_soften_bits *near;
  /// Of the row in hand.
  const p3_soften_bits *smooth, *ink;
  int64_t slots, stride, words;
  int64_t width, height;
  /// The row whose edges are solved; those up to P3_SOFTEN_REACH above and below are in the ring.
  int64_t row;
  int32_t channels;
  /// Whether greys in strokes with background on both sides, and all pale strokes, are ink that covers its pixels in
  /// part.
  int32_t strokes_are_mixtures;
  /// Union-find parents of components by label; `parents[root] == root`.
  const uint32_t *parents;
  p3_soften_label *regions;
  /// Of the row in hand.
  const p3_soften_ink_run *ink_runs;
  int64_t ink_run_count;
} p3_soften_ring;

/// What is known of a row whose edges are solved.
typedef struct {
  /// By pixel, in fifteenths; 0 where it is none of them.
  uint8_t *shares;
  /// Pixels that lose half of what paper loses or more, and those whose share counts: no curve takes them.
  p3_soften_bits *strong, *open;
} p3_soften_edges;

/// Solves the row's edge pixels for their share of background and writes the row as tokens. Those of regions that are
/// complete and known to be decided as a whole are left out.
///
///   one byte: kind << 6 | n, n = 1…62 pixels, or 63 and then four bytes of n
///   kind 0  n pixels of which nothing is known: light greys and pastels among them are lowered, others stay
///   kind 1  n pixels of background
///   kind 2  n edge pixels, at most 62: (n + 1) / 2 bytes of shares, a nibble each, the low one first; a share
///           of 0 is a pixel of which nothing is known
///   kind 3  n edge pixels, at most 62, between light and light grey: four bytes of the grey side's label,
///           then shares; n = 0 and n = 63 instead name the label that holds from here on for
///           background and for the light side of edges: by its distance from the one named last (seven bits to
///           a byte, low ones first, the sign lowest), and back to the one before
///
/// A share of 15 is all background. Sixteen steps are an error of at most 1.1 codes of an 8-bit file, and make
/// the map of 100 megapixels of small print fit into 56 MB.
/// `tokens` has room for P3_SOFTEN_TOKENS(width); the number written is returned. Scratch, one per pixel:
/// `light`, `dark`; and a bit per pixel, `solved` and `smooth`.
///
/// New edges are counted in the regions' `breaks`: neighbours in a row or column that look alike, of which one loses
/// half of what paper loses more than the other. `last` is what the row before has left there, `rows` what this row
/// leaves.
int64_t p3_soften_edge_row(const p3_soften_ring *ring, const p3_soften_edges *last, const p3_soften_edges *rows,
                           uint32_t *light, uint32_t *dark, p3_soften_bits *solved, p3_soften_bits *smooth,
                           uint8_t *tokens);

/// The most bytes that a row of `width` pixels takes as tokens: each pixel a token, a label and a nibble.
#define P3_SOFTEN_TOKENS(width) (12 * (width) + 16)

/// What becomes of a component or region.
typedef struct {
  /// The share of paper in a pixel of whiteness m (least of red, green and blue in the paper's codes, 65,536 for paper)
  /// is slope · m / 65,536 − offset, in 1/65,536, from 0 to 65,536.
  int32_t slope, offset;
  uint16_t kind;
  /// The share of paper's loss that the component's own colour takes, in 1/32,768: what an edge to it blends with.
  uint16_t full;
} p3_soften_verdict;

/// It stays as it is.
#define P3_SOFTEN_KEPT 0
/// Its pixels lose their share of paper.
#define P3_SOFTEN_MAPPED 1
/// Light greys and pastels in it are lowered. A region: one of several inks with signs on it, or a photograph. Pixels
/// of which nothing is known are parts of the signs or of the photograph, and stay.
#define P3_SOFTEN_PANEL 2
/// A region of several inks: its components and edges say what becomes of it.
#define P3_SOFTEN_MIXED 3
/// The same, but greys in it lose their share of paper, by `slope` and `offset`.
#define P3_SOFTEN_GRAYS 4

/// What the second pass needs besides the tokens.
typedef struct {
  /// Codes that a whole pixel of paper loses, and what makes a sample one in units of the paper: 65,536 for white, more
  /// for a darker paper.
  uint16_t loss[3];
  uint32_t scale[3];
  /// By max − (max − min) / 4 of the channels, >> 6: the share of the loss that a light grey or pastel takes, in
  /// 1/65,536.
  const uint16_t *panel;
  /// By saturation (max − min) / max in 1/255: the part of that share, in 1/256.
  const uint16_t *fade;
  int32_t channels;
  /// By label. No region has the label 0; its verdict is P3_SOFTEN_KEPT.
  const p3_soften_verdict *regions;
  const p3_soften_verdict *components;
} p3_soften_curves;

/// Lowers `n` pixels by their share of paper, as `verdict` has it.
void p3_soften_map_run(const p3_soften_curves *curves, const p3_soften_verdict *verdict, uint16_t *samples, int64_t n);

/// Lowers the light greys and pastels among `n` pixels.
void p3_soften_panel_run(const p3_soften_curves *curves, uint16_t *samples, int64_t n);

/// Softens one row in place by its tokens: those of its regions, then those of its edges.
void p3_soften_apply_row(const p3_soften_curves *curves, const uint8_t *region_tokens, int64_t region_count,
                         const uint8_t *tokens, int64_t token_count, uint16_t *samples, int64_t width);

/// Lowers the light of every pixel of a row by `tone`, hue kept.
void p3_soften_tone_row(const p3_soften_decoder *decoder, const uint16_t *const encoded[3], const p3_soften_tone *tone,
                        uint16_t *samples, int64_t width);

#endif
