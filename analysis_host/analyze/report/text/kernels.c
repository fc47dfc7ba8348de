/* Section of the text: kernels under the roof, the best of each, and what holds it back. */
#include "report/format/line.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the first screen: with the line above, the names of columns and the line below, 12. */
enum { FIRST_ROWS = 9, COLUMNS = 6, NAME_MOST = 40 };

static bool is_best(const struct result *r)
{
    return r->name.quantity == KERNEL_BEST || r->name.quantity == KERNEL_BEST_TOGETHER;
}

/* The answer QUANTITY about the series of BEST. */
static const struct result *about(const struct results *results, const struct result *best,
                                  enum quantity quantity)
{
    const struct result_id *id = &best->name;

    return result_find(results, id_kernel(quantity, id->op, id->type, id->state, id->contexts));
}

static double share_of_roof(const struct results *results, const struct result *best)
{
    const struct result *r = about(results, best, KERNEL_ROOF);

    return result_is_number(r) ? r->value : 0;
}

/* True when O is about the same kernel as R, one of its neighbours, and is no slower. */
static bool is_faster(const struct result *o, const struct result *r)
{
    return o->name.quantity == KERNEL_BEST && o->kind == RESULT_NUMBER &&
           strcmp(o->name.state, r->name.state) == 0 &&
           (o->value > r->value || (o->value == r->value && o < r));
}

/* True when no other variant of R's kernel, in the same state, is faster on one context. Those of
 * one kernel are neighbours. */
static bool is_fastest(const struct results *results, const struct result *r)
{
    const struct result *end = results->at + results->n;

    for (const struct result *o = r; o-- > results->at && kernel_is_same(o->name.op, r->name.op);)
        if (is_faster(o, r))
            return false;
    for (const struct result *o = r; o < end && kernel_is_same(o->name.op, r->name.op); o++)
        if (o != r && is_faster(o, r))
            return false;
    return r->name.quantity == KERNEL_BEST && r->kind == RESULT_NUMBER;
}

/* ---- rows ---- */

static void put_answer(char to[FORMAT_CELL], const struct result *r, const char *format,
                       double scale)
{
    if (r == NULL)
        strcpy(to, "-");
    else if (r->kind != RESULT_NUMBER)
        strcpy(to, "?");
    else
        snprintf(to, FORMAT_CELL, format, r->value * scale);
}

/* "dgemm ikj", "dgemm ikj cold", "dgemm ikj on 2". */
static void name_series(char to[FORMAT_CELL], const struct result *best)
{
    const struct result_id *id = &best->name;
    struct format_line line = { .used = 0 };

    format_line_add(&line, "%s %s", id->op, id->type);
    if (strcmp(id->state, "warm") != 0)
        format_line_add(&line, " %s", id->state);
    if (id->contexts > 1)
        format_line_add(&line, " on %u", id->contexts);
    snprintf(to, FORMAT_CELL, "%.*s", NAME_MOST, line.text);
}

static int add_row(struct libscols_table *table, const struct results *results,
                   const struct result *best)
{
    char text[COLUMNS][FORMAT_CELL];
    const char *cells[COLUMNS];
    const struct result *limit = about(results, best, KERNEL_LIMIT);

    name_series(text[0], best);
    put_answer(text[1], best, "%.3g", 1);
    put_answer(text[2], about(results, best, KERNEL_AT), "%.0f", 1);
    put_answer(text[3], about(results, best, KERNEL_INTENSITY), "%.3g", 1);
    put_answer(text[4], about(results, best, KERNEL_ROOF), "%.0f %%", 100);
    strcpy(text[5], "-");
    if (limit != NULL)
        format_answer(text[5], limit);
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, COLUMNS);
}

static struct libscols_table *new_table(void)
{
    static const struct format_column columns[COLUMNS] = {
        { .name = "KERNEL" },
        { .name = "FLOP/c", .right = true },
        { .name = "n", .right = true },
        { .name = "FLOP/B", .right = true },
        { .name = "ROOF", .right = true },
        { .name = "LIMIT" },
    };

    return format_table_new(columns, COLUMNS);
}

/* ---- the first screen ---- */

/* Puts R among the *N of BY, the nearest to its roof first, where there is room. */
static void insert(const struct result *by[FIRST_ROWS], size_t *n, const struct results *results,
                   const struct result *r)
{
    size_t at = *n;
    double share = share_of_roof(results, r);

    while (at > 0 && share_of_roof(results, by[at - 1]) < share)
        at--;
    if (at == FIRST_ROWS)
        return;
    *n += *n < FIRST_ROWS;
    memmove(&by[at + 1], &by[at], (*n - at - 1) * sizeof *by);
    by[at] = r;
}

int text_kernels(FILE *out, const struct results *results)
{
    const struct result *by[FIRST_ROWS];
    size_t n = 0, all = 0;
    int err = 0;

    for (size_t i = 0; i < results->n; i++) {
        all += is_best(&results->at[i]);
        if (is_best(&results->at[i]) && is_fastest(results, &results->at[i]))
            insert(by, &n, results, &results->at[i]);
    }
    if (n == 0)
        return 0;
    format_wrap(out, "KERNELS  ",
                "the fastest variant of each, those nearest to the roofline first");
    struct libscols_table *table = new_table();
    for (size_t i = 0; i < n && err == 0; i++)
        err = add_row(table, results, by[i]);
    err |= format_table_end(out, table);
    if (all > n)
        fprintf(out, "  ... and %zu more series with analyze -v\n", all - n);
    return err;
}

int text_all_kernels(FILE *out, const struct results *results)
{
    struct libscols_table *table = NULL;
    int err = 0;

    for (size_t i = 0; i < results->n && err == 0; i++) {
        if (!is_best(&results->at[i]))
            continue;
        if (table == NULL) {
            fputs("KERNELS  every series\n", out);
            table = new_table();
        }
        err = add_row(table, results, &results->at[i]);
    }
    return table == NULL ? 0 : format_table_end(out, table) | err;
}
