/* SHA-256 of a buffer: rotations and additions in long chains, code without branches. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t key[64];

static uint32_t turn(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void take_block(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64], v[8];

    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (unsigned i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (unsigned i = 0; i < 8; i++)
        v[i] = h[i];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t a = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
                     ((v[4] & v[5]) ^ (~v[4] & v[6])) + key[i] + w[i];
        uint32_t b = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
                     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (unsigned k = 7; k > 0; k--)
            v[k] = v[k - 1];
        v[4] += a;
        v[0] = a + b;
    }
    for (unsigned i = 0; i < 8; i++)
        h[i] += v[i];
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 1000000;
    uint8_t *data = malloc(n + 64);
    uint32_t h[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

    for (unsigned i = 0; i < 64; i++)
        key[i] = i * 2654435761U;
    for (size_t i = 0; i < n + 64; i++)
        data[i] = (uint8_t)(i * 31);
    for (size_t i = 0; i < n; i += 64)
        take_block(h, data + i);
    printf("%08x\n", (unsigned)h[0]);
    return 0;
}
