/* Work on other threads of this program, for an answer that comes sooner. What it does must not
 * depend on which thread does it, nor when: answers are the same on any number of processors. */
#ifndef ANALYSIS_PARALLEL_H
#define ANALYSIS_PARALLEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Threads at once. */
enum { PARALLEL_MOST = 16 };

/* Returns how many processors this program may run on, 1 or more; PARALLEL_MOST where the system
 * does not say. */
unsigned parallel_processors(void);

/* A task that runs on another thread while the caller goes on. */
struct parallel {
    void (*work)(void *of);
    void *of;
    pthread_t thread;
    bool runs; /* on the thread */
};

/* Calls WORK with OF on a thread of its own; or at once, before it returns, where there is but one
 * processor or no thread can be made. *B and *OF must stay where they are until parallel_end(). */
void parallel_start(struct parallel *b, void (*work)(void *of), void *of);
/* Returns when the work of B is done. To be called once after each parallel_start(). */
void parallel_end(struct parallel *b);

/* Calls WORK with OF and each number below N, once each, on as many threads as there are
 * processors, at most PARALLEL_MOST; returns when all is done. */
void parallel_each(size_t n, void (*work)(void *of, size_t i), void *of);

#endif
