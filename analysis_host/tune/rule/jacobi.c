/* Jacobi in two dimensions: the rows of a wavefront stay in the first or the second level. */
#include "tune/model.h"
#include "tune/rule.h"
#include <stdio.h>

/* Elements of a vector: no more than half a line, as of the loads beside an element every one
 * crosses a line where vectors are whole lines, every second where they are half. */
static unsigned lanes(const struct tune_machine *m, const struct tune_arithmetic *a)
{
    unsigned half = (unsigned)(m->level[0].line / 2 / a->bytes);

    return half > 0 && half < a->lanes ? half : a->lanes;
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    struct tune_choice choice = { .kernel = "jacobi", .type = a->type, .lanes = lanes(m, a) };

    if (m->levels == 0) {
        snprintf(ranked->why, sizeof ranked->why, "no cache: one step at a time is as fast");
        return;
    }
    choice.rows = (unsigned)tune_usable(m, 0);
    choice.block_bytes = m->levels > 1 ? (uint64_t)tune_usable(m, 1) : choice.rows;
    (void)tune_add(ranked, &choice, 0);
    choice.rows = (unsigned)choice.block_bytes;
    (void)tune_add(ranked, &choice, 0);
}

const struct tune_rule tune_jacobi = {
    .about = "2 (steps + 2) rows within three quarters of the first level; where that holds fewer "
             "than 3 steps, within the second; vectors of half a line at most",
    .rank = rank,
};
