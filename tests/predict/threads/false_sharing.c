/* Histograms of the threads lie next to each other: they share cache lines. */
#include "threads.h"
#include <stdint.h>

enum { ROUNDS = 6000000 };

static volatile uint32_t counts[MOST][4];

static void *count(void *number)
{
    size_t i = (size_t)number;
    uint64_t x = 1 + i;

    for (size_t k = i; k < ROUNDS; k += n_threads) {
        x = x * 6364136223846793005U + 1442695040888963407U;
        counts[i][x >> 62]++;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    run_threads(argc, argv, count);
    unsigned long all = 0;
    for (size_t i = 0; i < n_threads; i++)
        for (int k = 0; k < 4; k++)
            all += counts[i][k];
    printf("%lu\n", all);
    return 0;
}
