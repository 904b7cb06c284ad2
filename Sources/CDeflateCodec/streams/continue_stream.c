#include "bits/bit_writer.h"
#include "deflate_codec.h"
#include "inflate/inflater.h"

size_t p3z_continue_stream(uint8_t *stream, size_t count) {
  p3z_block_position last;
  if (!p3z_find_last_block(stream, count, &last)) return 0;
  stream[last.start >> 3] &= (uint8_t) ~(1u << (last.start & 7));
  p3z_bit_writer writer = {.out = stream + (last.end >> 3), .count = last.end & 7};
  writer.bits = writer.count ? *writer.out & ((1u << writer.count) - 1) : 0;
  p3z_put_empty_block(&writer);
  return (size_t)(writer.out - stream);
}
