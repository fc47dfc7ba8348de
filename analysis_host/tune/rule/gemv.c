/* Matrix by vector: eight columns at once, y in pieces of half the first level. */
#include "tune/rule.h"
#include <math.h>

enum { COLUMNS = 8, NO_CACHE_BYTES = 4096 };

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    double shared = ceil(a->latency / a->interval) / 2;
    double near = m->levels > 0 ? m->level[0].low / 2 : NO_CACHE_BYTES;
    struct tune_choice choice = { .kernel = "gemv",
                                  .type = a->type,
                                  .rows = (unsigned)fmin(COLUMNS, fmax(1, shared)),
                                  .columns = COLUMNS,
                                  .lanes = a->lanes,
                                  .block_bytes = (uint64_t)near };

    (void)tune_add(ranked, &choice, 0);
}

const struct tune_rule tune_gemv = {
    .about = "8 columns at once, half the first level of y; transposed: latency / interval / 2 "
             "columns share x",
    .rank = rank,
};
