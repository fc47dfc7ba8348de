/* Counts the ways to put N queens on a board: recursion, bits, branches. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long place(unsigned all, unsigned columns, unsigned left, unsigned right)
{
    unsigned long n = 0;

    if (columns == all)
        return 1;
    for (unsigned open = all & ~(columns | left | right); open != 0; open &= open - 1) {
        unsigned bit = open & -open;
        n += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return n;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 11;

    printf("%lu\n", place((1U << n) - 1, 0, 0, 0));
    return 0;
}
