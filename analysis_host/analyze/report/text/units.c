/* Section of the text: which operations share execution units, and the units that explain it. */
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { MOST_OPS = 24 };

/* "#": the operations of A and B share a unit; ".": they do not; "?": it is not known. */
static char mark_of(const struct results *results, const struct result *a, const struct result *b)
{
    const struct result *r = result_find(results, id_op(OP_SHARED, a->name.op, b->name.op));

    return !result_is_number(r) ? '?' : r->value != 0 ? '#' : '.';
}

/* The answers OP_UNITS in OPS, room for MOST_OPS; returns how many. */
static size_t find_ops(const struct result **ops, const struct results *results)
{
    size_t n = 0;

    for (size_t i = 0; i < results->n && n < MOST_OPS; i++)
        if (results->at[i].name.quantity == OP_UNITS && results->at[i].kind == RESULT_NAME)
            ops[n++] = &results->at[i];
    return n;
}

void text_units(FILE *out, const struct results *results)
{
    const struct result *ops[MOST_OPS];
    size_t n = find_ops(ops, results);

    if (n == 0)
        return;
    fputs("EXECUTION UNITS  pairs: # share a unit, . do not, ? could not be determined\n", out);
    fprintf(out, "  %-14s %-9s", "", "UNITS");
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %c", 'a' + (int)i);
    fputc('\n', out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%c %-14s %-9s", 'a' + (int)i, ops[i]->name.op, ops[i]->text);
        for (size_t k = 0; k < i; k++)
            fprintf(out, " %c", mark_of(results, ops[k], ops[i]));
        fputc('\n', out);
    }
}
