/* A short program that touches many pages: a sparse table, and what it allocates and frees. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1200;
    char *table = malloc((size_t)n * 4096);
    unsigned long sum = 0;

    for (unsigned i = 0; i < n; i++)
        table[(size_t)i * 4096 + i % 64] = (char)i;
    for (unsigned round = 0; round < 6; round++) {
        char *piece = malloc(600000);
        memset(piece, (int)round, 600000);
        for (unsigned i = 0; i < 600000; i += 64)
            sum += (unsigned char)piece[i];
        free(piece);
    }
    for (unsigned i = 0; i < n; i++)
        sum += (unsigned char)table[(size_t)i * 4096 + i % 64];
    printf("%lu\n", sum);
    return 0;
}
