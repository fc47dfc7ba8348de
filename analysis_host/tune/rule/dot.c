/* Dot product: as many sums beside each other as hide the latency of a multiply-add. */
#include "tune/rule.h"
#include <math.h>

enum { MOST_SUMS = 16 };

/* Adds the way with so many SUMS. */
static void add(struct tune_ranked *ranked, const struct tune_arithmetic *a, unsigned sums)
{
    struct tune_choice choice = {
        .kernel = "dot", .type = a->type, .rows = sums, .columns = 1, .lanes = a->lanes
    };

    (void)tune_add(ranked, &choice, fmax(2 * a->load, a->latency / sums) / a->lanes);
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    double hidden = ceil(a->latency / fmax(a->interval, 2 * a->load));
    unsigned sums = (unsigned)fmin(MOST_SUMS, fmax(1, hidden));

    (void)m;
    add(ranked, a, sums);
    add(ranked, a, sums < MOST_SUMS ? 2 * sums : sums / 2);
    if (sums > 1)
        add(ranked, a, (sums + 1) / 2);
}

const struct tune_rule tune_dot = {
    .about = "sums = latency / max(interval, 2 loads): two loads feed one multiply-add",
    .rank = rank,
};
