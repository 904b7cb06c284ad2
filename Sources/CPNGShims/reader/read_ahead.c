#include "read_ahead.h"

#include <string.h>

enum {
  /// What PNGSegmentEncoder puts into a segment, or a row more.
  SEGMENT_BYTES = 1 << 20,
  /// Images with less are decoded before other threads have woken.
  LEAST_PROMISED = 2 * SEGMENT_BYTES,
  /// Rows that are longer make segments of memory by their width.
  LONGEST_ROW = SEGMENT_BYTES,
  /// As long as the window of earlier bytes.
  LEAST_SEGMENT = 1 << 15,
  CHUNK_HEADER_BYTES = 8,
};

static size_t filtered_bytes(const p3png_reader *reader) { return reader->row_bytes + 1; }

/// Decoded bytes of our segments: so many rows that they have SEGMENT_BYTES without filter types. Longer ones are not taken.
static size_t longest_segment(const p3png_reader *reader) {
  return (SEGMENT_BYTES + reader->row_bytes - 1) / reader->row_bytes * filtered_bytes(reader);
}

// MARK: Places

/// Whether the chunk header at `offset` is that of an IDAT chunk that may be a segment; `place` is then filled. Stored blocks and
/// empty ones add a little to what is compressed: an eighth is more than a coder needs.
static bool find_segment(const p3png_reader *reader, uint64_t offset, p3png_segment_place *place) {
  uint8_t header[CHUNK_HEADER_BYTES];
  if (!p3png_source_read_at(reader->walker.source, offset, header, sizeof header)) return false;
  const uint64_t length = p3png_load32(header), longest = longest_segment(reader);
  const uint64_t first_offset = reader->ahead.start.chunk.offset;
  *place = (p3png_segment_place){reader->walker.source, offset, length, offset == first_offset};
  return p3png_load32(header + 4) == P3PNG_IDAT && length > 0 && length <= longest + longest / 8;
}

/// Whether a chunk ends as our segments do that are not the last: with an empty stored block, on a whole byte.
static bool ends_with_empty_block(const p3png_segment_place *place) {
  static const uint8_t expected[4] = {0, 0, 0xff, 0xff};
  uint8_t end[4];
  const uint64_t offset = place->offset + CHUNK_HEADER_BYTES + place->length - sizeof end;
  return place->length >= sizeof end && p3png_source_read_at(place->source, offset, end, sizeof end) &&
         memcmp(end, expected, sizeof end) == 0;
}

// MARK: The queue

static p3png_reading *front(const p3png_reader *reader) { return reader->ahead.count > 0 ? reader->ahead.queue[0] : NULL; }

/// Takes the front out of the queue, and keeps its decoder for another segment, unless it is the one that the stream began with:
/// that has memory for streams alone.
static void pop(p3png_reader *reader) {
  p3png_ahead *ahead = &reader->ahead;
  p3png_reading *reading = ahead->queue[0];
  const bool is_first = p3png_reading_place(reading)->is_first;
  ahead->count--;
  memmove(ahead->queue, ahead->queue + 1, ahead->count * sizeof *ahead->queue);
  if (!ahead->spare && !is_first) ahead->spare = p3png_reading_swap_decoder(reading, NULL);
  p3png_reading_close(reading);
}

/// Puts the reading of the next segment into the queue. NULL where no more can be read ahead.
static p3png_reading *push(p3png_reader *reader) {
  p3png_ahead *ahead = &reader->ahead;
  p3png_segment_place place;
  if (ahead->count == P3PNG_MOST_AHEAD || !find_segment(reader, ahead->next_offset, &place)) return NULL;
  p3z_inflater *decoder = ahead->spare;
  ahead->spare = NULL;
  if (!decoder) decoder = p3z_segment_open(filtered_bytes(reader), longest_segment(reader));
  p3png_reading *reading = decoder ? p3png_reading_open(&place, decoder) : NULL;
  if (!reading) return NULL;
  ahead->next_offset = place.offset + CHUNK_HEADER_BYTES + place.length + 4;
  ahead->queue[ahead->count++] = reading;
  return reading;
}

void p3png_end_ahead(p3png_reader *reader) {
  p3png_ahead *ahead = &reader->ahead;
  ahead->is_on = false;
  for (; ahead->count > 0; ahead->count--) {
    p3png_reading *last = ahead->queue[ahead->count - 1];
    p3png_reading_cancel(last);
    p3png_reading_close(last);
  }
  p3z_inflater_close(ahead->spare);
  ahead->spare = NULL;
}

// MARK: Start

bool p3png_begin_anew(p3png_reader *reader) {
  p3z_inflater *inflater = p3z_inflater_open(filtered_bytes(reader), reader->pull, reader);
  if (!inflater || !p3png_walker_return(&reader->walker, &reader->ahead.start)) {
    p3z_inflater_close(inflater);
    return false;
  }
  p3z_inflater_close(reader->inflater);
  reader->inflater = inflater;
  reader->deferred = (p3png_status){0};
  return true;
}

/// Whether the image is one that segments are worth looking for in.
static bool may_have_segments(const p3png_reader *reader) {
  p3png_segment_place first;
  return reader->is_plain && reader->promised >= LEAST_PROMISED && filtered_bytes(reader) <= LONGEST_ROW &&
         reader->next_row * filtered_bytes(reader) <= SEGMENT_BYTES && reader->next_row < reader->header.height &&
         p3png_source_can_seek(reader->walker.source) &&
         find_segment(reader, reader->ahead.start.chunk.offset, &first) && ends_with_empty_block(&first);
}

/// Begins the image data anew with segments; rows that were read already will be dropped.
static void start_ahead(p3png_reader *reader) {
  p3png_ahead *ahead = &reader->ahead;
  ahead->is_tried = true;
  if (!may_have_segments(reader) || !p3png_begin_anew(reader)) return;
  ahead->is_on = ahead->was_on = true;
  ahead->next_offset = ahead->start.chunk.offset;
  ahead->to_drop = reader->next_row * filtered_bytes(reader);
}

p3png_reading *p3png_reader_read_ahead(p3png_reader *reader) {
  if (!reader->ahead.is_tried) start_ahead(reader);
  p3png_reading *reading = reader->ahead.is_on ? push(reader) : NULL;
  return reading ? p3png_reading_share(reading) : NULL;
}

size_t p3png_reader_ahead_count(const p3png_reader *reader) { return reader->ahead.count; }

bool p3png_reader_has_to_wait(const p3png_reader *reader, size_t rows) {
  const uint64_t needed = reader->ahead.to_drop + rows * filtered_bytes(reader);
  uint64_t there = p3z_inflater_available(reader->inflater);
  for (size_t i = 0; i < reader->ahead.count && there < needed; i++) {
    p3png_reading *reading = reader->ahead.queue[i];
    const p3png_reading_stage stage = p3png_reading_look(reading);
    if (stage != P3PNG_READ) return stage == P3PNG_RUNNING;
    there += p3z_inflater_available(p3png_reading_decoder(reading));
  }
  return false;
}

// MARK: Segments

/// Whether so many decoded bytes are worth more than the window that is copied for them: only the last segment is shorter.
static bool is_worth_taking(const p3png_reader *reader, size_t count) {
  return count >= LEAST_SEGMENT || p3z_inflater_total(reader->inflater) + count >= reader->promised;
}

/// Lets the decoder go on with what was read, if it can.
static bool follow(p3png_reader *reader, p3png_reading *reading) {
  if (p3png_reading_finish(reading) != P3PNG_READ) return false;
  if (!is_worth_taking(reader, p3z_inflater_available(p3png_reading_decoder(reading)))) return false;
  p3z_inflater *segment = p3png_reading_swap_decoder(reading, reader->inflater);
  if (p3z_segment_follow(segment, reader->inflater)) {
    reader->inflater = segment;
    return true;
  }
  p3png_reading_swap_decoder(reading, segment);
  return false;
}

bool p3png_take_segment(p3png_reader *reader, p3png_status *status) {
  if (!reader->ahead.is_on) return false;
  p3png_reading *reading = front(reader);
  if (!reading) reading = push(reader);
  if (!reading || !follow(reader, reading)) {
    p3png_end_ahead(reader);
    return false;
  }
  const p3png_segment_place place = *p3png_reading_place(reading);
  const uint32_t crc = p3png_reading_crc(reading);
  pop(reader);
  if (p3png_walker_pass_image_chunk(&reader->walker, place.offset, place.length, crc)) return true;
  // The file is no longer what was read.
  return p3png_fail(status, P3PNG_TRUNCATED, P3PNG_IDAT, place.offset);
}
