/* Each thread sorts a part; then the first merges them. */
#include "threads.h"
#include <stdint.h>

enum { N = 400000 };

static uint32_t numbers[N], sorted[N];

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void *sort(void *number)
{
    size_t i = (size_t)number, from = N / n_threads * i, end = N / n_threads * (i + 1);

    qsort(numbers + from, end - from, sizeof *numbers, by_value);
    return NULL;
}

int main(int argc, char **argv)
{
    size_t at[MOST];
    uint32_t x = 1;

    for (size_t i = 0; i < N; i++)
        numbers[i] = x = x * 1664525 + 1013904223;
    run_threads(argc, argv, sort);
    for (size_t i = 0; i < n_threads; i++)
        at[i] = N / n_threads * i;
    for (size_t k = 0; k < N / n_threads * n_threads; k++) {
        size_t least = MOST;
        for (size_t i = 0; i < n_threads; i++)
            if (at[i] < N / n_threads * (i + 1) &&
                (least == MOST || numbers[at[i]] < numbers[at[least]]))
                least = i;
        sorted[k] = numbers[at[least]++];
    }
    printf("%u %u\n", (unsigned)sorted[0], (unsigned)sorted[N / 2]);
    return 0;
}
