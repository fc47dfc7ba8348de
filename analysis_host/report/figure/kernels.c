/* Figures of the roofline: ceilings, and kernels below them and over their sizes. */
#include "series/kernels.h"
#include "draw.h"
#include "figure.h"
#include "result/element.h"
#include "result/query.h"
#include "series/point.h"
#include "specs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- kernels ---- */

/* More series than these cannot be told apart; the report in JSON has all. */
enum { MOST_SERIES = 12 };

/* A series of kernels, and its share of the roof. */
struct ranked {
    const struct kernel_run *run;
    double share;
};

static int by_share(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

static double share_of(const struct results *results, const struct kernel_run *r)
{
    return result_measured(results,
                           id_kernel(KERNEL_ROOF, r->name, r->variant, r->state, r->contexts));
}

/* Bytes of P across the border to memory: counted, or replayed, or those of the text. */
static double bytes_of(const struct kernel_run *r, const struct kernel_point *p)
{
    double counted = kernel_counted_bytes(r, p);
    double replayed = p->replayed != NULL ? replay_bytes(p->replayed) : 0;

    return counted > 0 ? counted : replayed > 0 ? replayed : kernel_compulsory_bytes(r, p);
}

static bool is_drawable(const struct kernel_point *p)
{
    return p->timings > 0 && p->counted && p->ticks > 0 && p->least > 0 && kernel_work(p) > 0;
}

/* A new line for R without a group: another board's kernels are not the same curve. */
static struct figure_line *line_of(struct figure_build *b, const struct kernel_run *r)
{
    char name[96], state[24] = "", contexts[24] = "";

    if (!kernels_warm(r))
        snprintf(state, sizeof state, ", %.16s", r->state);
    if (r->contexts > 1)
        snprintf(contexts, sizeof contexts, ", on %u", r->contexts);
    snprintf(name, sizeof name, "%.20s %.16s%s%s", r->name, r->variant, state, contexts);
    struct figure_line *l = figure_new_line(b, r->series, name);
    if (l != NULL) {
        l->group[0] = '\0';
        l->measured = true;
    }
    return l;
}

/* Adds P of R, its speed by its timings, at X. */
static struct figure_point *add_speed(struct figure_build *b, struct figure_line *l,
                                      const struct kernel_run *r, const struct kernel_point *p,
                                      double x)
{
    double work = kernel_work(p) * r->cycle;
    struct figure_point *to = figure_add_point(b, l, x, work / p->ticks);

    if (to == NULL)
        return NULL;
    to->low = work / p->most;
    to->lower = work / p->upper;
    to->upper = work / p->lower;
    to->high = work / p->least;
    to->n = p->timings;
    to->marked = kernel_overhead(r, p) > KERNEL_MARKED;
    return to;
}

static void under_roof(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = line_of(b, r);

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        const struct kernel_point *p = &r->point[i];
        struct figure_point *to =
            is_drawable(p) ? add_speed(b, l, r, p, kernel_work(p) / bytes_of(r, p)) : NULL;

        if (to == NULL)
            continue;
        to->x2 = (double)p->n;
        if (p->replayed != NULL && p->replayed->low > 0 && kernel_counted_bytes(r, p) == 0) {
            to->x_low = kernel_work(p) / p->replayed->high;
            to->x_high = kernel_work(p) / p->replayed->low;
        }
    }
}

static void over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = line_of(b, r);

    for (size_t i = 0; i < r->n_points && l != NULL; i++)
        if (is_drawable(&r->point[i]))
            add_speed(b, l, r, &r->point[i], (double)r->point[i].n);
}

static void intensity_over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = line_of(b, r);

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        const struct kernel_point *p = &r->point[i];

        if (p->counted && kernel_work(p) > 0 && p->n > 0 && p->timings > 0)
            figure_add_point(b, l, (double)p->n, kernel_work(p) / bytes_of(r, p));
    }
}

/* Of cold kernels, whose lines all come and go, where the port counted them. */
static void ratio_over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    bool cold = strncmp(r->state, "cold", 4) == 0 || strncmp(r->state, "code", 4) == 0;
    struct figure_line *l = cold ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        const struct kernel_point *p = &r->point[i];
        double counted = kernel_counted_bytes(r, p), least = kernel_compulsory_bytes(r, p);

        if (p->counted && counted > 0 && least > 0)
            figure_add_point(b, l, (double)p->n, counted / least);
    }
}

static size_t measured_lines(const struct figure_build *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->figure->n_lines; i++)
        n += b->figure->line[i].measured;
    return n;
}

/* Calls DRAW for series of PROBE, the nearest to its roof first, until the figure has enough. */
static void each_kernel(struct figure_build *b, const char *probe,
                        void (*draw)(struct figure_build *, const struct kernel_run *))
{
    struct kernels all;
    int err = kernels_read(&all, b->run, probe, METHOD_ROBUST);
    struct ranked *ranked = all.n > 0 ? calloc(all.n, sizeof *ranked) : NULL;

    b->all->no_memory |= err != 0 || (all.n > 0 && ranked == NULL);
    kernels_replay(&all, b->results->replay);
    for (size_t i = 0; i < all.n && ranked != NULL; i++)
        ranked[i] = (struct ranked){ &all.run[i], share_of(b->results, &all.run[i]) };
    if (ranked != NULL)
        qsort(ranked, all.n, sizeof *ranked, by_share);
    for (size_t i = 0; i < all.n && ranked != NULL && measured_lines(b) < MOST_SERIES; i++)
        draw(b, ranked[i].run);
    free(ranked);
    kernels_free(&all);
}

static void each_probe(struct figure_build *b,
                       void (*draw)(struct figure_build *, const struct kernel_run *))
{
    for (unsigned i = 0; i < KERNEL_PROBES && point_cycle(b->run) > 0; i++)
        each_kernel(b, kernel_probes[i], draw);
}

static void draw_speeds(struct figure_build *b)
{
    each_probe(b, over_sizes);
}

static void draw_intensities(struct figure_build *b)
{
    each_probe(b, intensity_over_sizes);
}

static void draw_ratios(struct figure_build *b)
{
    each_probe(b, ratio_over_sizes);
}

/* ---- roofline ---- */

static bool is_ceiling(const struct result *r)
{
    struct element e;

    return r->name.quantity == PEAK_RATE && r->kind == RESULT_NUMBER &&
           element_read(r->name.type, &e) && e.is_float;
}

/* The highest ceiling of arithmetic, flop per cycle; 0: none is known. */
static double ceiling(const struct results *results)
{
    double most = 0;

    for (size_t i = 0; i < results->n; i++)
        if (is_ceiling(&results->at[i]))
            most = fmax(most, results->at[i].value);
    return most;
}

/* Adds the ceiling R, below PEAK, from where reading at RATE bytes per cycle meets it, up to 64
 * flop a byte. */
static void add_ceiling(struct figure_build *b, const struct log_series *s, const struct result *r,
                        double rate)
{
    char name[80];

    snprintf(name, sizeof name, "%s %s", r->name.type, r->name.op);
    struct figure_line *l = figure_new_line(b, s, name);

    for (double x = r->value / rate; x < 64 && l != NULL; x = fmin(64, 2 * x))
        figure_add_point(b, l, x, r->value);
    if (l != NULL)
        figure_add_point(b, l, 64, r->value);
}

/* Adds what was measured of one context in vectors, or in scalars where there are none: each mix
 * that an ordinary loop has. */
static void add_ceilings(struct figure_build *b, const struct log_series *s, double rate)
{
    static const char *const mixes[] = { "fma", "balanced", "add" };
    bool vectors = false;

    for (size_t i = 0; i < b->results->n; i++)
        vectors |= is_ceiling(&b->results->at[i]) && b->results->at[i].name.type[0] == 'v';
    for (size_t i = 0; i < b->results->n; i++) {
        const struct result *r = &b->results->at[i];
        bool wanted = false;

        for (size_t m = 0; m < sizeof mixes / sizeof mixes[0]; m++)
            wanted |= strcmp(r->name.op, mixes[m]) == 0;
        if (wanted && is_ceiling(r) && strcmp(r->probe, "peaks") == 0 &&
            (r->name.type[0] == 'v') == vectors && r->value / rate < 64)
            add_ceiling(b, s, r, rate);
    }
}

/* Adds the roof: the rate of a loop that reads RATE bytes per cycle, PEAK at most, from 1/64 to 64
 * flop a byte. */
static void add_roof(struct figure_build *b, const struct log_series *s, const char *name,
                     double rate, double peak)
{
    struct figure_line *l = figure_new_line(b, s, name);
    double ridge = peak / rate;

    for (int k = -24; k <= 24 && l != NULL; k++) {
        double intensity = pow(2, k / 4.0);
        figure_add_point(b, l, intensity, fmin(peak, rate * intensity));
        if (ridge > intensity && ridge < pow(2, (k + 1) / 4.0))
            figure_add_point(b, l, ridge, peak);
    }
}

static void draw_roofline(struct figure_build *b)
{
    double peak = ceiling(b->results);
    double fastest = 0;
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);

    for (size_t i = 0; i < b->results->n && s != NULL && peak > 0; i++) {
        const struct result *r = &b->results->at[i];
        char level[48];

        if (r->name.quantity != BANDWIDTH_ALONE || strcmp(r->name.op, "read") != 0 ||
            r->kind != RESULT_NUMBER)
            continue;
        id_level_text(level, sizeof level, r->name.level);
        add_roof(b, s, level, r->value, peak);
        fastest = fmax(fastest, r->value);
    }
    if (fastest > 0)
        add_ceilings(b, s, fastest);
    if (s != NULL && peak > 0)
        each_probe(b, under_roof);
}

const struct figure_spec figure_kernels[] = {
    { .name = "roofline",
      .title = "Roofline",
      .about =
          "What one context can compute at most: as much as each level's reads bring in, up to "
          "the highest ceiling of arithmetic. Where a line bends, loops need that many "
          "operations a byte. Kernels are points, one for each size, joined in the order of their "
          "sizes; those above the line of memory have their arrays in a cache.",
      .probe = "bandwidth",
      .kind = FIGURE_SCATTER,
      .x_label = "operations a byte",
      .x_unit = "count",
      .y_label = "speed",
      .y_unit = "flop per cycle",
      .log_x = true,
      .log_y = true,
      .picks = true,
      .draw = draw_roofline },
    { .name = "speed",
      .title = "Kernels: speed over size",
      .about =
          "What kernels compute a cycle at each size, with the quartiles of their timings. They "
          "fall where arrays leave a cache.",
      .probe = "pattern",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "speed",
      .y_unit = "flop per cycle",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_speeds },
    { .name = "intensity",
      .title = "Kernels: operations a byte over size",
      .about =
          "Operations by the bytes that cross the border to memory: counted, or replayed on the "
          "simulated board, or those that the text must move. A fall is where arrays are fetched "
          "again.",
      .probe = "pattern",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "intensity",
      .y_unit = "flop per B",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_intensities },
    { .name = "traffic",
      .title = "Kernels: traffic by what the text must move",
      .about =
          "Bytes that were counted while kernels ran in cold caches, by those of the lines that "
          "their text touches. 1 is what it must be while the arrays fit.",
      .probe = "pattern",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "times what must move",
      .y_unit = "ratio",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_ratios },
};

const size_t figure_kernels_count = sizeof figure_kernels / sizeof figure_kernels[0];
