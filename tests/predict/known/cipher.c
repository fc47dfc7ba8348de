/* A cipher of rounds with two tables of bytes and one of words, over a buffer, forwards and back.
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 10, SIZE = 1 << 15 };

static unsigned char forth[256], back[256], text[SIZE];
static unsigned mix[256], key[4 * (ROUNDS + 1)];

static void make_tables(void)
{
    unsigned x = 9;

    for (unsigned i = 0; i < 256; i++)
        forth[i] = (unsigned char)i;
    for (unsigned i = 255; i > 0; i--) {
        x = x * 1664525 + 1013904223;
        unsigned k = (x >> 16) % (i + 1);
        unsigned char t = forth[i];

        forth[i] = forth[k];
        forth[k] = t;
    }
    for (unsigned i = 0; i < 256; i++) {
        back[forth[i]] = (unsigned char)i;
        mix[i] = forth[i] * 0x01030501u;
    }
    for (unsigned i = 0; i < 4 * (ROUNDS + 1); i++)
        key[i] = x = x * 1664525 + 1013904223;
}

static void one_block(unsigned *b)
{
    for (unsigned r = 0; r < ROUNDS; r++) {
        unsigned c[4];

        for (unsigned i = 0; i < 4; i++) {
            unsigned m = mix[b[(i + 1) & 3] >> 8 & 255];

            c[i] = mix[b[i] & 255] ^ (m << 8 | m >> 24) ^ mix[b[(i + 2) & 3] >> 16 & 255] ^
                   (unsigned)forth[b[(i + 3) & 3] >> 24] << 24 ^ key[4 * r + i];
        }
        for (unsigned i = 0; i < 4; i++)
            b[i] = c[i];
    }
}

int main(int argc, char **argv)
{
    unsigned laps = argc > 1 ? (unsigned)atoi(argv[1]) : 2, chain[4] = { 1, 2, 3, 4 };
    unsigned long sum = 0;

    make_tables();
    for (unsigned i = 0; i < SIZE; i++)
        text[i] = (unsigned char)(i * 7 + (i >> 8));
    for (unsigned lap = 0; lap < laps; lap++)
        for (unsigned at = 0; at < SIZE; at += 16) {
            for (unsigned i = 0; i < 4; i++)
                for (unsigned k = 0; k < 4; k++)
                    chain[i] ^= (unsigned)text[at + 4 * i + k] << (8 * k);
            one_block(chain);
            for (unsigned i = 0; i < 16; i++)
                text[at + i] = (unsigned char)(chain[i / 4] >> (8 * (i % 4)));
        }
    for (unsigned i = 0; i < SIZE; i++)
        sum += back[text[i]];
    printf("%lu\n", sum);
    return 0;
}
