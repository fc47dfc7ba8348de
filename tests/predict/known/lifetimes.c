/* Blocks of many sizes are taken, written, made longer and given back in no order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 700 };

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 25000;
    static char *block[SLOTS];
    static size_t size[SLOTS];
    unsigned long x = 11, sum = 0;

    for (unsigned i = 0; i < n; i++) {
        x = x * 6364136223846793005UL + 1442695040888963407UL;
        unsigned slot = (unsigned)(x >> 40) % SLOTS, kind = (unsigned)(x >> 35) & 7;
        size_t bytes = 8 + (size_t)((x >> 20) & 63) * ((x >> 26) & 31);

        if (block[slot] != NULL && kind < 5) {
            sum += (unsigned char)block[slot][size[slot] / 2];
            free(block[slot]);
            block[slot] = NULL;
        } else if (block[slot] != NULL) {
            char *longer = realloc(block[slot], size[slot] + bytes);

            if (longer == NULL)
                return 1;
            memset(longer + size[slot], (int)i, bytes);
            block[slot] = longer;
            size[slot] += bytes;
        } else {
            block[slot] = malloc(bytes);
            if (block[slot] == NULL)
                return 1;
            memset(block[slot], (int)i, bytes);
            size[slot] = bytes;
        }
    }
    printf("%lu\n", sum);
    return 0;
}
