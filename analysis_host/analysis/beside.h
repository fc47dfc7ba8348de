/* Work on other threads of this program, for an answer that comes sooner. What it does must not
 * depend on which thread does it, nor when: answers are the same on any number of processors. */
#ifndef ANALYSIS_BESIDE_H
#define ANALYSIS_BESIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Threads at once. */
enum { BESIDE_MOST = 16 };

/* Returns how many processors this program may run on, 1 or more; BESIDE_MOST where the system does
 * not say. */
unsigned beside_processors(void);

/* One piece of work beside what the caller does. */
struct beside {
    void (*work)(void *of);
    void *of;
    pthread_t thread;
    bool runs; /* on the thread */
};

/* Calls WORK with OF on a thread of its own; or at once, before it returns, where there is but one
 * processor or no thread can be made. *B and *OF must stay where they are until beside_end(). */
void beside_start(struct beside *b, void (*work)(void *of), void *of);
/* Returns when the work of B is done. To be called once after each beside_start(). */
void beside_end(struct beside *b);

/* Calls WORK with OF and each number below N, once each, on as many threads as there are
 * processors, at most BESIDE_MOST; returns when all is done. */
void beside_each(size_t n, void (*work)(void *of, size_t i), void *of);

#endif
