/* Finds repeated strings in a text: bytes, a table, loops of unknown length. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t last[1 << 14];

static uint32_t hash_of(const uint8_t *p)
{
    return ((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) * 2654435761U >> 18;
}

int main(int argc, char **argv)
{
    uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 600000, out = 0, seed = 3;
    uint8_t *text = malloc(n + 300);

    for (uint32_t i = 0; i < n + 300; i++) {
        seed = seed * 1664525U + 1013904223U;
        text[i] = i > 1000 && seed >> 30 != 0 ? text[i - 1 - (seed >> 8) % 700 / 8 * 8 % 900]
                                              : (uint8_t)("etaoin shr"[seed % 10]);
    }
    for (uint32_t i = 0; i < n;) {
        uint32_t *slot = &last[hash_of(text + i)], at = *slot, length = 0;
        *slot = i;
        while (at < i && length < 255 && text[at + length] == text[i + length])
            length++;
        out += length >= 4 ? 3 : 1;
        i += length >= 4 ? length : 1;
    }
    printf("%u\n", (unsigned)out);
    return 0;
}
