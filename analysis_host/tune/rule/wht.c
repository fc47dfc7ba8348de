/* Walsh-Hadamard transform: radix by registers, small transforms within the first level first. */
#include "tune/model.h"
#include "tune/rule.h"
#include <math.h>
#include <stdio.h>

enum { NO_CACHE_LENGTH = 1024 };

/* The largest power of two that is at most VALUE, at least 2. */
static unsigned power_below(double value)
{
    return 1u << (unsigned)fmax(1, floor(log2(fmax(2, value))));
}

static void rank(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked)
{
    double length = m->levels > 0 ? tune_usable(m, 0) / a->bytes : NO_CACHE_LENGTH;
    struct tune_choice choice = { .kernel = "wht",
                                  .type = a->type,
                                  .rows = power_below(fmin(16, a->registers / 2)),
                                  .lanes = a->lanes };

    choice.columns = power_below(length);
    if (choice.columns < choice.rows * a->lanes)
        choice.columns = choice.rows * a->lanes;
    (void)tune_add(ranked, &choice, 0);
    choice.columns *= 2;
    (void)tune_add(ranked, &choice, 0);
    choice.columns /= 2;
    choice.rows = choice.rows > 2 ? choice.rows / 2 : 4;
    (void)tune_add(ranked, &choice, 0);
}

const struct tune_rule tune_wht = {
    .about = "radix: half the registers; the power of two that three quarters of the first level "
             "hold come first",
    .rank = rank,
};
