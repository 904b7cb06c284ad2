#include "segment_reading.h"

#include <pthread.h>
#include <stdlib.h>

enum { CHUNK_HEADER_BYTES = 8 };

struct p3png_reading {
  p3png_segment_place place;
  p3z_inflater *decoder;

  /// Over `stage` and `owners`. Whoever sets P3PNG_RUNNING has all else until the stage is another one.
  pthread_mutex_t mutex;
  pthread_cond_t is_over;
  p3png_reading_stage stage;
  unsigned owners;

  /// Bytes of the chunk's data that have gone to the decoder, and the CRC of type and data as far as there.
  uint64_t read;
  uint32_t crc;
};

p3png_reading *p3png_reading_open(const p3png_segment_place *place, p3z_inflater *decoder) {
  p3png_reading *reading = calloc(1, sizeof *reading);
  if (!reading) {
    p3z_inflater_close(decoder);
    return NULL;
  }
  reading->place = *place;
  reading->decoder = decoder;
  reading->owners = 1;
  pthread_mutex_init(&reading->mutex, NULL);
  pthread_cond_init(&reading->is_over, NULL);
  return reading;
}

p3png_reading *p3png_reading_share(p3png_reading *reading) {
  pthread_mutex_lock(&reading->mutex);
  reading->owners++;
  pthread_mutex_unlock(&reading->mutex);
  return reading;
}

void p3png_reading_close(p3png_reading *reading) {
  pthread_mutex_lock(&reading->mutex);
  const bool is_last = --reading->owners == 0;
  pthread_mutex_unlock(&reading->mutex);
  if (!is_last) return;
  p3z_inflater_close(reading->decoder);
  pthread_cond_destroy(&reading->is_over);
  pthread_mutex_destroy(&reading->mutex);
  free(reading);
}

const p3png_segment_place *p3png_reading_place(const p3png_reading *reading) { return &reading->place; }

p3png_reading_stage p3png_reading_look(p3png_reading *reading) {
  pthread_mutex_lock(&reading->mutex);
  const p3png_reading_stage stage = reading->stage;
  pthread_mutex_unlock(&reading->mutex);
  return stage;
}

// MARK: Reading

static uint64_t data_offset(const p3png_reading *reading) { return reading->place.offset + CHUNK_HEADER_BYTES; }

/// Delivers the chunk's data to the decoder.
static bool pull(void *context, uint8_t *into, size_t count, size_t *got) {
  p3png_reading *reading = context;
  const uint64_t left = reading->place.length - reading->read;
  const size_t piece = left < count ? (size_t)left : count;
  *got = 0;
  if (!p3png_source_read_at(reading->place.source, data_offset(reading) + reading->read, into, piece)) return false;
  reading->crc = p3png_crc32(reading->crc, into, piece);
  reading->read += piece;
  *got = piece;
  return true;
}

static bool has_right_crc(const p3png_reading *reading) {
  uint8_t stored[4];
  const uint64_t offset = data_offset(reading) + reading->place.length;
  return p3png_source_read_at(reading->place.source, offset, stored, 4) && p3png_load32(stored) == reading->crc;
}

static bool read_segment(p3png_reading *reading) {
  static const uint8_t type[4] = {'I', 'D', 'A', 'T'};
  reading->crc = p3png_crc32(0, type, 4);
  return p3z_segment_decode(reading->decoder, reading->place.is_first, pull, reading) && has_right_crc(reading);
}

void p3png_reading_run(p3png_reading *reading) {
  pthread_mutex_lock(&reading->mutex);
  const bool is_mine = reading->stage == P3PNG_WAITING;
  if (is_mine) reading->stage = P3PNG_RUNNING;
  pthread_mutex_unlock(&reading->mutex);
  if (!is_mine) return;
  const p3png_reading_stage stage = read_segment(reading) ? P3PNG_READ : P3PNG_NOT_READ;
  pthread_mutex_lock(&reading->mutex);
  reading->stage = stage;
  pthread_cond_broadcast(&reading->is_over);
  pthread_mutex_unlock(&reading->mutex);
}

static p3png_reading_stage wait_for(p3png_reading *reading) {
  while (reading->stage == P3PNG_RUNNING) pthread_cond_wait(&reading->is_over, &reading->mutex);
  return reading->stage;
}

p3png_reading_stage p3png_reading_finish(p3png_reading *reading) {
  p3png_reading_run(reading);
  pthread_mutex_lock(&reading->mutex);
  const p3png_reading_stage stage = wait_for(reading);
  pthread_mutex_unlock(&reading->mutex);
  return stage;
}

void p3png_reading_cancel(p3png_reading *reading) {
  pthread_mutex_lock(&reading->mutex);
  if (reading->stage == P3PNG_WAITING) reading->stage = P3PNG_NOT_READ;
  wait_for(reading);
  pthread_mutex_unlock(&reading->mutex);
}

// MARK: What was read

uint32_t p3png_reading_crc(const p3png_reading *reading) { return reading->crc; }

const p3z_inflater *p3png_reading_decoder(const p3png_reading *reading) { return reading->decoder; }

p3z_inflater *p3png_reading_swap_decoder(p3png_reading *reading, p3z_inflater *other) {
  p3z_inflater *decoder = reading->decoder;
  reading->decoder = other;
  return decoder;
}
