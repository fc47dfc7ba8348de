/* Which documented core the answers of a run resemble. A doubt for a reader, never an answer: no
 * answer, confidence or exit status rests on it.
 *
 * Each answer that a core documents is compared with it. With probability c, which grows with its
 * confidence, an answer is what its core documents; else it is any core's. So an answer that agrees
 * counts the logarithm of
 *     (c / alternatives + (1 - c) p) / p,
 * p being the share of documented cores that agree with it, and one that does not agree log(1 - c).
 * What all cores share says nothing; an unknown answer says nothing, a doubtful one little. */
#ifndef LIKE_LIKE_H
#define LIKE_LIKE_H

#include "cores.h"
#include "log/log.h"
#include "result/result.h"

enum { LIKE_NAMED = 3, LIKE_DIFFERENCES = 32 };

enum like_verdict {
    LIKE_FOUND,    /* candidates are close */
    LIKE_NO_CORE,  /* no documented core is close */
    LIKE_FEW,      /* the nearest core agrees, in too few answers */
    LIKE_EMULATED, /* times are an emulator's: nothing is compared */
    LIKE_NO_ARCH,  /* no documented core has the architecture of the image */
};

/* A core, and how near it is. */
struct like_candidate {
    const struct like_core *core;
    double score;              /* sum of the logarithms above; more is nearer */
    unsigned agreed, compared; /* answers */
};

/* An answer that is not what a core documents. */
struct like_difference {
    const struct result *answer;
    const struct like_value *documented;
};

struct likeness {
    struct like_cores cores; /* owned */
    enum like_verdict verdict;
    struct like_candidate *at; /* cores that the image runs on, the nearest first; owned */
    size_t n;
    size_t n_alike; /* of LIKE_FOUND: cores from the first on that the answers do not tell apart */
    struct like_difference
        differs[LIKE_DIFFERENCES]; /* from the first, in the order of cores.txt */
    size_t n_differs;
};

/* Compares RESULTS, of RUN, with all documented cores. Returns NULL where memory is short; else
 * free it with like_free(), before RESULTS. */
struct likeness *like_find(const struct log_run *run, const struct results *results);
void like_free(struct likeness *like);

/* Answers that have to be compared with a core before it is named. */
extern const unsigned like_least_compared;

#endif
