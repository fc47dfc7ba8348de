/* What the programs of this folder share. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static size_t n_threads;

/* Runs WORK with the numbers from 0 to argv[1] - 1, each on a thread; the first on this one. */
static void run_threads(int argc, char **argv, void *(*work)(void *))
{
    pthread_t thread[MOST];

    n_threads = argc > 1 ? (size_t)atoi(argv[1]) : 2;
    if (n_threads == 0 || n_threads > MOST)
        exit(2);
    for (size_t i = 1; i < n_threads; i++)
        if (pthread_create(&thread[i], NULL, work, (void *)i) != 0)
            exit(3);
    work(NULL);
    for (size_t i = 1; i < n_threads; i++)
        pthread_join(thread[i], NULL);
}
