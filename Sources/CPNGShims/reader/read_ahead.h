#ifndef P3PNG_READ_AHEAD_H
#define P3PNG_READ_AHEAD_H

// Segments of the image data that other threads read before the reader comes to them. Each is checked before the stream goes
// on with it; from the first IDAT chunk on that is none, the reader reads by itself again. A failure is told by reading from
// the start without all this: verdicts, their words and places are those of one reader alone.

#include <stdbool.h>

#include "reader_state.h"

/// Takes the next segment into the decoder, and reads it here if nobody else has. False where there is none: the decoder goes
/// on by itself; or with a failure, which `status` tells.
bool p3png_take_segment(p3png_reader *reader, p3png_status *status);
/// Reads no segments any more.
void p3png_end_ahead(p3png_reader *reader);
/// Lets the reader begin the image data anew, as far as walker and decoder are concerned. False where the file cannot be read
/// again, or when out of memory.
bool p3png_begin_anew(p3png_reader *reader);

#endif
