#ifndef P3_LEVELS_H
#define P3_LEVELS_H

/// The number of ascending decision levels that `y` reaches, known to lie in low…high. A binary search.
static inline unsigned p3_levels_reached(const double *levels, double y, unsigned low, unsigned high) {
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (y >= levels[middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

#endif
