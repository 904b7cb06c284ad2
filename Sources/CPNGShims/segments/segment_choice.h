#ifndef P3PNG_SEGMENT_CHOICE_H
#define P3PNG_SEGMENT_CHOICE_H

// Chooses how to filter and compress a segment, by trials on samples of it.

#include "segment_trials.h"

enum { P3PNG_MOST_ATTEMPTS = 5 };

/// Stands for the Huffman-only coder in place of a libdeflate level.
enum { P3PNG_LITERALS = 0 };

/// One way to compress a segment.
typedef struct p3png_attempt {
  unsigned strategy;
  /// libdeflate's level, or P3PNG_LITERALS.
  int level;
} p3png_attempt;

/// The ways to compress that deserve a full try.
typedef struct p3png_choice {
  p3png_attempt attempts[P3PNG_MOST_ATTEMPTS];
  unsigned count;
} p3png_choice;

/// The choice of `fast` and `balanced` for pictures that are not flat. Call it after `p3png_try_huffman_only`.
void p3png_choose(p3png_trials *trials, p3png_choice *choice);

/// The attempts that `small` adds to those of `balanced`, for flat pictures too.
void p3png_choose_more(p3png_trials *trials, p3png_choice *choice);

#endif
