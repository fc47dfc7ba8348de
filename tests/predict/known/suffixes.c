/* Suffixes of a text in order, by doubling. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096 };

static unsigned rank[MOST + 1], next_rank[MOST + 1], order[MOST];
static unsigned length, step;

static unsigned rank_at(unsigned i)
{
    return i < length ? rank[i] + 1 : 0;
}

static int by_rank(const void *a, const void *b)
{
    unsigned i = *(const unsigned *)a, k = *(const unsigned *)b;

    if (rank[i] != rank[k])
        return rank[i] < rank[k] ? -1 : 1;
    return (rank_at(i + step) > rank_at(k + step)) - (rank_at(i + step) < rank_at(k + step));
}

int main(int argc, char **argv)
{
    unsigned long state = 21;

    length = argc > 1 ? (unsigned)atoi(argv[1]) : 2500;
    if (length > MOST)
        return 1;
    for (unsigned i = 0; i < length; i++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        rank[i] = (unsigned)(state >> 60) % 4;
        order[i] = i;
    }
    for (step = 1; step < length; step *= 2) {
        unsigned classes = 0;
        qsort(order, length, sizeof *order, by_rank);
        for (unsigned i = 0; i < length; i++) {
            classes += i > 0 && by_rank(&order[i - 1], &order[i]) != 0;
            next_rank[order[i]] = classes;
        }
        for (unsigned i = 0; i < length; i++)
            rank[i] = next_rank[i];
        if (classes == length - 1)
            break;
    }
    printf("%u %u\n", order[0], order[length - 1]);
    return 0;
}
