/* Chains of single operations, as probe ops timed them. */
#ifndef SERIES_OPS_CHAINS_H
#define SERIES_OPS_CHAINS_H

#include "method.h"
#include "result/result.h"

/* Cycles are 32-bit additions of the chain that was timed in the same rounds. */

enum { OPS_MOST_POINTS = 32 };

/* What was timed again of a chain's fastest kernels, between later probes. */
struct ops_again {
    size_t n, quiet; /* timings of the fastest; those within AGAIN_QUIET of the best */
    double best;     /* cost of an operation, of what it was while probe ops ran: 1 the same */
    double shared;   /* its median, of the same */
    /* Cycles from start to start, by whole laps, which hold the loop, and less half ones; 0: half
     * ones were not timed again. */
    double most, least;
    bool long_enough; /* timings of whole laps hold little else */
};

/* Every number a median over the rounds, with the quartiles where bounds are kept. */
struct ops_chain {
    const struct log_series *series; /* the samples that it is from */
    const char *op, *type, *with;    /* the log's; with is NULL where a step carries nothing else */
    bool missing;                    /* the target has no instruction for it */
    unsigned n;                      /* points, by ascending streams; 0: could not be measured */
    double streams[OPS_MOST_POINTS];
    double step[OPS_MOST_POINTS];  /* of one operation on each stream, carried ones included */
    double whole[OPS_MOST_POINTS]; /* of a step, with its share of the loop */
    double steps[OPS_MOST_POINTS]; /* in the whole lap */
    double half[OPS_MOST_POINTS];  /* of half a lap, with the loop */
    double low, high;              /* of the point of one stream */
    bool loop_shows;               /* the core hides no loops: half laps hold the whole of it */
    bool slowed; /* whole laps of one stream took longer than half laps allow: a limit is left */
    struct ops_again again;        /* n 0: nothing was */
    bool is_apart;                 /* no chains: operations that need nothing of each other */
    const struct ops_chain *apart; /* of the same operation and type; NULL: not timed */
};

struct ops_chains {
    struct ops_chain *at; /* in the order of the log */
    size_t n;
    const struct ops_chain **by_name; /* the same by operation, type and order; NULL: no memory */
};

/* Fills *CHAINS from every series of probe ops in RUN; ops_chains_free() it in every case. METHOD
 * paper takes the second lowest of the rounds, whole and half apart (BlackjackBench section 3.3.1).
 * 0, or -1 when memory is short. */
int ops_chains_read(struct ops_chains *chains, const struct log_run *run, enum method method);
void ops_chains_free(struct ops_chains *chains);

/* Returns the chain of OP on TYPE, or NULL when it is missing or could not be measured. */
const struct ops_chain *ops_chains_find(const struct ops_chains *chains, const char *op,
                                        const char *type);
/* Returns the latency, cycles: from an operation to one that needs its result, the step of one
 * stream less the carried operation. 0 when that is not known. */
double ops_chains_latency(const struct ops_chains *chains, const struct ops_chain *c);
/* Returns C, or the operations apart where these start faster: what the interval is from. */
const struct ops_chain *ops_chains_fastest(const struct ops_chain *c);
/* Returns the interval, cycles, between the starts of two independent operations: the least step
 * divided by its streams (BlackjackBench section 3.3.2), or that of operations apart. Where kernels
 * were timed again and were faster then: that of a quiet machine. */
double ops_chains_interval(const struct ops_chain *c);

/* Cycles. */
struct ops_bounds {
    double low, high;
};

/* Returns the bounds of ops_chains_interval(): what each kernel near the best says whose streams
 * are enough, by the difference of its laps, but no more than a step with its share of the loop. */
struct ops_bounds ops_chains_interval_bounds(const struct ops_chain *c);

/* Returns true when additions are done twice a cycle, as on a Pentium 4 (X-Ray section 5.1.1):
 * an addition of the table takes one of the reference chain, and every chain but those of additions
 * and exclusive ors an even number of them. */
bool ops_chains_double_pumped(const struct ops_chains *chains);

/* Sets RUN's additions of a cycle by its chains of probe ops, where that was not done yet. All
 * costs in cycles are made with it, so it comes before every analysis. */
void ops_chains_find_cycle(struct log_run *run);

/* Returns the compiler (the log owns it) where it is Clang, which rewrites some loops of probe ops:
 * only gcc's build is held against its disassembly. NULL where it is another, or is not known. */
const char *ops_chains_rewritten_by(const struct log_run *run);

#endif
