/* Joins two tables by hash: random accesses to some megabytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 120000, slots = 1, found = 0;

    while (slots < 2 * n)
        slots *= 2;
    uint64_t *table = calloc(slots, sizeof *table);
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t key = i * 2654435761U, at = (key ^ key >> 15) & (slots - 1);
        while (table[at] != 0)
            at = (at + 1) & (slots - 1);
        table[at] = (uint64_t)key << 32 | i;
    }
    for (uint32_t i = 1; i <= 2 * n; i++) {
        uint32_t key = i * 2654435761U, at = (key ^ key >> 15) & (slots - 1);
        while (table[at] != 0 && table[at] >> 32 != key)
            at = (at + 1) & (slots - 1);
        found += table[at] != 0;
    }
    printf("%u\n", (unsigned)found);
    return 0;
}
