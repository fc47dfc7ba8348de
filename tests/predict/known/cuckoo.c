/* A table of two hashes in which a new key drives out an old one; counts distinct numbers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 16, ROOM = 1 << BITS };

static uint64_t table[2][ROOM];

static unsigned hash(uint64_t key, int which)
{
    key *= which ? 0x9fb21c651e98df25u : 0xd6e8feb86659fd93u;
    return (unsigned)((key ^ key >> 29) * 0x2545f4914f6cdd1du >> (64 - BITS));
}

static int holds(uint64_t key)
{
    return table[0][hash(key, 0)] == key || table[1][hash(key, 1)] == key;
}

/* Returns how often a key was driven out, or -1 where no place was found. */
static int put(uint64_t key)
{
    for (int moves = 0; moves < 200; moves++) {
        uint64_t *at = &table[moves & 1][hash(key, moves & 1)], old = *at;

        *at = key;
        if (old == 0)
            return moves;
        key = old;
    }
    return -1;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 600000;
    unsigned long distinct = 0, moved = 0, lost = 0;
    uint64_t x = 88172645463325252u;

    for (unsigned i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        uint64_t key = 1 + (x & (x >> 20) & 0xffff);

        if (holds(key))
            continue;
        int moves = put(key);
        distinct++;
        if (moves < 0)
            lost++;
        else
            moved += (unsigned long)moves;
    }
    printf("%lu %lu %lu\n", distinct, moved, lost);
    return 0;
}
