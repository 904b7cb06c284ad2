#ifndef P3PNG_WALKER_H
#define P3PNG_WALKER_H

// The chunk walker reads the file for libpng. It checks every CRC, keeps the ancillary chunks (libpng would drop colour
// profiles and chunks that it finds faulty, and does not know cICP), and passes only IHDR, PLTE and tRNS on.

#include "CPNGShims.h"
#include "io/png_io.h"

enum {
  P3PNG_IHDR = P3PNG_TYPE('I', 'H', 'D', 'R'),
  P3PNG_PLTE = P3PNG_TYPE('P', 'L', 'T', 'E'),
  P3PNG_IDAT = P3PNG_TYPE('I', 'D', 'A', 'T'),
  P3PNG_IEND = P3PNG_TYPE('I', 'E', 'N', 'D'),
  P3PNG_tRNS = P3PNG_TYPE('t', 'R', 'N', 'S'),
  P3PNG_iCCP = P3PNG_TYPE('i', 'C', 'C', 'P'),
  P3PNG_acTL = P3PNG_TYPE('a', 'c', 'T', 'L'),
  P3PNG_fdAT = P3PNG_TYPE('f', 'd', 'A', 'T'),
};

/// A chunk and its data, if kept.
typedef struct p3png_record {
  p3png_chunk chunk;
  /// Memory that is freed with the walker.
  uint8_t *owned;
  /// `owned` once the CRC has proved right.
  const uint8_t *data;
} p3png_record;

typedef struct p3png_walker {
  p3png_source *source;
  p3png_limits limits;
  p3png_status *status;
  p3png_record *records;
  size_t record_count, record_capacity;
  uint64_t kept_bytes;
  /// Bytes queued for libpng: IHDR, PLTE, tRNS.
  uint8_t pending[800];
  size_t pending_position, pending_count;
  /// Bytes left in the open IDAT chunk.
  uint64_t image_left;
  uint64_t image_offset;
  uint32_t image_crc;
  bool in_image, has_palette, has_image, image_is_over, has_ended;
  /// Whether chunks are only listed: refuses only what is no chunk, and passes nothing to libpng.
  bool only_lists;
} p3png_walker;

/// Reads the signature and IHDR, and queues both.
bool p3png_walker_open(p3png_walker *walker, p3png_header *header, uint8_t magic[64], size_t *magic_count);
/// Reads only the signature.
bool p3png_walker_open_signature(p3png_walker *walker, uint8_t magic[64], size_t *magic_count);
/// Reads bytes of the filtered file, up to the first IDAT chunk; `*got` is less than `count` only there.
bool p3png_walker_read(p3png_walker *walker, uint8_t *into, size_t count, size_t *got);
/// Reads bytes of IDAT data, across chunks. `*got` is 0 only after the last chunk, or on a failure, which may also come
/// with bytes.
bool p3png_walker_read_image(p3png_walker *walker, uint8_t *into, size_t count, size_t *got);
/// Skips the rest of the open IDAT chunk, if there is one, and checks its CRC.
bool p3png_walker_finish_image_chunk(p3png_walker *walker);
/// Skips everything through IEND, and keeps chunks that are to be kept.
bool p3png_walker_skip_to_end(p3png_walker *walker);
void p3png_walker_close(p3png_walker *walker);

#endif
