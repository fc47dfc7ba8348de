/* Section of the text: memories that the board names, a row for each. */
#include "result/regions.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { NAME, KIND, SIZE, FIRST, ACTIONS = 3, COLUMNS = FIRST + 2 * ACTIONS };

static const struct format_column columns[COLUMNS] = {
    { .name = "REGION" },
    { .name = "KIND" },
    { .name = "SIZE", .right = true },
    { .name = "LOAD", .right = true },
    { .name = "B/c", .right = true },
    { .name = "STORE", .right = true },
    { .name = "B/c", .right = true },
    { .name = "FETCH", .right = true },
    { .name = "B/c", .right = true },
};

static const char *const actions[ACTIONS] = { "load", "store", "fetch" };

/* "-" is what the memory does not do; "?" not determined, "~" before what is doubtful. */
static void cell(char to[FORMAT_CELL], const struct result *r)
{
    strcpy(to, "-");
    if (r != NULL && r->kind == RESULT_NULL)
        strcpy(to, "?");
    else if (result_is_number(r))
        format_bare(to, r);
}

static int add_row(struct libscols_table *table, const struct results *results,
                   const struct region_facts *f)
{
    char text[COLUMNS][FORMAT_CELL];
    const char *cells[COLUMNS];

    snprintf(text[NAME], FORMAT_CELL, "%.*s", ID_WORD - 1, f->name);
    snprintf(text[KIND], FORMAT_CELL, "%.*s", ID_WORD - 1, f->kind);
    format_number(text[SIZE], (double)f->bytes, "B");
    for (unsigned i = 0; i < ACTIONS; i++) {
        const struct result *latency =
            result_find(results, id_op(REGION_LATENCY, f->name, actions[i]));
        const struct result *bandwidth =
            result_find(results, id_op(REGION_BANDWIDTH, f->name, actions[i]));

        cell(text[FIRST + 2 * i], latency);
        cell(text[FIRST + 2 * i + 1], bandwidth);
    }
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, COLUMNS);
}

int text_regions(FILE *out, const struct log *log, const struct results *results)
{
    struct region_facts facts[REGIONS_MOST];
    size_t n = regions_read(facts, &log->run);
    int err = 0;

    if (n < 2)
        return 0;
    format_wrap(out, "REGIONS  ",
                "latency of a load, a store and an instruction fetch in c; bandwidth in B/c");
    struct libscols_table *table = format_table_new(columns, COLUMNS);
    for (size_t i = 0; i < n && err == 0; i++)
        err = add_row(table, results, &facts[i]);
    return format_table_end(out, table) | err;
}
