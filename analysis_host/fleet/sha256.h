/* SHA-256 (FIPS 180-4): tells whether two files are the same. */
#ifndef FLEET_SHA256_H
#define FLEET_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[64];
};

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
/* Writes the 32 bytes of the sum to TO; S is used up. */
void sha256_end(struct sha256 *s, uint8_t to[32]);

#endif
