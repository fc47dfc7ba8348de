/* Part of the page: which pairs of operations share an execution unit, and the units of each. */
#include "cell.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"

/* The Ith answer OP_UNITS, or NULL. */
static const struct result *units_of(const struct results *results, size_t i)
{
    for (size_t k = 0; k < results->n; k++)
        if (results->at[k].name.quantity == OP_UNITS && i-- == 0)
            return &results->at[k];
    return NULL;
}

/* Of one pair, in either order. */
static void pair_cell(FILE *out, const struct results *results, const struct result *a,
                      const struct result *b)
{
    const struct result *r = result_find(results, id_op(OP_SHARED, a->name.op, b->name.op));

    if (r == NULL)
        r = result_find(results, id_op(OP_SHARED, b->name.op, a->name.op));
    fputs("<td>", out);
    if (r != NULL)
        html_answer_text(out, r, result_is_number(r) && r->value != 0 ? "shared" : "no");
    fputs("</td>", out);
}

static void put_row(FILE *out, const struct results *results, const struct result *row)
{
    const struct result *r;

    fputs("<tr>", out);
    html_element(out, "th", row->name.op);
    fputs("<td>", out);
    html_answer_text(out, row, row->text);
    fputs("</td>", out);
    for (size_t i = 0; (r = units_of(results, i)) != NULL; i++)
        pair_cell(out, results, row, r);
    fputs("</tr>\n", out);
}

void html_units(FILE *out, const struct html_parts *p)
{
    const struct result *r;

    if (units_of(p->results, 0) == NULL)
        return;
    fputs("<div class=\"scroll\"><h3>Execution units</h3><p>Pairs of operations that share an "
          "execution unit (port): a loop of both takes the sum of their times. UNITS: the fewest "
          "units that explain all pairs, with numbers of this report.</p>\n"
          "<table class=\"first ops\"><thead><tr><th></th><th>UNITS</th>",
          out);
    for (size_t i = 0; (r = units_of(p->results, i)) != NULL; i++)
        html_element(out, "th", r->name.op);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; (r = units_of(p->results, i)) != NULL; i++)
        put_row(out, p->results, r);
    fputs("</tbody></table></div>\n", out);
}
