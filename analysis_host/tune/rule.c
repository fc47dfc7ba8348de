/* Ranks the ways to build one kernel, also where sizes are in doubt. */
#include "rule.h"
#include <stdio.h>
#include <string.h>

static bool is_same(const struct tune_choice *a, const struct tune_choice *b)
{
    return a->rows == b->rows && a->columns == b->columns && a->kc == b->kc && a->mc == b->mc &&
           a->block_bytes == b->block_bytes;
}

bool tune_add(struct tune_ranked *ranked, const struct tune_choice *choice, double cost)
{
    for (unsigned i = 0; i < ranked->n; i++)
        if (is_same(&ranked->at[i].choice, choice))
            return false;
    if (ranked->n == TUNE_RANKS)
        return false;
    ranked->at[ranked->n++] = (struct tune_candidate){ *choice, cost };
    return true;
}

/* Puts the first of END after the first of *RANKED, in place of the last where all are taken. */
static void add_end(struct tune_ranked *ranked, const struct tune_ranked *end)
{
    const struct tune_candidate *first = &end->at[0];

    if (end->n == 0 || is_same(&first->choice, &ranked->at[0].choice))
        return;
    ranked->in_doubt = true;
    for (unsigned i = 1; i < ranked->n; i++)
        if (is_same(&first->choice, &ranked->at[i].choice))
            return;
    if (ranked->n < TUNE_RANKS)
        ranked->n++;
    memmove(&ranked->at[2], &ranked->at[1], (ranked->n - 2) * sizeof ranked->at[0]);
    ranked->at[1] = *first;
}

void tune_rank(const struct tune_rule *rule, const struct tune_machine *m,
               const struct tune_arithmetic *a, struct tune_ranked *ranked)
{
    memset(ranked, 0, sizeof *ranked);
    rule->rank(m, a, ranked);
    for (enum tune_end end = TUNE_LOW;
         end <= TUNE_HIGH && ranked->n > 0 && tune_machine_in_doubt(m); end++) {
        struct tune_machine at = tune_machine_at(m, end);
        struct tune_ranked other = { .n = 0 };
        rule->rank(&at, a, &other);
        add_end(ranked, &other);
    }
}
