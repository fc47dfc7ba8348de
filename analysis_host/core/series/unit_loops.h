/* The loops of probe shared_units: operations alone, and two in one loop. */
#ifndef UNIT_LOOPS_H
#define UNIT_LOOPS_H

#include "log/log.h"
#include "model/unit_model.h"
#include <stdbool.h>
#include <stddef.h>

enum { UNIT_LOOPS_ALONE = 2, UNIT_LOOPS_PAIR = 4, UNIT_PAIRS_MOST = UNIT_OPS_MOST * UNIT_OPS_MOST };

/* Half a lap of a loop, without the loop itself. */
struct unit_timing {
    double a, b; /* operations of each kind */
    unsigned chains, other_chains;
    double ticks;
    double spread; /* how well whole and half laps agree, 0 to 1 */
};

/* One operation; texts are the log's. */
struct unit_loops_op {
    const char *op, *type;
    const struct log_series *series;
    struct unit_timing alone[UNIT_LOOPS_ALONE]; /* fewest chains first */
    size_t n_alone;
};

struct unit_loops_pair {
    unsigned first, second; /* numbers of operations */
    const struct log_series *series;
    struct unit_timing loop[UNIT_LOOPS_PAIR];
    size_t n;
};

/* All series of a run. */
struct unit_loops {
    struct unit_loops_op op[UNIT_OPS_MOST];
    size_t n_ops;
    struct unit_loops_pair *pair; /* n_pairs; owned */
    size_t n_pairs;
    double reference_ticks; /* of an addition of the reference chain, the quietest; 0: not timed */
};

/* Fills *U from RUN. Returns 0, or -1 without memory; unit_loops_free() either way. Operations
 * beyond UNIT_OPS_MOST are left out, and pairs with them. */
int unit_loops_read(struct unit_loops *u, const struct log_run *run);

void unit_loops_free(struct unit_loops *u);

/* Returns ticks of an operation of U's number OP alone on CHAINS chains, or at its best where
 * CHAINS is 0 and operations are on chains; 0: not timed so. */
double unit_loops_alone(const struct unit_loops *u, unsigned op, unsigned chains);

#endif
