#include "deflate_codec.h"

const char *p3z_damage_text(p3z_damage damage) {
  switch (damage) {
    case P3Z_NO_DAMAGE: return "no damage";
    case P3Z_BAD_HEADER_CHECK: return "incorrect zlib header check";
    case P3Z_BAD_METHOD: return "unknown compression method";
    case P3Z_BAD_WINDOW_SIZE: return "invalid window size";
    case P3Z_PRESET_DICTIONARY: return "preset dictionary";
    case P3Z_BAD_BLOCK_TYPE: return "invalid block type";
    case P3Z_BAD_STORED_LENGTH: return "invalid stored block lengths";
    case P3Z_TOO_MANY_SYMBOLS: return "too many length or distance symbols";
    case P3Z_BAD_CODE_LENGTH_CODE: return "invalid code lengths set";
    case P3Z_BAD_LENGTH_REPEAT: return "invalid bit length repeat";
    case P3Z_NO_END_OF_BLOCK: return "missing end-of-block code";
    case P3Z_BAD_LITERAL_CODE: return "invalid literal/lengths set";
    case P3Z_BAD_DISTANCE_CODE: return "invalid distances set";
    case P3Z_BAD_LITERAL_SYMBOL: return "invalid literal/length code";
    case P3Z_BAD_DISTANCE_SYMBOL: return "invalid distance code";
    case P3Z_DISTANCE_TOO_FAR: return "invalid distance too far back";
    case P3Z_BAD_CHECKSUM: return "incorrect data check (Adler-32)";
  }
  return "unknown damage";
}
