/* The first thread fills blocks, the others take them from a ring and add them up. */
#include "threads.h"
#include <stdint.h>

enum { BLOCKS = 2000, WORDS = 4096, RING = 8 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static uint32_t ring[RING][WORDS];
static unsigned put, taken, begun;
static uint64_t sum;

static void fill(uint32_t *block, uint32_t x)
{
    for (int i = 0; i < WORDS; i++)
        block[i] = x = x * 1664525 + 1013904223;
}

static uint64_t hash(const uint32_t *block)
{
    uint64_t h = 0;

    for (int i = 0; i < WORDS; i++)
        h = (h ^ block[i]) * 0x100000001b3U;
    return h;
}

/* Alone, a thread does both. */
static void *work(void *number)
{
    if (n_threads == 1) {
        for (unsigned i = 0; i < BLOCKS; i++) {
            fill(ring[i % RING], i);
            sum += hash(ring[i % RING]);
        }
        return NULL;
    }
    for (unsigned i = 0; number == NULL && i < BLOCKS; i++) {
        pthread_mutex_lock(&mutex);
        while (put - taken == RING)
            pthread_cond_wait(&empty, &mutex);
        pthread_mutex_unlock(&mutex);
        fill(ring[put % RING], i);
        pthread_mutex_lock(&mutex);
        put++;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&mutex);
    }
    while (number != NULL) {
        pthread_mutex_lock(&mutex);
        while (begun < BLOCKS && begun == put)
            pthread_cond_wait(&full, &mutex);
        unsigned mine = begun++;
        pthread_mutex_unlock(&mutex);
        if (mine >= BLOCKS)
            break;
        uint64_t h = hash(ring[mine % RING]);
        pthread_mutex_lock(&mutex);
        sum += h;
        taken++;
        pthread_cond_signal(&empty);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    run_threads(argc, argv, work);
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
