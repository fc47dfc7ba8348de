/* Section of the text: bandwidth, a row for each level and number of contexts, a column for each
 * operation; and the ceilings of the roofline. */
#include "report/format/line.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/peak.h"
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

/* "18.3/59": bytes a cycle, GB/s. */
static void rate_cell(char to[FORMAT_CELL], const struct result *r)
{
    strcpy(to, "-");
    if (r == NULL)
        return;
    if (r->kind != RESULT_NUMBER)
        strcpy(to, "?");
    else if (r->gb_per_s > 0)
        snprintf(to, FORMAT_CELL, "%.3g/%.3g", r->value, r->gb_per_s);
    else
        snprintf(to, FORMAT_CELL, "%.3g", r->value);
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
        strcpy(name, "memory");
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
        { .name = "ON", .right = true },
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
    format_wrap(out, "BANDWIDTH  ", "bytes per cycle/GB/s, read and written, of 1, 2 ... contexts");
    struct libscols_table *table = format_table_new(columns, N_OPS + 2);
    for (unsigned l = 0; l < rows.n_levels; l++)
        for (unsigned i = 0; i < rows.n_numbers && err == 0; i++)
            err = add_row(table, results, rows.level[l], rows.number[i]);
    return format_table_end(out, table) | err;
}

static const struct result *ridge_of(const struct results *results, const char *element)
{
    const struct result *r = result_find(results, id_type(ROOFLINE_RIDGE, element));

    return r != NULL && r->kind == RESULT_NUMBER ? r : NULL;
}

/* "; balanced 32.1 f32, 16.1 f64": the second ceiling, where it was run. */
static void add_balanced(struct format_line *line, const struct results *results)
{
    static const unsigned bits[] = { 32, 64 };

    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        const struct result *r = peak_highest(results, bits[i], "balanced");

        if (r != NULL && strcmp(r->probe, "peaks") == 0)
            format_line_add(line, line->used > 0 ? ", %.3g%s f%u" : "; balanced %.3g%s f%u",
                            r->value, confidence_is_low(r) ? "!" : "", bits[i]);
    }
}

/* ", 16.1 f64" or "peak 32.1 flop/cy (99.5 GFLOP/s) f32": the highest ceiling of BITS wide numbers.
 */
static void add_peak(struct format_line *line, const struct results *results, unsigned bits)
{
    const struct result *r = peak_highest(results, bits, NULL);

    if (r == NULL)
        return;
    format_line_add(line, line->used > 0 ? ", %.3g" : "peak %.3g flop/cy", r->value);
    if (r->gflop_per_s > 0)
        format_line_add(line, " (%.3g GFLOP/s)", r->gflop_per_s);
    format_line_add(line, " f%u", bits);
}

/* "peak 32.1 flop/cy (99.5 GFLOP/s) f32, 16.1 (49.9 GFLOP/s) f64; ridge 3.84 flop/B f32, 1.93 f64".
 */
void text_roofline(FILE *out, const struct results *results)
{
    static const char *const elements[] = { "f32", "f64" };
    static const unsigned bits[] = { 32, 64 };
    struct format_line peaks = { 0 }, ridges = { 0 }, second = { 0 };

    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        const struct result *r = ridge_of(results, elements[i]);

        if (r == NULL)
            continue;
        add_peak(&peaks, results, bits[i]);
        format_line_add(&ridges, ridges.used > 0 ? ", %.3g%s %s" : "ridge %.3g%s flop/B %s",
                        r->value, confidence_is_low(r) ? "!" : "", elements[i]);
    }
    add_balanced(&second, results);
    if (ridges.used > 0)
        format_wrapf(out, "ROOFLINE   ", "%s%s%s%s", peaks.text, peaks.used > 0 ? "; " : "",
                     ridges.text, second.text);
}
