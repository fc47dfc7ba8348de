/* Lines that another context put into a state and a level of its caches, and loads of them. */
#ifndef COHERENCE_PLACED_H
#define COHERENCE_PLACED_H

#include "hal/alloc.h"
#include "lib/pointer_chase.h"
#include "run/probe.h"

/* States of MESI (Molka, Hackenberg, Schone and Mueller, "Memory Performance and Cache Coherency
 * Effects on an Intel Nehalem Multiprocessor System", PACT 2009, section IV): the owner wrote the
 * lines; loaded them, after a flush; loaded them, and so did another context. */
enum placed_state { PLACED_MODIFIED, PLACED_EXCLUSIVE, PLACED_SHARED, PLACED_STATES };

enum { PLACED_ROUNDS = 9 };

/* Timings of one state in one level: of LOADS loads each. */
struct placed_cell {
    uint64_t loads;
    unsigned n;
    uint64_t ticks[PLACED_ROUNDS];
};

/* Memory of all pairs, and what was timed of the last one. */
struct placed {
    struct hal_block lines, other;
    struct chase chase;
    size_t n_lines;
    unsigned n_levels;              /* that there is memory to push lines out to */
    size_t push_bytes[PLAN_CACHES]; /* walked to leave the lines in level I, from 0 */
    size_t own_bytes;               /* walked by the reader, to lose its copies */
    bool flushes;
    uint64_t enough_ticks;
    struct placed_cell cell[PLACED_STATES][PLAN_CACHES], empty; /* empty: no load */
};

/* Gets memory for the caches of PLAN, of which there is one at least. 0, or -1: no memory.
 * states_end() either way. */
int states_begin(struct placed *placed, const struct plan *plan);
void states_end(struct placed *placed);

/* Fills the cells, at most ROUNDS timings each, of loads of context READER whose lines OWNER has;
 * THIRD, another context, has loaded them in the shared state: READER itself loses its copy where
 * THIRD is READER. FIRST: one cell alone, modified in the first level. Returns whether there is
 * any. */
bool states_measure(struct placed *placed, unsigned reader, unsigned owner, unsigned third,
                    unsigned rounds, bool first);

#endif
