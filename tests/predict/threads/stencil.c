/* Heat in a plane: each thread has rows, and all wait for each other after each step. */
#include "threads.h"

enum { N = 512, STEPS = 60 };

static float plane[2][N][N];
static pthread_barrier_t barrier;

static void *heat(void *number)
{
    size_t i = (size_t)number, from = 1 + (N - 2) * i / n_threads,
           end = 1 + (N - 2) * (i + 1) / n_threads;

    for (int step = 0; step < STEPS; step++) {
        float(*to)[N] = plane[(step + 1) % 2], (*of)[N] = plane[step % 2];
        for (size_t y = from; y < end; y++)
            for (size_t x = 1; x < N - 1; x++)
                to[y][x] = 0.25F * (of[y - 1][x] + of[y + 1][x] + of[y][x - 1] + of[y][x + 1]);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    for (size_t y = 0; y < N; y++)
        for (size_t x = 0; x < N; x++)
            plane[0][y][x] = plane[1][y][x] = y == 0 ? 100 : 1;
    pthread_barrier_init(&barrier, NULL, argc > 1 ? (unsigned)atoi(argv[1]) : 2);
    run_threads(argc, argv, heat);
    printf("%g\n", (double)plane[STEPS % 2][1][N / 2]);
    return 0;
}
