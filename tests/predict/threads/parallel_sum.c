/* Each thread adds up its part of an array. Argument: number of threads. */
#include "threads.h"

enum { N = 8000000 };

static double *numbers, sums[MOST];

static void *add(void *number)
{
    size_t i = (size_t)number, from = N / n_threads * i, end = N / n_threads * (i + 1);
    double sum = 0;

    for (int lap = 0; lap < 4; lap++)
        for (size_t k = from; k < end; k++)
            sum += numbers[k];
    sums[i] = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    numbers = malloc(N * sizeof *numbers);
    for (size_t i = 0; i < N; i++)
        numbers[i] = (double)(i % 100);
    run_threads(argc, argv, add);
    double all = 0;
    for (size_t i = 0; i < n_threads; i++)
        all += sums[i];
    printf("%g\n", all);
    return 0;
}
