/* Dot product: as many sums beside each other as hide the latency of a multiply-add. */
#include "tune/rule.h"
#include <math.h>

enum { MOST_SUMS = 16 };

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    double sums = ceil(a->latency / fmax(a->interval, 2 * a->load));
    struct tune_choice choice = {
        .kernel = "dot", .type = a->type, .columns = 1, .lanes = a->lanes
    };

    (void)m;
    choice.rows = (unsigned)fmin(MOST_SUMS, fmax(1, sums));
    (void)tune_add(ranked, &choice, fmax(2 * a->load, a->latency / choice.rows) / a->lanes);
    choice.rows = choice.rows < MOST_SUMS ? 2 * choice.rows : choice.rows / 2;
    (void)tune_add(ranked, &choice, fmax(2 * a->load, a->latency / choice.rows) / a->lanes);
}

const struct tune_rule tune_dot = {
    .about = "sums = latency / max(interval, 2 loads): two loads feed one multiply-add",
    .rank = rank,
};
