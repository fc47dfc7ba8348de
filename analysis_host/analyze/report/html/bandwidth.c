/* Section of the page: bandwidth as bars by level, operation and number of hardware threads. */
#include "cell.h"
#include "report/format/value.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OPS = 5, MOST_LEVELS = 6, MOST_NUMBERS = 16, MOST_BARS = 4 };

static const char *const ops[OPS][2] = { { "read", "read" },
                                         { "write", "write" },
                                         { "copy", "copy" },
                                         { "triad", "triad" },
                                         { "nt_write", "non-temporal write" } };

/* Levels that were measured, and numbers of threads that have a bar. */
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

/* Keeps at most MOST_BARS numbers: the first, the last, and some evenly between them. */
static void keep_few(struct rows *rows)
{
    unsigned n = rows->n_numbers;

    if (n <= MOST_BARS)
        return;
    for (unsigned i = 0; i < MOST_BARS; i++)
        rows->number[i] = rows->number[i * (n - 1) / (MOST_BARS - 1)];
    rows->n_numbers = MOST_BARS;
}

static void add_level(struct rows *rows, unsigned level)
{
    for (unsigned i = 0; i < rows->n_levels; i++)
        if (rows->level[i] == level)
            return;
    if (rows->n_levels < MOST_LEVELS)
        rows->level[rows->n_levels++] = level;
}

/* In the order of the answers. */
static struct rows rows_of(const struct results *results)
{
    struct rows rows = { .number = { 1 }, .n_numbers = 1 };

    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *id = &results->at[i].name;

        if (id->quantity == BANDWIDTH_ALONE)
            add_level(&rows, id->level);
        if (id->quantity == BANDWIDTH_TOGETHER)
            add_number(&rows, id->contexts);
    }
    keep_few(&rows);
    return rows;
}

static double rate_of(const struct results *results, unsigned level, const char *op,
                      unsigned contexts)
{
    return result_measured(results, id_together(level, op, contexts));
}

static void bar(FILE *out, const struct result *r, unsigned number, double most)
{
    double share = result_is_number(r) && most > 0 ? r->value / most : 0;

    if (r == NULL)
        return;
    fprintf(out, "<i class=\"n%u\" style=\"--share:%.1f%%\"></i><span>", number, 100 * share);
    html_bandwidth(out, r);
    fputs("</span>", out);
}

static void level_bars(FILE *out, const struct results *results, const struct rows *rows,
                       unsigned level)
{
    double most = 0;

    for (unsigned o = 0; o < OPS; o++)
        for (unsigned i = 0; i < rows->n_numbers; i++)
            most = fmax(most, rate_of(results, level, ops[o][0], rows->number[i]));
    if (level == MEMORY_LEVEL)
        fputs("<div class=\"bars\"><h3>DRAM</h3>\n", out);
    else
        fprintf(out, "<div class=\"bars\"><h3>L%u%s</h3>\n", level, level == 1 ? "d" : "");
    for (unsigned o = 0; o < OPS; o++) {
        if (result_find(results, id_moving(BANDWIDTH_ALONE, level, ops[o][0])) == NULL)
            continue;
        fprintf(out, "<div style=\"--bars:%u\"><b>%s</b>", rows->n_numbers, ops[o][1]);
        for (unsigned i = 0; i < rows->n_numbers; i++)
            bar(out, result_find(results, id_together(level, ops[o][0], rows->number[i])), i, most);
        fputs("</div>\n", out);
    }
    fputs("</div>\n", out);
}

static void bars(FILE *out, const struct html_parts *p)
{
    struct rows rows = rows_of(p->results);
    const char *threads = html_threads(p->results);

    if (rows.n_levels == 0)
        return;
    fputs("<p class=\"keys\">", out);
    for (unsigned i = 0; i < rows.n_numbers; i++)
        fprintf(out, "<span><i class=\"n%u\"></i>%u %.*s</span>", i, rows.number[i],
                (int)strlen(threads) - (rows.number[i] == 1), threads);
    fputs("<span>Bytes that the program reads and writes; the longest bar is the highest bandwidth "
          "of its level.</span></p>\n<div class=\"grid\">\n",
          out);
    for (unsigned i = 0; i < rows.n_levels; i++)
        level_bars(out, p->results, &rows, rows.level[i]);
    fputs("</div>\n", out);
}

void html_bandwidth_bars(FILE *out, const struct html_parts *p)
{
    bars(out, p);
    html_figure(out, p, "bandwidth");
}
