/* Section of the text: answers that no other section shows. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

static bool is_shown(const struct result_id *id)
{
    if (id->quantity == OP_EXISTS)
        return strcmp(id->op, "fma") == 0;
    if (id->quantity == ICACHE_SIZE)
        return id->level == 1;
    return id->quantity != QUANTITY_UNKNOWN && quantity_row(id->quantity)->section != SECTION_NONE;
}

static int add_answer(struct libscols_table *table, const struct result *r)
{
    char value[FORMAT_CELL], sure[FORMAT_CELL] = "-", nominal[FORMAT_CELL] = "-";

    format_answer(value, r);
    if (result_is_known(r))
        format_percent(sure, r->confidence);
    if (r->has_nominal)
        format_number(nominal, r->nominal, r->unit);
    const char *cells[] = { r->id, value, nominal, sure };
    return format_table_add(table, cells, sizeof cells / sizeof cells[0]);
}

int text_others(FILE *out, const struct results *results, bool verbose)
{
    enum { FEW = 6 };
    static const struct format_column columns[] = { { .name = "ID" },
                                                    { .name = "VALUE", .right = true },
                                                    { .name = "NOMINAL", .right = true },
                                                    { .name = "SURE", .right = true } };
    size_t n = 0, most = verbose ? SIZE_MAX : FEW;
    int err = 0;

    for (size_t i = 0; i < results->n; i++)
        n += !is_shown(&results->at[i].name);
    if (n == 0)
        return 0;
    fputs("OTHER\n", out);
    struct libscols_table *table = format_table_new(columns, sizeof columns / sizeof columns[0]);
    size_t shown = 0;
    for (size_t i = 0; i < results->n && shown < most && err == 0; i++)
        if (!is_shown(&results->at[i].name)) {
            err = add_answer(table, &results->at[i]);
            shown++;
        }
    err |= format_table_end(out, table);
    if (n > shown)
        fprintf(out, "  ... and %zu more, all with analyze -v\n", n - shown);
    return err;
}
