// SHA-256 by the instructions that many CPUs have for it: about five times as fast as plain code. Swift cannot find out
// for instructions function by function, so this is C; `SHA256` in P3Kit is the facade, holds the plain form, and says
// what a whole run gains.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this CPU has the instructions. Asks once.
bool sha256_is_accelerated(void);

/// FIPS 180-4, section 6.2.2, over `count` blocks of 64 bytes; only where `sha256_is_accelerated`.
///
/// @param state eight words, updated.
/// @param constants the 64 words of section 4.2.2.
void sha256_compress_accelerated(
    uint32_t *_Nonnull state, const uint8_t *_Nonnull blocks, size_t count, const uint32_t *_Nonnull constants);
