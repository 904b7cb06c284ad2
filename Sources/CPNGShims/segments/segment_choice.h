#ifndef P3PNG_SEGMENT_CHOICE_H
#define P3PNG_SEGMENT_CHOICE_H

// How to filter and compress a segment: by trials on samples of it.

#include "segment_trials.h"

enum { P3PNG_MOST_ATTEMPTS = 5 };

/// Instead of a level of libdeflate's: the Huffman-only coder.
enum { P3PNG_LITERALS = 0 };

/// One way to compress a segment.
typedef struct p3png_attempt {
  unsigned strategy;
  /// libdeflate's level, or P3PNG_LITERALS.
  int level;
} p3png_attempt;

/// The ways that are worth a full try.
typedef struct p3png_choice {
  p3png_attempt attempts[P3PNG_MOST_ATTEMPTS];
  unsigned count;
} p3png_choice;

/// What `fast` and `balanced` write when the picture is not flat; after `p3png_try_huffman_only`.
void p3png_choose(p3png_trials *trials, p3png_choice *choice);

/// What `small` tries beyond what `balanced` writes, flat pictures included.
void p3png_choose_more(p3png_trials *trials, p3png_choice *choice);

#endif
