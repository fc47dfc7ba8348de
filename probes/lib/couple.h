#ifndef COUPLE_H
#define COUPLE_H

#include "hal/thread.h"
#include <stdbool.h>

/* Two threads, each on a context of its own: one leads and times, the other follows. */

struct couple {
    void (*lead)(struct couple *couple); /* runs once, on the first context */
    void (*follow)(void *ctx);           /* runs on the second one, once for each couple_go() */
    void *ctx;                           /* the caller's, for both */
    unsigned goes, gone; /* couple.c's own from here: how often it was told to, and has */
    bool over;
};

/* Runs COUPLE's lead on context A and, as often as that says, its follow on context B, until lead
 * returns. The caller moves to A where it can, and else waits. HAL_THREAD_OK, or why one of them
 * could not be started; then lead has not run. A == B: nobody follows, and lead must not ask. */
enum hal_thread_status couple_run(struct couple *couple, unsigned a, unsigned b);

/* For lead: lets follow run once, and waits until it has returned. */
void couple_go(struct couple *couple);
void couple_wait(struct couple *couple);

/* Waits until *WORD is VALUE: busily, as the time until it is seen is what is measured; after a
 * while with pauses, for those who wait for a thread behind them on the same processor. */
static inline void couple_await(const volatile uint32_t *word, uint32_t value)
{
    enum { BUSY = 256 };

    for (unsigned spins = 0; *word != value; spins++)
        if (spins >= BUSY)
            hal_thread_pause();
}

#endif
