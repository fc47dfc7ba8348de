/* Section of the text: bandwidth, a row for each level and number of threads, a column for each
 * operation. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_OPS = 5, MOST_NUMBERS = 16, MOST_LEVELS = 6 };

static const char *const ops[N_OPS] = { "read", "write", "copy", "triad", "nt_write" };

/* Levels and numbers of contexts that have a row. */
struct rows {
    unsigned level[MOST_LEVELS];
    unsigned number[MOST_NUMBERS];
    unsigned n_levels, n_numbers;
};

static void add_number(struct rows *rows, unsigned contexts)
{
    for (unsigned i = 0; i < rows->n_numbers; i++)
        if (rows->number[i] == contexts)
            return;
    if (rows->n_numbers < MOST_NUMBERS)
        rows->number[rows->n_numbers++] = contexts;
}

/* Levels and numbers of contexts in the order of the answers for reading. */
static void find_rows(struct rows *rows, const struct results *results)
{
    *rows = (struct rows){ .number = { 1 }, .n_numbers = 1 };
    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *id = &results->at[i].name;

        if (strcmp(id->op, "read") != 0)
            continue;
        if (id->quantity == BANDWIDTH_ALONE && rows->n_levels < MOST_LEVELS)
            rows->level[rows->n_levels++] = id->level;
        if (id->quantity == BANDWIDTH_TOGETHER)
            add_number(rows, id->contexts);
    }
}

/* "59/18.3": GB/s, bytes a cycle. */
static void rate_cell(char to[FORMAT_CELL], const struct result *r)
{
    strcpy(to, "-");
    if (r == NULL)
        return;
    if (r->kind != RESULT_NUMBER)
        strcpy(to, "?");
    else if (r->gb_per_s > 0)
        snprintf(to, FORMAT_CELL, "%s%.3g/%.3g", format_doubt(r), r->gb_per_s, r->value);
    else
        snprintf(to, FORMAT_CELL, "%s%.3g B/c", format_doubt(r), r->value);
}

static int add_row(struct libscols_table *table, const struct results *results, unsigned level,
                   unsigned contexts)
{
    char text[N_OPS][FORMAT_CELL], name[FORMAT_CELL], number[FORMAT_CELL];
    const char *cells[N_OPS + 2] = { name, number };

    if (contexts > 1 && result_find(results, id_together(level, ops[0], contexts)) == NULL)
        return 0;
    *name = '\0';
    if (contexts == 1 && level == MEMORY_LEVEL)
        strcpy(name, "DRAM");
    else if (contexts == 1)
        snprintf(name, sizeof name, "L%u", level);
    snprintf(number, sizeof number, "%u", contexts);
    for (unsigned i = 0; i < N_OPS; i++) {
        rate_cell(text[i], result_find(results, id_together(level, ops[i], contexts)));
        cells[i + 2] = text[i];
    }
    return format_table_add(table, cells, N_OPS + 2);
}

int text_bandwidth(FILE *out, const struct results *results)
{
    static const struct format_column columns[N_OPS + 2] = {
        { .name = "LEVEL" },
        { .name = "N", .right = true },
        { .name = "read", .right = true },
        { .name = "write", .right = true },
        { .name = "copy", .right = true },
        { .name = "triad", .right = true },
        { .name = "nt_write", .right = true },
    };
    struct rows rows;
    int err = 0;

    find_rows(&rows, results);
    if (rows.n_levels == 0)
        return 0;
    format_wrap(out, "BANDWIDTH  ", "GB/s / bytes per c, of N hardware threads");
    struct libscols_table *table = format_table_new(columns, N_OPS + 2);
    for (unsigned l = 0; l < rows.n_levels; l++)
        for (unsigned i = 0; i < rows.n_numbers && err == 0; i++)
            err = add_row(table, results, rows.level[l], rows.number[i]);
    return format_table_end(out, table) | err;
}
