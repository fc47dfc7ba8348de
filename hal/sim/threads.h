/* Points at which virtual threads take turns. */
#ifndef SIM_THREADS_H
#define SIM_THREADS_H

#include "model.h"
#include <stdint.h>

/* Virtual threads: coroutines on contexts that have a clock each. The context that is farthest
 * behind runs, so that all clocks go on together, to within a slack of 512 cycles; the same program
 * takes the same course every time. */

/* Clock of the running context at which somebody else is due, 1/16 cycles; UINT64_MAX while there
 * is one thread only. */
extern uint64_t sim_threads_due_16ths;

/* Lets others run until they are as far. */
void sim_threads_yield(void);

/* To be called after whatever moved the clock of MODEL, the running context's. */
static inline void sim_threads_point(const struct sim_model *model)
{
    if (__builtin_expect(sim_threads_due_16ths != UINT64_MAX, 0) &&
        sim_model_clock_16ths(model) >= sim_threads_due_16ths)
        sim_threads_yield();
}

/* The same without slack: where a thread may be looking for what another one writes. */
void sim_threads_strict_point(void);

/* To be called before N_BYTES of memory at AT_BYTES are given back: no context may know them any
 * more. */
void sim_threads_unmap(uint64_t at_bytes, uint64_t n_bytes);

/* Writes back and drops the lines of N_BYTES at AT_BYTES in every cache of every context. */
void sim_threads_flush(uint64_t at_bytes, uint64_t n_bytes);

/* A memory access that the model does not see, as to a static variable: a loop that waits for
 * another thread consists of nothing else, so its time has to pass. */
void sim_threads_unseen(void);

/* Returns the model of context I; NULL: there is no such context. Until a thread has started there
 * is one. */
const struct sim_model *sim_threads_model(unsigned i);

#endif
