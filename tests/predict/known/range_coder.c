/* Bytes coded bit by bit with chances that adapt to the byte before, and decoded again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 17 };

static uint16_t chance[256][256];
static unsigned char in[MOST], coded[MOST + MOST / 4], out[MOST];

static void even(void)
{
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < 256; k++)
            chance[i][k] = 1 << 15;
}

static void learn(uint16_t *c, int bit)
{
    if (bit)
        *c = (uint16_t)(*c + ((65535 - *c) >> 5));
    else
        *c = (uint16_t)(*c - (*c >> 5));
}

static size_t encode(size_t n)
{
    uint32_t low = 0, high = 0xffffffff;
    size_t at = 0;
    unsigned before = 0;

    even();
    for (size_t i = 0; i < n; i++) {
        unsigned node = 1;

        for (int b = 7; b >= 0; b--) {
            uint16_t *c = &chance[before][node];
            uint32_t middle = low + (uint32_t)((uint64_t)(high - low) * (*c | 1) >> 16);
            int bit = in[i] >> b & 1;

            if (bit)
                high = middle;
            else
                low = middle + 1;
            learn(c, bit);
            node = node * 2 + (unsigned)bit;
            while (((low ^ high) & 0xff000000) == 0) {
                coded[at++] = (unsigned char)(high >> 24);
                low <<= 8;
                high = high << 8 | 255;
            }
        }
        before = in[i];
    }
    for (int i = 0; i < 4; i++, low <<= 8)
        coded[at++] = (unsigned char)(low >> 24);
    return at;
}

static void decode(size_t n)
{
    uint32_t low = 0, high = 0xffffffff, x = 0;
    size_t at = 0;
    unsigned before = 0;

    even();
    for (int i = 0; i < 4; i++)
        x = x << 8 | coded[at++];
    for (size_t i = 0; i < n; i++) {
        unsigned node = 1;

        while (node < 256) {
            uint16_t *c = &chance[before][node];
            uint32_t middle = low + (uint32_t)((uint64_t)(high - low) * (*c | 1) >> 16);
            int bit = x <= middle;

            if (bit)
                high = middle;
            else
                low = middle + 1;
            learn(c, bit);
            node = node * 2 + (unsigned)bit;
            while (((low ^ high) & 0xff000000) == 0) {
                low <<= 8;
                high = high << 8 | 255;
                x = x << 8 | coded[at++];
            }
        }
        out[i] = (unsigned char)node;
        before = out[i];
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 40000, same = 0, size;
    unsigned x = 3;

    n = n > MOST ? MOST : n;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525 + 1013904223;
        in[i] = (unsigned char)("etaoin shrdlu"[(x >> 24) * (x >> 16 & 255) * 13 >> 16]);
    }
    size = encode(n);
    decode(n);
    for (size_t i = 0; i < n; i++)
        same += in[i] == out[i];
    printf("%zu %zu\n", size, same);
    return 0;
}
