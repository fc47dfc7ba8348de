/* Picks one of the answers that several analyses gave to one question. */
#include "reconcile.h"
#include "verdict.h"
#include <stdio.h>

/* Puts REVISED in the place of EARLIER where its analysis has read that. */
static void prefer(struct results *r, struct result *earlier, const struct result *revised)
{
    enum { LONGEST = 160 };
    char text[LONGEST];

    if (revised->from.hidden >> earlier->from.analysis & 1) {
        snprintf(text, sizeof text, "%s: two analyses answer, and neither reads the other",
                 earlier->id);
        verdict_problem(r, text);
        return;
    }
    bool revises = earlier->revises;

    *earlier = *revised;
    earlier->revises = revises;
}

void results_reconcile(struct results *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->n; i++) {
        size_t first = 0;

        if (r->at[i].revises)
            while (first < kept && !id_same(&r->at[first].name, &r->at[i].name))
                first++;
        if (r->at[i].revises && first < kept)
            prefer(r, &r->at[first], &r->at[i]);
        else
            r->at[kept++] = r->at[i];
    }
    r->n = kept;
    results_index(r);
}
