// Writes signature, chunks and IDAT segments into a sink. Independent of libpng: the chunks are complete already.

#include <stdlib.h>
#include <string.h>

#include "deflate_codec.h"
#include "io/png_io.h"

struct p3png_writer {
  p3png_sink *sink;
  uint32_t adler;
};

static bool put32(p3png_writer *writer, uint32_t value, p3png_status *status) {
  uint8_t bytes[4];
  p3png_store32(bytes, value);
  return p3png_sink_write(writer->sink, bytes, 4, status);
}

p3png_writer *p3png_writer_open(int descriptor, const p3png_header *header, p3png_status *status) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  uint8_t data[13] = {
    [8] = header->bit_depth, header->color_type, header->compression, header->filter, header->interlace};
  p3png_store32(data, header->width);
  p3png_store32(data + 4, header->height);
  p3png_writer *writer = calloc(1, sizeof *writer);
  if (writer) writer->sink = p3png_sink_open_descriptor(descriptor);
  if (!writer || !writer->sink) {
    p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  } else {
    writer->adler = 1;
    if (p3png_sink_write(writer->sink, signature, 8, status) &&
        p3png_writer_chunk(writer, P3PNG_TYPE('I', 'H', 'D', 'R'), data, 13, status)) {
      return writer;
    }
  }
  p3png_writer_close(writer);
  return NULL;
}

bool p3png_writer_chunk(
  p3png_writer *writer, uint32_t type, const uint8_t *data, size_t count, p3png_status *status) {
  uint8_t name[4];
  p3png_store32(name, type);
  uint32_t crc = p3png_crc32(p3png_crc32(0, name, 4), data, count);
  return put32(writer, (uint32_t)count, status) && p3png_sink_write(writer->sink, name, 4, status) &&
         p3png_sink_write(writer->sink, data, count, status) && put32(writer, crc, status);
}

bool p3png_writer_segment(
  p3png_writer *writer, const p3png_segment *segment, bool is_last, p3png_status *status) {
  uint8_t tail[4];
  uint32_t crc = segment->crc;
  writer->adler = p3z_adler32_combine(writer->adler, segment->adler, segment->raw_count);
  p3png_store32(tail, writer->adler);
  if (is_last) crc = p3png_crc32(crc, tail, 4);
  return put32(writer, (uint32_t)(segment->count + (is_last ? 4 : 0)), status) &&
         put32(writer, P3PNG_TYPE('I', 'D', 'A', 'T'), status) &&
         p3png_sink_write(writer->sink, segment->bytes, segment->count, status) &&
         (!is_last || p3png_sink_write(writer->sink, tail, 4, status)) && put32(writer, crc, status);
}

bool p3png_writer_finish(p3png_writer *writer, p3png_status *status) {
  return p3png_writer_chunk(writer, P3PNG_TYPE('I', 'E', 'N', 'D'), NULL, 0, status) &&
         p3png_sink_flush(writer->sink, status);
}

uint64_t p3png_writer_byte_count(const p3png_writer *writer) { return p3png_sink_offset(writer->sink); }

void p3png_writer_close(p3png_writer *writer) {
  if (!writer) return;
  if (writer->sink) p3png_sink_close(writer->sink);
  free(writer);
}
