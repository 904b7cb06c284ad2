// SHA-256 by special CPU instructions: about five times as fast as plain code. Swift cannot select instructions per
// function, so this is C. The facade is `SHA256` in P3Kit; it holds the plain form and documents the gain for a whole
// run.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this CPU has the instructions. The CPU is queried once.
bool sha256_is_accelerated(void);

/// Processes `count` blocks of 64 bytes (FIPS 180-4, section 6.2.2). Requires `sha256_is_accelerated`.
///
/// @param state the eight 32-bit words of the hash, updated.
/// @param constants the 64 round constants of section 4.2.2.
void sha256_compress_accelerated(
    uint32_t *_Nonnull state, const uint8_t *_Nonnull blocks, size_t count, const uint32_t *_Nonnull constants);
