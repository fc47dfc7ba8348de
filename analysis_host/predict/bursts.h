/* Runs the bursts of a signature on a machine: how many cycles they take, and what these are due
 * to. */
#ifndef BURSTS_H
#define BURSTS_H

#include "cause.h"
#include "levels.h"
#include "signature/signature.h"
#include <stddef.h>
#include <stdint.h>

/* What was measured in bursts, of one place: a loop, or all that is in none. */
struct bursts_place {
    double cycles[CAUSES];
    double instructions;
    double misses, branches; /* mispredicted, and all conditional and indirect ones */
    double served[MACHINE_CACHES + 1];
    double streamed; /* accesses beyond cache 1 that were prefetched */
};

struct bursts {
    struct bursts_place *place; /* of n_places: loop I, and the last: outside loops; owned */
    size_t n_places;
    double cycles, instructions; /* in the measured part of all bursts */
    double sampling_error;       /* standard error of the mean over bursts, as a share */
    double fourth;               /* cycles of every fourth of the bursts */
};

enum { BURSTS_MOST = 1200000 };

/* Which bursts are replayed. */
enum bursts_of { BURSTS_ALL, BURSTS_FOURTH };

/* Replays every STRIDE-th burst of S on the machine of LEVELS, which were made for S (STRIDE at
 * least 1), from the middle of the first STRIDE on, so that few are not those of the start; or
 * every fourth of these, from the middle of the first four on, or the last where there are no so
 * many. PREDICTOR: whose mispredictions count, below SIGNATURE_PREDICTORS. Returns 0, or -1 without
 * memory; then *R is empty. */
int bursts_replay(struct bursts *r, const struct signature *s, const struct levels *levels,
                  unsigned predictor, unsigned stride, enum bursts_of which);

/* Returns the least stride at which no more than BURSTS_MOST instructions are replayed. */
unsigned bursts_stride(const struct signature *s);

void bursts_free(struct bursts *r);

#endif
