/* Shared by tables of several boards: the usual value of an answer, and which board is far from it.
 */
#include "compare.h"
#include "report/format/value.h"
#include "result/query.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OUTLIER_FROM = 3 };

struct compare_usual compare_usual(const struct compared *boards, size_t n,
                                   const struct result_id *id, double *scratch)
{
    struct compare_usual u = { 0, -1 };
    size_t known = 0;

    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&boards[i].results, *id);
        if (r != NULL && r->kind == RESULT_NUMBER)
            scratch[known++] = r->value;
    }
    if (known < OUTLIER_FROM)
        return u;
    u.median = stats_median(scratch, known);
    for (size_t i = 0; i < known; i++)
        scratch[i] = fabs(scratch[i] - u.median);
    /* 1.4826: a median deviation as a standard deviation, for normally distributed values. */
    u.spread = 1.4826 * stats_median(scratch, known);
    return u;
}

bool compare_far(const struct compare_usual *u, const struct result *r)
{
    if (r == NULL || r->kind != RESULT_NUMBER || u->spread < 0)
        return false;
    bool beside = r->has_bounds ? r->high < u->median || r->low > u->median : r->value != u->median;
    return beside && fabs(r->value - u->median) > 3 * u->spread;
}

bool compare_has(const struct compared *boards, size_t n, const struct result_id *id)
{
    for (size_t i = 0; i < n; i++)
        if (result_find(&boards[i].results, *id) != NULL)
            return true;
    return false;
}

void compare_cell(char *to, const struct result *r)
{
    if (r == NULL || r->kind == RESULT_NONE)
        snprintf(to, FORMAT_CELL, "-");
    else if (r->kind == RESULT_NULL)
        snprintf(to, FORMAT_CELL, "?");
    else if (strcmp(r->unit, "table") == 0)
        snprintf(to, FORMAT_CELL, "%.0f rows", r->value);
    else
        format_value(to, r);
}
