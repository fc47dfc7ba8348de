/* The game of life on bytes: sums of neighbours, streams of small loads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };

int main(int argc, char **argv)
{
    static unsigned char now[N][N], then[N][N];
    unsigned steps = argc > 1 ? (unsigned)atoi(argv[1]) : 40, alive = 0;

    for (unsigned i = 0; i < N * N; i++)
        now[i / N][i % N] = i * 2654435761U >> 31;
    for (unsigned s = 0; s < steps; s++) {
        for (unsigned y = 1; y < N - 1; y++)
            for (unsigned x = 1; x < N - 1; x++) {
                unsigned n = now[y - 1][x - 1] + now[y - 1][x] + now[y - 1][x + 1] + now[y][x - 1] +
                             now[y][x + 1] + now[y + 1][x - 1] + now[y + 1][x] + now[y + 1][x + 1];
                then[y][x] = n == 3 || (n == 2 && now[y][x]);
            }
        memcpy(now, then, sizeof now);
    }
    for (unsigned i = 0; i < N * N; i++)
        alive += now[i / N][i % N];
    printf("%u\n", alive);
    return 0;
}
