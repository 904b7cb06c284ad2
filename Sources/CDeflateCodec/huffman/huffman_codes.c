#include "huffman_codes.h"

#include <stdbool.h>
#include <string.h>

#include "bits/deflate_symbols.h"

typedef struct leaf {
  uint32_t frequency;
  uint16_t symbol;
} leaf;

/// Sorts by frequency with a stable radix sort.
static void sort_leaves(leaf *leaves, unsigned count) {
  leaf sorted[P3Z_LITERAL_SYMBOLS];
  for (unsigned shift = 0; shift < 32; shift += 8) {
    unsigned starts[257] = {0};
    for (unsigned i = 0; i < count; i++) starts[(leaves[i].frequency >> shift & 255) + 1]++;
    if (starts[1] == count) continue;
    for (unsigned digit = 0; digit < 256; digit++) starts[digit + 1] += starts[digit];
    for (unsigned i = 0; i < count; i++) sorted[starts[leaves[i].frequency >> shift & 255]++] = leaves[i];
    memcpy(leaves, sorted, count * sizeof *leaves);
  }
}

/// Counts the leaves at each depth of the Huffman tree of sorted frequencies. (Two queues: leaves, and inner nodes,
/// which are made in sorted order.)
static void count_depths(const leaf *leaves, unsigned count, unsigned limit, unsigned depths[33]) {
  uint64_t weights[P3Z_LITERAL_SYMBOLS];
  uint16_t leaf_parents[P3Z_LITERAL_SYMBOLS], parents[P3Z_LITERAL_SYMBOLS];
  unsigned next_leaf = 0, next_inner = 0;
  for (unsigned inner = 0; inner + 1 < count; inner++) {
    uint64_t weight = 0;
    for (int side = 0; side < 2; side++) {
      bool takes_leaf = next_leaf < count &&
                        (next_inner >= inner || leaves[next_leaf].frequency <= weights[next_inner]);
      if (takes_leaf) {
        weight += leaves[next_leaf].frequency;
        leaf_parents[next_leaf++] = (uint16_t)inner;
      } else {
        weight += weights[next_inner];
        parents[next_inner++] = (uint16_t)inner;
      }
    }
    weights[inner] = weight;
  }
  memset(depths, 0, 33 * sizeof *depths);
  uint8_t inner_depths[P3Z_LITERAL_SYMBOLS];
  unsigned root = count - 2;
  inner_depths[root] = 0;
  for (unsigned inner = root; inner-- > 0;) inner_depths[inner] = inner_depths[parents[inner]] + 1;
  for (unsigned i = 0; i < count; i++) {
    unsigned depth = inner_depths[leaf_parents[i]] + 1u;
    depths[depth < limit ? depth : limit]++;
  }
}

/// Makes depths that were cut off at `limit` a complete code again: while the code is over-subscribed, a longest leaf
/// becomes the sibling of a shorter leaf, one level below that leaf's place.
static void repair_depths(unsigned depths[33], unsigned limit) {
  uint64_t used = 0;
  for (unsigned depth = 1; depth <= limit; depth++) used += (uint64_t)depths[depth] << (limit - depth);
  while (used > (uint64_t)1 << limit) {
    unsigned depth = limit - 1;
    while (depths[depth] == 0) depth--;
    depths[depth]--;
    depths[depth + 1] += 2;
    depths[limit]--;
    used--;
  }
}

void p3z_huffman_lengths(const uint32_t *frequencies, unsigned count, unsigned limit, uint8_t *lengths) {
  leaf leaves[P3Z_LITERAL_SYMBOLS];
  unsigned used = 0, depths[33];
  memset(lengths, 0, count);
  for (unsigned i = 0; i < count; i++) {
    if (frequencies[i]) leaves[used++] = (leaf){frequencies[i], (uint16_t)i};
  }
  for (unsigned i = 0; used < 2; i++) {
    if (!frequencies[i]) leaves[used++] = (leaf){1, (uint16_t)i};
  }
  sort_leaves(leaves, used);
  count_depths(leaves, used, limit, depths);
  repair_depths(depths, limit);
  unsigned next = 0;
  for (unsigned depth = limit; depth > 0; depth--) {
    for (unsigned n = depths[depth]; n > 0; n--) lengths[leaves[next++].symbol] = (uint8_t)depth;
  }
}

void p3z_assign_codes(const uint8_t *lengths, unsigned count, uint16_t *codes) {
  unsigned counts[16] = {0}, next[17] = {0};
  for (unsigned i = 0; i < count; i++) counts[lengths[i]]++;
  counts[0] = 0;
  for (unsigned length = 1; length <= 15; length++) next[length + 1] = (next[length] + counts[length]) << 1;
  for (unsigned i = 0; i < count; i++) {
    unsigned code = next[lengths[i]]++, reversed = 0;
    for (unsigned bit = 0; bit < lengths[i]; bit++) reversed |= (code >> bit & 1) << (lengths[i] - 1 - bit);
    codes[i] = lengths[i] ? (uint16_t)reversed : 0;
  }
}
