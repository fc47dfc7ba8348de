/* All kernels of a board: ranked, and as the texts that carry them. */
#ifndef TUNE_ADVICE_H
#define TUNE_ADVICE_H

#include "rule.h"
#include <stdio.h>

enum { TUNE_TYPES = 2, TUNE_KERNELS = 8 };

struct tune_advice {
    struct tune_machine machine;
    struct tune_arithmetic arithmetic[TUNE_TYPES];
    bool has_type[TUNE_TYPES];
    char why[TUNE_TYPES][TUNE_TEXT]; /* why a type is left out */
    /* Of kernel K of tune_rule_table on type T. */
    struct tune_ranked ranked[TUNE_KERNELS][TUNE_TYPES];
    const struct results *results;
    const struct log_run *run;
};

/* Fills *ADVICE, large, from RESULTS and RUN, which must stay. NULL, or in WHY why nothing at all
 * is known: an answer beyond sense, or caches of unknown size. What a probe timed on the board goes
 * before what the model says. */
const char *tune_advise(struct tune_advice *advice, const struct results *results,
                        const struct log_run *run, char why[TUNE_TEXT]);

/* Candidates of all kernels; 0: nothing can be written. */
unsigned tune_advice_candidates(const struct tune_advice *advice);

/* Writes the plan: a candidate a line, inputs in comments. */
void tune_plan_write(FILE *out, const struct tune_advice *advice);
/* Writes a text for people: every parameter, its rule, what it rests on, and its rivals. */
void tune_explain(FILE *out, const struct tune_advice *advice);
/* Writes CANDIDATE as a plan has it, without its rank: "gemm f64 tile=32x6 ...". */
void tune_candidate_write(FILE *out, const struct tune_candidate *candidate);

/* Fills *PLAN with the first of every kernel that a generator can write; texts are ADVICE's. */
void tune_advice_plan(const struct tune_advice *advice, struct tune_plan *plan);

#endif
