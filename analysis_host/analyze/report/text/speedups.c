/* Section of the text: kernels on several threads, as times their speed on one. */
#include "report/format/line.h"
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { FIRST_LINES = 4, MOST_COUNTS = 8, FIXED_COLUMNS = 2 };

/* Numbers of threads that are columns, ascending; the largest where there are more. */
struct counts {
    unsigned of[MOST_COUNTS], n;
};

static bool is_speedup(const struct result *r)
{
    return r->name.quantity == KERNEL_SPEEDUP && r->kind == RESULT_NUMBER;
}

static const struct result *speedup_of(const struct results *results, const struct result *like,
                                       unsigned contexts)
{
    const struct result_id *id = &like->name;

    return result_find(results, id_kernel(KERNEL_SPEEDUP, id->op, id->type, id->state, contexts));
}

/* True when R is of the fewest threads that its variant was run on. */
static bool is_first(const struct results *results, const struct result *r)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *o = &results->at[i];

        if (is_speedup(o) && strcmp(o->name.op, r->name.op) == 0 &&
            strcmp(o->name.type, r->name.type) == 0 && o->name.contexts < r->name.contexts)
            return false;
    }
    return true;
}

/* ---- the first screen ---- */

static unsigned most_threads(const struct results *results)
{
    unsigned most = 0;

    for (size_t i = 0; i < results->n; i++)
        if (is_speedup(&results->at[i]) && results->at[i].name.contexts > most)
            most = results->at[i].name.contexts;
    return most;
}

static void add_words(struct format_line *line, const struct result *r, const struct result *before)
{
    bool again = before != NULL && strcmp(before->name.op, r->name.op) == 0;

    format_line_add(line, "%s%s%s%s %s%.3gx",
                    before == NULL ? ""
                    : again        ? ", "
                                   : "; ",
                    again ? "" : r->name.op, again ? "" : " ", r->name.type, format_doubt(r),
                    r->value);
}

static void first_lines(FILE *out, const struct results *results)
{
    struct format_line line = { .used = 0 };
    const struct result *before = NULL;
    unsigned most = most_threads(results);
    char lead[40];

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (!is_speedup(r) || r->name.contexts != most)
            continue;
        add_words(&line, r, before);
        before = r;
    }
    snprintf(lead, sizeof lead, "SPEED-UP ON %u THREADS  ", most);
    if (before != NULL)
        format_wrap_most(out, lead, line.text, FIRST_LINES);
}

/* ---- all ---- */

static void add_count(struct counts *c, unsigned contexts)
{
    unsigned at = 0;

    while (at < c->n && c->of[at] < contexts)
        at++;
    if (at < c->n && c->of[at] == contexts)
        return;
    if (c->n == MOST_COUNTS) {
        if (at == 0)
            return;
        memmove(&c->of[0], &c->of[1], (at - 1) * sizeof c->of[0]);
        c->of[at - 1] = contexts;
        return;
    }
    memmove(&c->of[at + 1], &c->of[at], (c->n - at) * sizeof c->of[0]);
    c->of[at] = contexts;
    c->n++;
}

static struct libscols_table *new_table(const struct counts *c)
{
    struct format_column columns[FIXED_COLUMNS + MOST_COUNTS] = { { .name = "THREADS" },
                                                                  { .name = "n", .right = true } };
    char name[MOST_COUNTS][16];

    for (unsigned i = 0; i < c->n; i++) {
        snprintf(name[i], sizeof name[i], "%u", c->of[i]);
        columns[FIXED_COLUMNS + i] = (struct format_column){ .name = name[i], .right = true };
    }
    return format_table_new(columns, FIXED_COLUMNS + c->n);
}

static int add_row(struct libscols_table *table, const struct results *results,
                   const struct result *r, const struct counts *c)
{
    char text[FIXED_COLUMNS + MOST_COUNTS][FORMAT_CELL];
    const char *cells[FIXED_COLUMNS + MOST_COUNTS];
    const struct result_id *id = &r->name;
    const struct result *at = result_find(
        results, id_kernel(KERNEL_SPEEDUP_AT, id->op, id->type, id->state, id->contexts));

    snprintf(text[0], FORMAT_CELL, "%s %s", id->op, id->type);
    snprintf(text[1], FORMAT_CELL, "%.0f", result_is_number(at) ? at->value : 0);
    for (unsigned i = 0; i < c->n; i++) {
        const struct result *on = speedup_of(results, r, c->of[i]);

        snprintf(text[FIXED_COLUMNS + i], FORMAT_CELL, "-");
        if (result_is_number(on))
            snprintf(text[FIXED_COLUMNS + i], FORMAT_CELL, "%s%.3gx", format_doubt(on), on->value);
    }
    for (unsigned i = 0; i < FIXED_COLUMNS + c->n; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, FIXED_COLUMNS + c->n);
}

static int all_rows(FILE *out, const struct results *results)
{
    struct counts c = { .n = 0 };
    int err = 0;

    for (size_t i = 0; i < results->n; i++)
        if (is_speedup(&results->at[i]))
            add_count(&c, results->at[i].name.contexts);
    if (c.n == 0)
        return 0;
    fputs("SPEED-UP ON THREADS  time on one thread by the time on so many\n", out);
    struct libscols_table *table = new_table(&c);
    for (size_t i = 0; i < results->n && err == 0; i++)
        if (is_speedup(&results->at[i]) && is_first(results, &results->at[i]))
            err = add_row(table, results, &results->at[i], &c);
    return format_table_end(out, table) | err;
}

int text_speedups(FILE *out, const struct results *results, bool verbose)
{
    if (verbose)
        return all_rows(out, results);
    first_lines(out, results);
    return 0;
}
