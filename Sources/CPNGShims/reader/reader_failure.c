#include "reader_failure.h"

#include <stdio.h>

/// Flipped bits damage the stream and the CRC; the CRC is the better message.
static void prefer_crc(p3png_reader *reader, p3png_status *status) {
  p3png_status crc = reader->deferred;
  if (crc.code == P3PNG_OK) {
    reader->walker.status = &crc;
    p3png_walker_finish_image_chunk(&reader->walker);
    reader->walker.status = status;
  }
  if (crc.code == P3PNG_BAD_CRC) *status = crc;
}

/// If IDAT chunks are not consecutive, a stream that ends early is only the consequence.
static void prefer_misplacement(p3png_reader *reader, p3png_status *status) {
  p3png_status rest = {0};
  reader->walker.status = &rest;
  p3png_walker_skip_to_end(&reader->walker);
  reader->walker.status = status;
  if (rest.code == P3PNG_MISPLACED_CHUNK && rest.chunk == P3PNG_IDAT) *status = rest;
}

bool p3png_reader_failure(p3png_reader *reader, p3png_status *status) {
  if (status->code == P3PNG_BAD_IMAGE_DATA) prefer_crc(reader, status);
  if (status->code == P3PNG_SHORT_IMAGE_DATA) prefer_misplacement(reader, status);
  switch (status->code) {
    case P3PNG_TRUNCATED:
    case P3PNG_BAD_IMAGE_DATA:
    case P3PNG_SHORT_IMAGE_DATA:
    case P3PNG_LONG_IMAGE_DATA:
      status->value = p3z_inflater_total(reader->inflater);
      status->expected = reader->promised;
      break;
    default: break;
  }
  return false;
}

bool p3png_lacks_end(const p3png_status *status) {
  return status->code == P3PNG_TRUNCATED && status->chunk == P3PNG_IEND;
}

bool p3png_reader_inflate_failure(p3png_reader *reader, p3z_result result, p3png_status *status) {
  if (result == P3Z_DAMAGED) {
    snprintf(status->message, sizeof status->message, "%s", p3z_damage_text(p3z_inflater_damage(reader->inflater)));
    p3png_fail(status, P3PNG_BAD_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  } else if (result == P3Z_MORE) {
    p3png_fail(status, P3PNG_LONG_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  } else if (result == P3Z_STOPPED || p3png_lacks_end(&reader->deferred)) {
    *status = reader->deferred;
  } else {
    p3png_fail(status, P3PNG_SHORT_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  }
  return p3png_reader_failure(reader, status);
}
