/* Threads count words of random numbers in a table that a mutex protects. */
#include "threads.h"
#include <stdint.h>

enum { ROUNDS = 40000, WORK = 300 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t counts[256];

static void *count(void *number)
{
    uint64_t x = 1 + (uint64_t)(size_t)number;

    for (size_t i = (size_t)number; i < ROUNDS; i += n_threads) {
        for (int k = 0; k < WORK; k++)
            x = x * 6364136223846793005U + 1442695040888963407U;
        pthread_mutex_lock(&mutex);
        counts[x >> 56]++;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    run_threads(argc, argv, count);
    uint64_t all = 0;
    for (int i = 0; i < 256; i++)
        all += counts[i];
    printf("%llu\n", (unsigned long long)all);
    return 0;
}
