/* Section of the text: peaks of arithmetic that were run, a row for each type and number of
 * threads, a column for each mix of operations. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { N_MIXES = 7 };

static const char *const mixes[N_MIXES] = { "add",      "mul", "balanced", "add2_mul",
                                            "add_mul2", "fma", "fma_add" };

static void cell(char to[FORMAT_CELL], const struct result *r)
{
    strcpy(to, r != NULL ? "?" : "");
    if (r != NULL && r->kind == RESULT_NONE)
        strcpy(to, "none");
    if (result_is_number(r))
        format_bare(to, r);
}

/* A row for the type of ADD, its peak of additions. */
static int add_row(struct libscols_table *table, const struct results *results,
                   const struct result *add)
{
    const char *type = add->name.type;
    bool alone = add->name.quantity == PEAK_RATE;
    unsigned contexts = alone ? 1 : add->name.contexts;
    char text[N_MIXES + 2][FORMAT_CELL];
    const char *cells[N_MIXES + 3] = { alone ? type : "" };

    snprintf(text[0], sizeof text[0], "%u", contexts);
    for (unsigned i = 0; i < N_MIXES; i++)
        cell(text[i + 1], result_find(results, id_peak(mixes[i], type, contexts)));
    cell(text[N_MIXES + 1],
         alone ? result_find(results, id_type(CPU_FREQUENCY_UNDER, type)) : NULL);
    for (unsigned i = 0; i < N_MIXES + 2; i++)
        cells[i + 1] = text[i];
    return format_table_add(table, cells, N_MIXES + 3);
}

static bool is_row(const struct result *r)
{
    return strcmp(r->probe, "peaks") == 0 && strcmp(r->name.op, "add") == 0;
}

int text_peaks(FILE *out, const struct results *results)
{
    static const struct format_column columns[N_MIXES + 3] = {
        { .name = "TYPE" },
        { .name = "N", .right = true },
        { .name = "add", .right = true },
        { .name = "mul", .right = true },
        { .name = "balanced", .right = true },
        { .name = "add2_mul", .right = true },
        { .name = "add_mul2", .right = true },
        { .name = "fma", .right = true },
        { .name = "fma_add", .right = true },
        { .name = "clock", .right = true },
    };
    size_t first = 0;
    int err = 0;

    while (first < results->n && !is_row(&results->at[first]))
        first++;
    if (first == results->n)
        return 0;
    format_wrap(out, "PEAKS  ",
                "FLOP/c (integers: ops/c) of N threads; clock under vectors / core clock");
    struct libscols_table *table = format_table_new(columns, N_MIXES + 3);
    for (size_t i = first; i < results->n && err == 0; i++)
        if (is_row(&results->at[i]))
            err = add_row(table, results, &results->at[i]);
    return format_table_end(out, table) | err;
}
