/* Section of the text: lines that kernels moved on the simulated board, beside those of the text.
 */
#include "report/format/table.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "sections.h"
#include "series/kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 7, FIRST_ROWS = 9 };

/* Rows that are printed, and how many there would be. */
struct rows {
    struct libscols_table *table;
    size_t most, n;
    int err;
};

static void add_row(struct rows *rows, const struct kernel_run *r, const struct kernel_point *p)
{
    char text[COLUMNS][FORMAT_CELL];
    const char *cells[COLUMNS];
    double least = kernel_compulsory_bytes(r, p), again = replay_bytes(p->replayed);

    if (rows->n++ >= rows->most || rows->err != 0)
        return;
    snprintf(text[0], FORMAT_CELL, "%.20s %.16s %.8s", r->name, r->variant,
             kernels_warm(r) ? "" : r->state);
    snprintf(text[1], FORMAT_CELL, "%llu", (unsigned long long)p->n);
    snprintf(text[2], FORMAT_CELL, "%.0f", least);
    snprintf(text[3], FORMAT_CELL, "%.0f", again);
    snprintf(text[4], FORMAT_CELL, "%.3g-%.3g", p->replayed->low / least,
             p->replayed->high / least);
    strcpy(text[5], "-");
    if (p->levels > 0)
        snprintf(text[5], FORMAT_CELL, "%.0f", kernel_counted_bytes(r, p));
    if (again > 0)
        snprintf(text[6], FORMAT_CELL, "%.3g", kernel_work(p) / again);
    else
        strcpy(text[6], "-");
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    rows->err = format_table_add(rows->table, cells, COLUMNS);
}

static int add_probe(struct rows *rows, const struct log_run *run, const char *probe,
                     const struct results *results)
{
    struct kernels all;
    int err = kernels_read(&all, run, probe, METHOD_ROBUST);

    kernels_replay(&all, results->replay);
    for (size_t i = 0; i < all.n && err == 0; i++)
        for (size_t k = 0; k < all.run[i].n_points; k++)
            if (all.run[i].point[k].replayed != NULL && all.run[i].point[k].counted)
                add_row(rows, &all.run[i], &all.run[i].point[k]);
    kernels_free(&all);
    return err;
}

int text_traffic(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    static const struct format_column columns[COLUMNS] = {
        { .name = "KERNEL" },
        { .name = "n", .right = true },
        { .name = "AT LEAST", .right = true },
        { .name = "REPLAYED", .right = true },
        { .name = "TIMES", .right = true },
        { .name = "COUNTED", .right = true },
        { .name = "FLOP/B", .right = true },
    };

    if (results->replay == NULL)
        return 0;
    struct rows rows = { format_table_new(columns, COLUMNS), verbose ? SIZE_MAX : FIRST_ROWS, 0,
                         0 };
    format_wrap(out, "TRAFFIC  ",
                "bytes to and from memory: each line once, replayed, counted here");
    for (unsigned i = 0; i < KERNEL_PROBES; i++)
        rows.err |= add_probe(&rows, &log->run, kernel_probes[i], results);
    rows.err |= format_table_end(out, rows.table);
    if (rows.n > rows.most)
        fprintf(out, "  ... and %zu more points with analyze -v\n", rows.n - rows.most);
    return rows.err;
}
