/* Section of the text: memories that the board names, a row for each. */
#include "result/regions.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { NAME, KIND, SIZE, FIRST, ACTIONS = 3, SURE = FIRST + 2 * ACTIONS, COLUMNS };

static const struct format_column columns[COLUMNS] = {
    { .name = "REGION" },
    { .name = "KIND" },
    { .name = "SIZE", .right = true },
    { .name = "LOAD", .right = true },
    { .name = "B/cy", .right = true },
    { .name = "STORE", .right = true },
    { .name = "B/cy", .right = true },
    { .name = "FETCH", .right = true },
    { .name = "B/cy", .right = true },
    { .name = "SURE", .right = true },
};

static const char *const actions[ACTIONS] = { "load", "store", "fetch" };

/* "-" is what the memory does not do; "?" not determined, "!" in doubt. */
static void cell(char to[FORMAT_CELL], const struct result *r)
{
    strcpy(to, "-");
    if (r != NULL && r->kind == RESULT_NULL)
        strcpy(to, "?");
    else if (result_is_number(r))
        snprintf(to, FORMAT_CELL, "%.3g%s", r->value, confidence_is_low(r) ? "!" : "");
}

/* Keeps the lower confidence. */
static void least_sure(double *least, const struct result *r)
{
    if (result_is_number(r) && r->confidence < *least)
        *least = r->confidence;
}

static int add_row(struct libscols_table *table, const struct results *results,
                   const struct region_facts *f)
{
    char text[COLUMNS][FORMAT_CELL];
    const char *cells[COLUMNS];
    double sure = 2;

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
        least_sure(&sure, latency);
        least_sure(&sure, bandwidth);
    }
    strcpy(text[SURE], "-");
    if (sure <= 1)
        format_percent(text[SURE], sure);
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, COLUMNS);
}

int text_regions(FILE *out, const struct log *log, const struct results *results)
{
    struct region_facts facts[REGIONS_MOST];
    size_t n = regions_read(facts, &log->run);
    int err = 0;

    if (n == 0 && regions_alone(&log->run))
        format_wrap(out, "REGIONS    ", "one memory: the board names no others");
    if (n == 0)
        return 0;
    format_wrap(out, "REGIONS  ",
                "cycles of a lone load, store and jump; bytes a cycle side by side");
    struct libscols_table *table = format_table_new(columns, COLUMNS);
    for (size_t i = 0; i < n && err == 0; i++)
        err = add_row(table, results, &facts[i]);
    return format_table_end(out, table) | err;
}
