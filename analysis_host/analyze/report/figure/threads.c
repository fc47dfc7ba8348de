/* The figure of kernels over numbers of threads, and the line that all work shared evenly would
 * have. */
#include "draw.h"
#include "series/kernel_curve.h"
#include "series/kernels.h"
#include "specs.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct name {
    char text[sizeof((struct figure_line *)0)->name];
};

static struct name name_of(const struct kernel_run *r)
{
    struct name name;

    snprintf(name.text, sizeof name.text, "%.22s %.23s", r->name, r->variant);
    return name;
}

static void add_bounds(struct figure_point *to, const struct kernel_ratio *speedup)
{
    if (to == NULL)
        return;
    to->low = to->lower = fmin(speedup->low, speedup->value);
    to->high = to->upper = fmax(speedup->high, speedup->value);
}

/* A page shows one form at a time. Another board's kernels are not the same curve. */
static void add_curve(struct figure_build *b, const struct kernel_curve *c)
{
    struct figure_line *l = figure_new_line(b, c->at[0].run->series, name_of(c->alone).text);

    if (l == NULL)
        return;
    l->group[0] = '\0';
    l->measured = true;
    snprintf(l->choice, sizeof l->choice, "%s", c->form);
    figure_add_point(b, l, 1, 1);
    for (size_t i = 0; i < c->n; i++)
        add_bounds(figure_add_point(b, l, c->at[i].run->contexts, c->at[i].speedup.value),
                   &c->at[i].speedup);
}

/* As many times as fast on so many threads. */
static void add_ideal(struct figure_build *b, const struct log_series *series, unsigned most)
{
    struct figure_line *l = figure_new_line(b, series, "ideal");

    for (unsigned n = 1; n <= most && l != NULL; n = n < most && 2 * n > most ? most : 2 * n)
        figure_add_point(b, l, n, n);
}

/* True when a line of NAME is there: patterns are in two probes. */
static bool is_drawn(const struct figure_build *b, const struct kernel_run *r)
{
    const struct name name = name_of(r);

    for (size_t i = 0; i < b->figure->n_lines; i++)
        if (strcmp(b->figure->line[i].name, name.text) == 0)
            return true;
    return false;
}

/* Returns the most threads of a curve that was drawn, or MOST; *SERIES: one of them. */
static unsigned draw_probe(struct figure_build *b, const struct kernels *k, unsigned most,
                           const struct log_series **series)
{
    struct kernel_curve c;

    for (size_t i = 0; i < k->n; i++) {
        const struct kernel_run *r = &k->run[i];

        if (r->contexts != 1 || !kernels_warm(r) || is_drawn(b, r))
            continue;
        kernel_curve_make(&c, k, r);
        if (c.n == 0)
            continue;
        add_curve(b, &c);
        *series = c.at[c.n - 1].run->series;
        if (c.at[c.n - 1].run->contexts > most)
            most = c.at[c.n - 1].run->contexts;
    }
    return most;
}

void figure_draw_threads(struct figure_build *b)
{
    const struct log_series *series = NULL;
    unsigned most = 1;

    for (unsigned i = 0; i < KERNEL_PROBES; i++) {
        struct kernels all;

        if (kernels_read(&all, b->run, kernel_probes[i], METHOD_ROBUST) != 0)
            b->all->no_memory = true;
        most = draw_probe(b, &all, most, &series);
        kernels_free(&all);
    }
    if (series != NULL)
        add_ideal(b, series, most);
}
