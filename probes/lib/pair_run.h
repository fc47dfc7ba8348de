/* Two threads, each on a context of its own: one leads and times, the other follows. */
#ifndef PAIR_RUN_H
#define PAIR_RUN_H

#include "hal/thread.h"
#include <stdbool.h>

struct pair_run {
    void (*lead)(struct pair_run *pair); /* runs once, on the first context */
    void (*follow)(void *ctx);           /* runs on the second one, once for each pair_go() */
    void *ctx;                           /* the caller's, for both */
    unsigned goes, gone; /* pair_run.c's own from here: how often it was asked to, and has */
    bool over, leader_moved, follower_moved;
};

/* Runs COUPLE's lead on context A and, as often as that says, its follow on context B, until lead
 * returns. The caller moves to A where it can, and else waits. HAL_THREAD_OK, or why one of them
 * could not be started; then lead has not run. HAL_THREAD_FAILED also where one of them was moved
 * to another CPU: what was timed is of no use. A == B: nobody follows, and lead must not ask. */
enum hal_thread_status pair_run(struct pair_run *pair, unsigned a, unsigned b);

/* For lead: lets follow run once, and waits until it has returned. */
void pair_go(struct pair_run *pair);
void pair_wait(struct pair_run *pair);

/* Waits until *WORD is VALUE: busily, as the time until it is seen is what is measured; after a
 * while with pauses, for those who wait for a thread that is to run after them on the same
 * processor. */
static inline void pair_await(const volatile uint32_t *word, uint32_t value)
{
    enum { BUSY = 256 };

    for (unsigned spins = 0; *word != value; spins++)
        if (spins >= BUSY)
            hal_thread_pause();
}

#endif
