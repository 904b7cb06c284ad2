#ifndef P3PNG_EDGE_SEGMENT_H
#define P3PNG_EDGE_SEGMENT_H

// Segments of flat pictures, such as interfaces and icons, by the coder that searches at edges.

#include "segment_trials.h"

/// Whether the segment is flat, not tiny, and not to be compressed `fast`. Call it after `p3png_try_huffman_only`.
bool p3png_is_edge_segment(const p3png_trials *trials);

/// Compresses the segment with the filters that are best on a sample. False when out of memory. The caller adds the
/// CRC.
bool p3png_encode_edges(p3png_trials *trials, p3png_segment *result);

#endif
