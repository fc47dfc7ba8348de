/* Section of the text: events of the core that were counted around kernels. */
#include "report/format/table.h"
#include "report/format/wrap.h"
#include "sections.h"
#include "series/kernel_events.h"
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 6, CELL = 80 };

static const char *state_of(const struct kernel_run *r)
{
    return kernels_warm(r) ? "" : r->state;
}

/* One row of an event at P. 0, or -1 without memory. */
static int add_row(struct libscols_table *table, const struct kernel_run *r,
                   const struct kernel_point *p, const struct kernel_event *event)
{
    struct kernel_event_count count;
    char text[COLUMNS][CELL];
    const char *cells[COLUMNS];
    int err = kernel_event_count(event, p->n, &count);

    if (err != 0)
        return err < 0 ? -1 : 0;
    snprintf(text[0], CELL, "%.23s %.23s%s%.9s on %u", r->name, r->variant,
             *state_of(r) != '\0' ? " " : "", state_of(r), r->contexts);
    snprintf(text[1], CELL, "%llu", (unsigned long long)p->n);
    snprintf(text[2], CELL, "%s%.47s", event->proved ? "" : "~", event->name);
    if (count.n > 0) {
        snprintf(text[3], CELL, "%.6g", count.median);
        snprintf(text[4], CELL, "%.4g", count.median / kernel_event_elements(p));
        snprintf(text[5], CELL, "%.6g-%.6g", count.least, count.most);
    } else {
        strcpy(text[3], "?");
        strcpy(text[4], "?");
        snprintf(text[5], CELL, "%zu lost", count.lost);
    }
    for (unsigned i = 0; i < COLUMNS; i++)
        cells[i] = text[i];
    return format_table_add(table, cells, COLUMNS);
}

static int add_kernel(struct libscols_table *table, const struct log_run *run,
                      const struct kernel_run *r)
{
    struct kernel_event event;
    int err = 0;

    for (size_t k = 0; k < r->n_points && err == 0; k++)
        for (size_t i = 0; err == 0 && kernel_event_at(run, r, i, &event); i++)
            err = add_row(table, r, &r->point[k], &event);
    return err;
}

static int add_probe(struct libscols_table *table, const struct log_run *run, const char *probe)
{
    struct kernels all;
    int err = kernels_read(&all, run, probe, METHOD_ROBUST);

    for (size_t i = 0; i < all.n && err == 0; i++)
        err = add_kernel(table, run, &all.run[i]);
    kernels_free(&all);
    return err;
}

/* A line for each event that was not counted. */
static void print_lacking(FILE *out, const struct log_run *run, const char *probe)
{
    for (size_t i = kernel_events_lacking(run, probe, 0); i < run->n_series;
         i = kernel_events_lacking(run, probe, i + 1)) {
        const struct log_series *s = &run->series[i];

        format_wrapf(out, "  ", "%s (%s) skipped: %s", log_key_text(s->keys, s->n_keys, "event"),
                     probe, log_key_text(s->keys, s->n_keys, "why"));
    }
}

static bool has_events(const struct log_run *run)
{
    for (size_t i = 0; i < run->n_series; i++)
        if (strcmp(run->series[i].probe, "events") == 0)
            return true;
    return false;
}

int text_events(FILE *out, const struct log *log)
{
    static const struct format_column columns[COLUMNS] = {
        { .name = "KERNEL" },
        { .name = "n", .right = true },
        { .name = "EVENT" },
        { .name = "A RUN", .right = true },
        { .name = "AN ELEMENT", .right = true },
        { .name = "RANGE" },
    };
    int err = 0;

    if (!has_events(&log->run))
        return 0;
    format_wrap(out, "EVENTS  ",
                "counters of the core around each timing: median of the timings, less a run with "
                "n = 0; several threads together, with their waits; ~ no trial showed that the "
                "counter counts");
    struct libscols_table *table = format_table_new(columns, COLUMNS);
    for (unsigned i = 0; i < KERNEL_PROBES && table != NULL; i++)
        err |= add_probe(table, &log->run, kernel_probes[i]);
    err |= format_table_end(out, table);
    for (unsigned i = 0; i < KERNEL_PROBES; i++)
        print_lacking(out, &log->run, kernel_probes[i]);
    return err;
}
