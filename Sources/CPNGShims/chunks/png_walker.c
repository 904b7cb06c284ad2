#include "png_walker.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_CHUNK = 0x7fffffff, MOST_CHUNKS = 100000 };

static bool fail(p3png_walker *walker, p3png_code code, uint32_t chunk, uint64_t offset) {
  return p3png_fail(walker->status, code, chunk, offset);
}

/// Reads within a chunk, which an error then names.
static bool read_in(p3png_walker *walker, uint32_t type, uint8_t *into, size_t count) {
  bool ok = p3png_source_read(walker->source, into, count, walker->status);
  if (!ok && walker->status->chunk == 0) walker->status->chunk = type;
  return ok;
}

static bool is_letter(uint8_t byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'); }

static bool is_ancillary(uint32_t type) { return (type >> 29) & 1; }

static void queue(p3png_walker *walker, const uint8_t *bytes, size_t count) {
  memcpy(walker->pending + walker->pending_count, bytes, count);
  walker->pending_count += count;
}

static void queue32(p3png_walker *walker, uint32_t value) {
  p3png_store32(walker->pending + walker->pending_count, value);
  walker->pending_count += 4;
}

static p3png_record *add_record(p3png_walker *walker, uint32_t type, uint64_t length, uint64_t offset) {
  if (type == P3PNG_IDAT && walker->record_count > 0) {
    p3png_record *last = &walker->records[walker->record_count - 1];
    if (last->chunk.type == P3PNG_IDAT) {
      last->chunk.count += 1;
      last->chunk.length += length;
      return last;
    }
  }
  if (walker->record_count == MOST_CHUNKS) {
    p3png_fail_values(
      walker->status, P3PNG_TOO_MANY_CHUNKS, type, offset, walker->record_count + 1, MOST_CHUNKS);
    return NULL;
  }
  if (walker->record_count == walker->record_capacity) {
    size_t capacity = walker->record_capacity ? walker->record_capacity * 2 : 16;
    p3png_record *records = realloc(walker->records, capacity * sizeof *records);
    if (!records) {
      fail(walker, P3PNG_OUT_OF_MEMORY, type, offset);
      return NULL;
    }
    walker->records = records;
    walker->record_capacity = capacity;
  }
  p3png_record *record = &walker->records[walker->record_count++];
  *record = (p3png_record){
    .chunk = {
      .type = type, .count = 1, .length = length, .offset = offset,
      .after_palette = walker->has_palette, .after_image = walker->has_image}};
  return record;
}

/// Reads the CRC field and compares it with `computed` over type and data.
static bool check_crc(p3png_walker *walker, p3png_record *record, uint32_t computed) {
  uint8_t stored[4];
  if (!read_in(walker, record->chunk.type, stored, 4)) return false;
  record->chunk.stored_crc = p3png_load32(stored);
  record->chunk.computed_crc = computed;
  record->chunk.crc_is_bad = record->chunk.stored_crc != computed;
  if (record->chunk.crc_is_bad && !is_ancillary(record->chunk.type) && !walker->only_lists) {
    return p3png_fail_values(
      walker->status, P3PNG_BAD_CRC, record->chunk.type, record->chunk.offset, record->chunk.stored_crc,
      computed);
  }
  return true;
}

/// Skips the data of a chunk that is not kept.
static bool skip_data(p3png_walker *walker, uint32_t type, uint64_t length, uint32_t *crc) {
  uint8_t buffer[4096];
  while (length > 0) {
    size_t piece = length < sizeof buffer ? (size_t)length : sizeof buffer;
    if (!read_in(walker, type, buffer, piece)) return false;
    *crc = p3png_crc32(*crc, buffer, piece);
    length -= piece;
  }
  return true;
}

/// Keeps the data in `record`. Memory grows with the data that arrive, not with the length field.
static bool keep_data(p3png_walker *walker, p3png_record *record, uint32_t *crc) {
  size_t length = (size_t)record->chunk.length, filled = 0, capacity = length < 65536 ? length : 65536;
  uint8_t *data = malloc(capacity ? capacity : 1);
  record->owned = data;
  while (data && filled < length) {
    if (!read_in(walker, record->chunk.type, data + filled, capacity - filled)) return false;
    filled = capacity;
    if (filled == length) break;
    capacity = length - filled < filled ? length : filled * 2;
    uint8_t *grown = realloc(data, capacity);
    if (!grown) {
      data = NULL;
      break;
    }
    data = record->owned = grown;
  }
  if (!data) return fail(walker, P3PNG_OUT_OF_MEMORY, record->chunk.type, record->chunk.offset);
  *crc = p3png_crc32(*crc, data, length);
  walker->kept_bytes += length;
  return true;
}

static uint64_t longest_kept(const p3png_walker *walker, uint32_t type) {
  switch (type) {
    case P3PNG_IHDR: return 13;
    case P3PNG_PLTE: return 768;
    case P3PNG_tRNS: return 256;
    case P3PNG_IEND: return 0;
    case P3PNG_iCCP: return walker->limits.profile_bytes;
    default: return walker->limits.chunk_bytes;
  }
}

/// Checks the position of critical chunks (PNG 3rd edition, clause 5.6).
static bool check_place(p3png_walker *walker, uint32_t type, uint64_t length, uint64_t offset) {
  if (walker->only_lists) return true;
  bool first = walker->record_count == 0;
  if (first != (type == P3PNG_IHDR)) {
    return fail(walker, first ? P3PNG_MISSING_IHDR : P3PNG_MISPLACED_CHUNK, type, offset);
  }
  if (type == P3PNG_PLTE && (walker->has_palette || walker->has_image)) {
    return fail(walker, P3PNG_MISPLACED_CHUNK, type, offset);
  }
  if (type == P3PNG_IDAT && walker->image_is_over) return fail(walker, P3PNG_MISPLACED_CHUNK, type, offset);
  if (type == P3PNG_IEND && !walker->has_image) return fail(walker, P3PNG_MISSING_IDAT, type, offset);
  if (!is_ancillary(type) && type != P3PNG_IHDR && type != P3PNG_PLTE && type != P3PNG_IDAT && type != P3PNG_IEND) {
    return fail(walker, P3PNG_UNKNOWN_CRITICAL, type, offset);
  }
  if (type == P3PNG_acTL && !walker->has_image && !walker->limits.reads_first_frame) {
    return fail(walker, P3PNG_ANIMATED, type, offset);
  }
  const bool has_other_length = length > longest_kept(walker, type) || (type == P3PNG_IHDR && length != 13);
  if (!is_ancillary(type) && type != P3PNG_IDAT && has_other_length) {
    return p3png_fail_values(
      walker->status, P3PNG_BAD_CHUNK_LENGTH, type, offset, length, longest_kept(walker, type));
  }
  return true;
}

/// Reads one chunk's header and, except for IDAT, the whole chunk. Queues the chunks for libpng.
static bool next_chunk(p3png_walker *walker) {
  uint64_t offset = p3png_source_offset(walker->source);
  uint8_t header[8];
  if (!read_in(walker, walker->has_image ? P3PNG_IEND : 0, header, 8)) return false;
  uint64_t length = p3png_load32(header);
  uint32_t type = p3png_load32(header + 4);
  for (int i = 4; i < 8; i++) {
    if (!is_letter(header[i])) return fail(walker, P3PNG_BAD_CHUNK_TYPE, type, offset);
  }
  if (length > LONGEST_CHUNK) {
    return p3png_fail_values(walker->status, P3PNG_BAD_CHUNK_LENGTH, type, offset, length, LONGEST_CHUNK);
  }
  if (type != P3PNG_IDAT && walker->has_image) walker->image_is_over = true;
  if (!check_place(walker, type, length, offset)) return false;

  p3png_record *record = add_record(walker, type, length, offset);
  if (!record) return false;
  if (walker->pending_position == walker->pending_count) walker->pending_position = walker->pending_count = 0;
  uint32_t crc = p3png_crc32(0, header + 4, 4);
  if (type == P3PNG_IDAT) {
    walker->has_image = walker->in_image = true;
    walker->image_left = length;
    walker->image_offset = offset;
    walker->image_crc = crc;
    return true;
  }

  // fdAT holds the pixels of later frames.
  bool fits = length <= longest_kept(walker, type) && length <= walker->limits.total_bytes - walker->kept_bytes;
  bool keeps = fits && type != P3PNG_fdAT;
  record->chunk.is_over_limit = !fits && type != P3PNG_fdAT;
  bool ok = keeps ? keep_data(walker, record, &crc) : skip_data(walker, type, length, &crc);
  if (!ok || !check_crc(walker, record, crc)) return false;
  const bool is_listed_header = walker->only_lists && type == P3PNG_IHDR;
  if (keeps && (!record->chunk.crc_is_bad || is_listed_header)) record->data = record->owned;
  if (type == P3PNG_PLTE) walker->has_palette = true;
  if (type == P3PNG_IEND) walker->has_ended = true;
  bool passes = !walker->only_lists && !walker->has_image && (type == P3PNG_IHDR || type == P3PNG_PLTE || type == P3PNG_tRNS);
  if (passes && record->data) {
    queue(walker, header, 8);
    queue(walker, record->data, (size_t)length);
    queue32(walker, crc);
  }
  return true;
}

/// Ends the open IDAT chunk.
static bool close_image_chunk(p3png_walker *walker) {
  p3png_record single = {.chunk = {.type = P3PNG_IDAT, .offset = walker->image_offset}};
  walker->in_image = false;
  return check_crc(walker, &single, walker->image_crc);
}

/// Reads within the open IDAT chunk: at least one byte, or fails.
static bool read_image_piece(p3png_walker *walker, uint8_t *into, size_t count, size_t *got) {
  if (count > walker->image_left) count = (size_t)walker->image_left;
  if (!p3png_source_read_some(walker->source, into, count, got, walker->status)) return false;
  if (*got == 0) return fail(walker, P3PNG_TRUNCATED, P3PNG_IDAT, p3png_source_offset(walker->source));
  walker->image_crc = p3png_crc32(walker->image_crc, into, *got);
  walker->image_left -= *got;
  return true;
}

bool p3png_walker_open_signature(p3png_walker *walker, uint8_t magic[64], size_t *magic_count) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  size_t got;
  if (!p3png_source_read_some(walker->source, magic, 8, &got, walker->status)) return false;
  *magic_count = got;
  if (got < 8 || memcmp(magic, signature, 8) != 0) {
    if (got > 0 && got < 8 && memcmp(magic, signature, got) == 0) {
      return fail(walker, P3PNG_TRUNCATED, 0, got);
    }
    // A few more bytes show which format the file has instead.
    if (got == 8 && p3png_source_read_some(walker->source, magic + 8, 56, &got, walker->status)) *magic_count += got;
    return fail(walker, P3PNG_NOT_PNG, 0, 0);
  }
  queue(walker, signature, 8);
  return true;
}

bool p3png_walker_open(p3png_walker *walker, p3png_header *header, uint8_t magic[64], size_t *magic_count) {
  if (!p3png_walker_open_signature(walker, magic, magic_count) || !next_chunk(walker)) return false;
  const uint8_t *data = walker->records[0].data;
  *header = (p3png_header){
    .width = p3png_load32(data), .height = p3png_load32(data + 4), .bit_depth = data[8],
    .color_type = data[9], .compression = data[10], .filter = data[11], .interlace = data[12]};
  return true;
}

bool p3png_walker_read(p3png_walker *walker, uint8_t *into, size_t count, size_t *got) {
  *got = 0;
  while (*got < count && !walker->has_image) {
    size_t waiting = walker->pending_count - walker->pending_position;
    if (waiting > 0) {
      size_t room = count - *got, piece = room < waiting ? room : waiting;
      memcpy(into + *got, walker->pending + walker->pending_position, piece);
      walker->pending_position += piece;
      *got += piece;
    } else if (!next_chunk(walker)) {
      return false;
    }
  }
  return true;
}

bool p3png_walker_read_image(p3png_walker *walker, uint8_t *into, size_t count, size_t *got) {
  *got = 0;
  while (*got < count && !walker->image_is_over) {
    if (walker->in_image && walker->image_left > 0) {
      size_t piece;
      if (!read_image_piece(walker, into + *got, count - *got, &piece)) return false;
      *got += piece;
    } else if (walker->in_image) {
      if (!close_image_chunk(walker)) return false;
    } else {
      walker->pending_position = walker->pending_count = 0;
      if (!next_chunk(walker)) return false;
    }
  }
  return true;
}

bool p3png_walker_finish_image_chunk(p3png_walker *walker) {
  while (walker->in_image && walker->image_left > 0) {
    uint8_t buffer[4096];
    size_t got;
    if (!read_image_piece(walker, buffer, sizeof buffer, &got)) return false;
  }
  return !walker->in_image || close_image_chunk(walker);
}

bool p3png_walker_skip_to_end(p3png_walker *walker) {
  while (!walker->has_ended) {
    if (!p3png_walker_finish_image_chunk(walker)) return false;
    walker->pending_position = walker->pending_count = 0;
    if (!next_chunk(walker)) return false;
  }
  return true;
}

void p3png_walker_close(p3png_walker *walker) {
  for (size_t i = 0; i < walker->record_count; i++) free(walker->records[i].owned);
  free(walker->records);
}
