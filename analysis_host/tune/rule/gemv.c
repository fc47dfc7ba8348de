/* Matrix by vector: four columns at once, y in pieces of half the first level. */
#include "tune/rule.h"
#include <math.h>

enum { COLUMNS = 4, OTHER_COLUMNS = 8, MOST_SHARED = 8, NO_CACHE_BYTES = 4096 };

/* Columns that share x when transposed, a power of two: their sums hide the latency of a
 * multiply-add, and half the registers hold them. */
static unsigned sharing(const struct tune_arithmetic *a)
{
    double sums = fmin(ceil(a->latency / a->interval), a->registers / 2);

    return 1u << (unsigned)log2(fmin(MOST_SHARED, fmax(1, sums)));
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    double near = m->levels > 0 ? m->level[0].low / 2 : NO_CACHE_BYTES;
    struct tune_choice choice = { .kernel = "gemv",
                                  .type = a->type,
                                  .rows = sharing(a),
                                  .columns = COLUMNS,
                                  .lanes = a->lanes,
                                  .block_bytes = (uint64_t)near };

    (void)tune_add(ranked, &choice, 0);
    choice.columns = OTHER_COLUMNS;
    (void)tune_add(ranked, &choice, 0);
    choice.columns = COLUMNS;
    choice.rows = choice.rows > 1 ? choice.rows / 2 : 2;
    (void)tune_add(ranked, &choice, 0);
}

const struct tune_rule tune_gemv = {
    .about = "4 columns at once, half the first level of y; transposed: latency / interval columns "
             "share x",
    .rank = rank,
};
