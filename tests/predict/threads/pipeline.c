/* Stages of a pipeline hand buffers on by semaphores; each stage is a thread. */
#include "threads.h"
#include <semaphore.h>
#include <stdint.h>

enum { ITEMS = 600, BYTES = 16384, SLOTS = 4 };

static uint8_t buffer[MOST][SLOTS][BYTES];
static sem_t ready[MOST + 1], room[MOST + 1];

/* Stage I of all does its share of eight rounds. */
static void transform(uint8_t *to, const uint8_t *from, unsigned stage)
{
    unsigned rounds = 8 / (unsigned)n_threads;

    for (unsigned k = 0; k < BYTES; k++) {
        unsigned x = from[k];
        for (unsigned i = 0; i < rounds; i++)
            x = (x * 5 + stage + i) ^ (x >> 3);
        to[k] = (uint8_t)x;
    }
}

static void *stage(void *number)
{
    size_t i = (size_t)number;
    uint8_t own[BYTES] = { 0 };

    for (unsigned k = 0; k < ITEMS; k++) {
        if (i > 0)
            sem_wait(&ready[i]);
        else
            memset(own, (int)k, BYTES);
        if (i + 1 < n_threads)
            sem_wait(&room[i + 1]);
        transform(buffer[i][k % SLOTS], i > 0 ? buffer[i - 1][k % SLOTS] : own, (unsigned)i);
        if (i > 0)
            sem_post(&room[i]);
        if (i + 1 < n_threads)
            sem_post(&ready[i + 1]);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    for (int i = 0; i <= MOST; i++) {
        sem_init(&ready[i], 0, 0);
        sem_init(&room[i], 0, SLOTS);
    }
    run_threads(argc, argv, stage);
    printf("%u\n", (unsigned)buffer[n_threads - 1][0][5]);
    return 0;
}
