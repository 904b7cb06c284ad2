#include "io/png_io.h"

enum { LONGEST_CHUNK = 0x7fffffff };

static bool is_letter(uint8_t byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'); }

bool p3png_chunk_head_read(
  p3png_source *source, p3png_chunk_head *head, uint32_t missing, p3png_status *status) {
  const uint64_t offset = p3png_source_offset(source);
  uint8_t bytes[8];
  if (!p3png_source_read(source, bytes, 8, status)) {
    status->chunk = missing;
    return false;
  }
  *head = (p3png_chunk_head){
    .type = p3png_load32(bytes + 4), .length = p3png_load32(bytes), .offset = offset,
    .crc = p3png_crc32(0, bytes + 4, 4)};
  for (int i = 4; i < 8; i++) {
    if (!is_letter(bytes[i])) return p3png_fail(status, P3PNG_BAD_CHUNK_TYPE, head->type, offset);
  }
  if (head->length <= LONGEST_CHUNK) return true;
  return p3png_fail_values(status, P3PNG_BAD_CHUNK_LENGTH, head->type, offset, head->length, LONGEST_CHUNK);
}
