/* A table far larger than what is in it: most pages are touched once or twice. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLACES = 1 << 21 };

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1500;
    uint64_t *table = calloc(PLACES, sizeof *table), state = 5, sum = 0;

    if (table == NULL)
        return 1;
    for (unsigned i = 0; i < n; i++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        uint64_t at = state >> 43;
        while (table[at] != 0)
            at = (at + 1) % PLACES;
        table[at] = state | 1;
        sum += at;
    }
    printf("%llu\n", (unsigned long long)sum);
    free(table);
    return 0;
}
