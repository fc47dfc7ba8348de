/* Whether two operations share execution units, by the loops that hold both. */
#ifndef UNIT_PAIR_H
#define UNIT_PAIR_H

#include "unit_model.h"

enum { UNIT_PAIR_LOOPS = 4 };

/* A loop of both that took CYCLES. Its least time for another reason has two parts: what each
 * operation takes alone on as many chains, and FRONT_END, what the core takes to issue all. */
struct unit_pair_loop {
    double a, b, cycles;
    double alone, front_end;
};

enum unit_verdict {
    UNIT_APART,   /* they share no unit, */
    UNIT_SHARED,  /* at least one, */
    UNIT_NOT_ALL, /* not all units of either: whether one, cannot be told; */
    UNIT_HIDDEN,  /* latency or the front end hide all; */
    UNIT_UNCLEAR, /* the loops take more than separate units need, and less than shared ones */
};

struct unit_judgement {
    enum unit_verdict verdict;
    double evidence;      /* of UNIT_APART and UNIT_SHARED, 0 to 1 */
    double cycles, least; /* of the loop that tells most, and what it takes without sharing, */
    double shared;        /* with one shared unit, or with all of either where one is hidden */
    unsigned low, high;   /* units that they share */
};

/* Judges the N loops (at most UNIT_PAIR_LOOPS) of FIRST and SECOND. Work that needs a shared unit
 * takes at least the time that the unit needs for it: one loop that is faster refutes a shared
 * unit. A slower loop has other causes, too: it says that they share one only where all loops
 * agree. */
struct unit_judgement unit_pair_judge(const struct unit_pair_loop *loop, size_t n,
                                      const struct unit_op *first, const struct unit_op *second);

#endif
