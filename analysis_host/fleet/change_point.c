/* Since when a board has what was found: where its own runs changed. */
#include "column.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* Of the board's own runs, spreads between those before and those after. */
#define CHANGED 3

/* Cost of one run that says A where the others say what FOUND says: 0 or 1, or how far it is. */
static double cost(const struct fleet_finding *found, const struct fleet_answer *a, double value)
{
    bool is_number = a->kind == RESULT_NUMBER && found->kind == RESULT_NUMBER;

    if (found->spread <= 0 || !is_number || a->value <= 0 || value <= 0)
        return fleet_equal(a->kind, a->value, found->kind, found->value) ? 0 : 1;
    return fmin(fabs(log(a->value / value)) / found->spread, 2 * CHANGED);
}

/* Cost of one run that is as its kind. */
static double cost_as_usual(const struct fleet_finding *found, const struct fleet_answer *a)
{
    if (found->spread <= 0 || a->kind != RESULT_NUMBER)
        return fleet_equal(a->kind, a->value, found->usual_kind, found->usual) ? 0 : 1;
    return cost(found, a, found->usual);
}

/* The run from which on the board says what was found, by least cost: those before it are as the
 * kind, those from it on as the finding. */
static void find_since(const struct fleet *f, struct fleet_finding *found)
{
    const struct fleet_board *b = &f->boards[found->board];
    double sum = 0, least = 0;
    size_t first = b->first + b->n;

    for (size_t i = b->first + b->n; i-- > b->first;) {
        const struct fleet_answer *a = fleet_answer(&f->runs[i], found->name);
        if (a == NULL)
            continue;
        sum += cost(found, a, found->value) - cost_as_usual(found, a);
        if (sum >= least && first < b->first + b->n)
            continue;
        least = sum;
        first = i;
    }
    found->since = first < b->first + b->n ? first : b->recent[0];
    found->dated = found->since > b->first;
}

void fleet_find_change_points(struct fleet *f)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].verdict == FLEET_DIFFERENT)
            find_since(f, &f->findings[i]);
        else
            f->findings[i].since =
                f->boards[f->findings[i].board].first + f->boards[f->findings[i].board].n - 1;
}
