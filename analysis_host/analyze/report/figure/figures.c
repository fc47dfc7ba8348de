/* Makes all figures of a run. */
#include "figures.h"
#include "draw.h"
#include "figure.h"
#include "series/point.h"
#include "specs.h"
#include "stats/stats.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_drawn(const struct figure *f)
{
    for (size_t i = 0; i < f->n_lines; i++)
        if (f->line[i].n_points > 0)
            return true;
    return false;
}

static void say_missing(struct figure *f, const struct log_run *run)
{
    const char *probe = f->spec->probe;
    size_t at = log_find_series(run, probe, 0);

    if (at >= run->n_series && f->spec->or_probe != NULL) {
        probe = f->spec->or_probe;
        at = log_find_series(run, probe, 0);
    }
    if (at >= run->n_series)
        snprintf(f->missing, sizeof f->missing, "not measured: probe %s is not in this log",
                 f->spec->probe);
    else if (run->series[at].end != RECORD_END_OK && run->series[at].status != NULL)
        snprintf(f->missing, sizeof f->missing, "not measured: probe %s ended with %s", probe,
                 run->series[at].status);
    else
        snprintf(f->missing, sizeof f->missing, "not measured: no usable samples of probe %s",
                 probe);
}

/* ---- no more than can be shown ---- */

/* True when element I of ALL is among MOST evenly chosen ones. */
static bool is_chosen(size_t i, size_t all, size_t most)
{
    double share = (double)most / (double)all;

    return all <= most || floor((double)(i + 1) * share) > floor((double)i * share);
}

static void thin_out(struct figure *f, size_t most)
{
    size_t dots = 0, points = 0, dot = 0, point = 0;

    for (size_t l = 0; l < f->n_lines; l++) {
        dots += f->line[l].n_dots;
        points += f->line[l].n_points;
    }
    for (size_t l = 0; l < f->n_lines; l++) {
        struct figure_line *line = &f->line[l];
        size_t left = 0, left_points = 0;
        for (size_t i = 0; i < line->n_dots; i++)
            if (is_chosen(dot++, dots, most))
                line->dot[left++] = line->dot[i];
        for (size_t i = 0; i < line->n_points; i++)
            if (is_chosen(point++, points, most))
                line->point[left_points++] = line->point[i];
        line->n_dots = left;
        line->n_points = left_points;
    }
}

/* ---- all of them ---- */

static void make_figure(struct figures *all, const struct figure_spec *spec, struct figure_build b,
                        size_t most)
{
    struct figure *f = &all->at[all->n++];

    *f = (struct figure){ .spec = spec, .y_unit = spec->y_unit };
    if (strcmp(spec->y_unit, "cycle") == 0)
        f->y_unit = all->cycle_unit;
    b.figure = f;
    spec->draw(&b);
    thin_out(f, most);
    if (!is_drawn(f))
        say_missing(f, b.run);
}

void figures_make(struct figures *all, const struct log_run *run, const struct results *results,
                  size_t most)
{
    double hz = point_tick_hz(run);
    double cycle = point_cycle(run);
    struct figure_build b = { .run = run, .results = results, .all = all };

    *all = (struct figures){ 0 };
    all->cycle_ns = cycle > 0 && hz > 0 ? cycle * 1e9 / hz : 0;
    all->cycle_unit = cycle > 0 ? "cycle" : hz > 0 ? "ns" : "tick";
    if (results->topology != NULL && !(cycle > 0) && !(hz > 0))
        all->cycle_unit = "cycle"; /* a table of mctop */
    b.cycle = cycle > 0 ? cycle : hz > 0 ? hz / 1e9 : 1;
    all->at = calloc(figure_memory_count + figure_processor_count + figure_kernels_count,
                     sizeof *all->at);
    all->no_memory = all->at == NULL;
    for (size_t i = 0; i < figure_memory_count && all->at != NULL; i++)
        make_figure(all, &figure_memory[i], b, most);
    for (size_t i = 0; i < figure_processor_count && all->at != NULL; i++)
        make_figure(all, &figure_processor[i], b, most);
    for (size_t i = 0; i < figure_kernels_count && all->at != NULL; i++)
        make_figure(all, &figure_kernels[i], b, most);
}

void figures_free(struct figures *all)
{
    for (size_t i = 0; i < all->n; i++) {
        for (size_t l = 0; l < all->at[i].n_lines; l++) {
            free(all->at[i].line[l].point);
            free(all->at[i].line[l].dot);
        }
        free(all->at[i].line);
        free(all->at[i].mark);
    }
    free(all->at);
    *all = (struct figures){ 0 };
}
