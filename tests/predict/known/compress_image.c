/* Blocks of an image: an integer cosine transform, quantization, and runs of zeros. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 256 };

static uint8_t image[SIDE][SIDE];
static uint8_t out[SIDE * SIDE * 2];

static void transform(int v[8], const int *from, int stride)
{
    for (int i = 0; i < 4; i++) {
        int a = from[i * stride], b = from[(7 - i) * stride];
        v[i] = a + b;
        v[7 - i] = (a - b) * (7 - 2 * i);
    }
    int s = v[0] + v[3], t = v[1] + v[2], d = v[0] - v[3], e = v[1] - v[2];
    v[0] = s + t;
    v[2] = 2 * d + e;
    v[1] = s - t;
    v[3] = d - 2 * e;
}

static size_t block(const int pixel[64], uint8_t *to)
{
    int rows[64], column[8];
    size_t n = 0;
    unsigned zeros = 0;

    for (int y = 0; y < 8; y++)
        transform(&rows[8 * y], &pixel[8 * y], 1);
    for (int x = 0; x < 8; x++) {
        transform(column, &rows[x], 8);
        for (int y = 0; y < 8; y++) {
            int q = column[y] / (16 + 8 * x + 4 * y);
            if (q == 0) {
                zeros++;
                continue;
            }
            to[n++] = (uint8_t)zeros;
            to[n++] = (uint8_t)q;
            zeros = 0;
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 6;
    size_t n = 0;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            image[y][x] = (uint8_t)((x * x / 3 + y * x / 5 + (x ^ y)) >> 2);
    for (int r = 0; r < rounds; r++) {
        n = 0;
        for (int y = 0; y < SIDE; y += 8)
            for (int x = 0; x < SIDE; x += 8) {
                int pixel[64];
                for (int i = 0; i < 64; i++)
                    pixel[i] = image[y + i / 8][x + i % 8] - 128 + r;
                n += block(pixel, out + n);
            }
    }
    printf("%zu %u\n", n, (unsigned)out[n / 2]);
    return 0;
}
