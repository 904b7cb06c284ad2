#ifndef P3PNG_SEGMENT_READING_H
#define P3PNG_SEGMENT_READING_H

// The reading of one segment of the image data, which is the data of one IDAT chunk: bytes of the file, their CRC, and what
// they decode to. It needs nothing that stands before it, and runs on any thread.

#include "deflate_codec.h"
#include "io/png_io.h"

/// An IDAT chunk that may be a segment.
typedef struct p3png_segment_place {
  const p3png_source *source;
  /// Of the chunk's length field.
  uint64_t offset;
  uint64_t length;
  bool is_first;
} p3png_segment_place;

/// What a reading has come to.
typedef enum p3png_reading_stage {
  P3PNG_WAITING = 0,
  /// A thread is at it.
  P3PNG_RUNNING,
  /// `p3png_reading_decoder` is a segment's.
  P3PNG_READ,
  /// The chunk cannot be read, its CRC is wrong, or it is no segment.
  P3PNG_NOT_READ,
} p3png_reading_stage;

/// The reading of the chunk at `place`, which belongs to the reader and, from `p3png_reading_share` on, to another thread as
/// well. It takes over `decoder`. NULL when out of memory; the decoder is then closed.
p3png_reading *p3png_reading_open(const p3png_segment_place *place, p3z_inflater *decoder);
/// Counts one more owner.
p3png_reading *p3png_reading_share(p3png_reading *reading);
const p3png_segment_place *p3png_reading_place(const p3png_reading *reading);
p3png_reading_stage p3png_reading_look(p3png_reading *reading);
/// Runs the reading unless a thread is at it, and waits until it is over.
p3png_reading_stage p3png_reading_finish(p3png_reading *reading);
/// Sees to it that the reading does not run, or waits until it is over: the source is not needed afterwards.
void p3png_reading_cancel(p3png_reading *reading);

// Once the reading is over:

/// The CRC of type and data.
uint32_t p3png_reading_crc(const p3png_reading *reading);
/// The reading's decoder, in whose place `other` is closed with the reading. `other` may be NULL.
p3z_inflater *p3png_reading_swap_decoder(p3png_reading *reading, p3z_inflater *other);
const p3z_inflater *p3png_reading_decoder(const p3png_reading *reading);

#endif
