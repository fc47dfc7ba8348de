/* The core model: replays bursts of a signature on a machine. It gives cycles, and their causes. */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "cause.h"
#include "levels.h"
#include "signature/signature.h"
#include <stddef.h>
#include <stdint.h>

/* What the bursts cost in one place: a loop, or all code outside of loops. */
struct core_model_place {
    double cycles[CAUSES];
    double instructions;
    double misses, branches; /* mispredicted, and all conditional and indirect ones */
    double served[MACHINE_CACHES + 1];
    double streamed; /* accesses beyond cache 1 that were prefetched */
};

/* What one burst took, after its warming up. */
struct core_model_burst {
    uint32_t number; /* of the signature's bursts */
    double cycles, instructions;
};

struct core_model {
    struct core_model_burst *burst; /* those that were replayed, in order; owned */
    size_t n_bursts;
    struct core_model_place *place; /* of n_places: loop I, and the last: outside loops; owned */
    size_t n_places;
    double cycles, instructions; /* in the measured part of all bursts */
    double sampling_error;       /* standard error of the mean over bursts, as a share */
    double fourth;               /* cycles of every fourth of the bursts */
};

/* Which bursts are replayed. */
enum core_model_bursts { CORE_MODEL_ALL, CORE_MODEL_FOURTH };

/* Replays every STRIDE-th burst of S (signature_strided()) on the machine of LEVELS, which were
 * made for S; or every fourth of these, from the middle of the first four on, or the last where
 * there are no so many. PREDICTOR: whose mispredictions count, below SIGNATURE_PREDICTORS. Returns
 * 0, or -1 without memory; then *R is empty. */
int core_model_replay(struct core_model *r, const struct signature *s, const struct levels *levels,
                      unsigned predictor, unsigned stride, enum core_model_bursts which);

void core_model_free(struct core_model *r);

#endif
