#ifndef P3PNG_READ_AHEAD_H
#define P3PNG_READ_AHEAD_H

// Segments of the image data that other threads read before the reader comes to them. Each is checked before the stream goes
// on with it; from the first IDAT chunk on that is none, the reader reads by itself again. A failure is told by reading from
// the start without all this: verdicts, their words and places are those of one reader alone.

#include <stdbool.h>

#include "reader_state.h"

/// Appends the next segment's decoded bytes to those of the reader's decoder. Where no other thread has read the segment, this one
/// does; where one is reading it, this one waits. False with `status` empty where the next IDAT chunk is no segment, which
/// the decoder then inflates itself; false with `status` filled where the file has changed since it was read.
bool p3png_take_segment(p3png_reader *reader, p3png_status *status);
/// Reads no segments any more.
void p3png_end_ahead(p3png_reader *reader);
/// Lets the reader begin the image data anew, as far as walker and decoder are concerned. False where the file cannot be read
/// again, or when out of memory.
bool p3png_begin_anew(p3png_reader *reader);

#endif
